import { translate } from './translate.ts';

export const it = translate<'one' | 'other'>()({
  name: 'Italiano',
  locale: 'it-IT',

  reasons: {},

  errors: {},

  amenities: {},

  lines: {},

  mail: {
    day: '%A %-d %B %Y',
    moment: '%A %-d %B %Y, ore %H:%M',
    greeting: 'Gentile {{ guest.name }},',
    place: '{{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
    arrivalDay: '*Arrivo, dalle {{ listing.check_in_time }}:* {{ booking.check_in | date: "%a %-d %B %Y" }}',
    departureDay:
      '*Partenza, entro le {{ listing.check_out_time }}:* {{ booking.check_out | date: "%a %-d %B %Y" }}',
    nights: 'Notti: {{ booking.nights }}',
    guests: 'Ospiti: {{ booking.number_of_guests }}',
    code: 'Codice di prenotazione: {{ booking.confirmation_code }}',
    total: 'Totale: {{ booking.grand_total | money }}',
    stillDue: 'Ancora da pagare: {{ booking.balance_due | money }}',
    address: 'Indirizzo: {{ listing.address }}',
    seeBooking: 'Veda la Sua prenotazione',
    payOnline: 'Paghi online',
    toPay: 'Da pagare',
    payment:
      '{{ payment.amount | money }}{% if payment.due_on %}, entro {{ payment.due_on | date }}{% endif %}',
    yourArrival: 'Il Suo arrivo',
    requested: {
      subject:
        'La Sua richiesta per {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      thanks:
        'grazie per la Sua richiesta. Non è ancora confermata: Le risponderemo appena possibile. Fino ad allora non deve pagare nulla.',
      kept: 'Le teniamo libere le date fino a {{ booking.expires_at | date }}.',
    },
    confirmed: {
      subject:
        'La Sua prenotazione è confermata: {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'la Sua prenotazione è confermata. Saremo lieti di accoglierLa.',
    },
    changed: {
      subject: 'La Sua prenotazione {{ booking.confirmation_code }} è cambiata',
      opening: 'la Sua prenotazione è cambiata. Ecco come si presenta ora.',
    },
    declined: {
      subject:
        'La Sua richiesta per {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'siamo spiacenti: non possiamo accettare la Sua richiesta.',
    },
    withdrawn: {
      subject:
        'Ha ritirato la Sua richiesta per {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'ha ritirato la Sua richiesta. Le date sono di nuovo libere.',
    },
    cancelled: {
      subject: 'La Sua prenotazione {{ booking.confirmation_code }} è annullata',
      opening: 'la Sua prenotazione è annullata.',
      isFree: 'L’annullamento è gratuito.',
      fee: 'L’annullamento costa {{ booking.cancellation_fee | money }}.',
      refund: 'Le rimborsiamo {{ booking.refund_due | money }}.',
    },
    expired: {
      subject:
        'La Sua richiesta per {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %} è scaduta',
      opening: 'la Sua richiesta non è stata confermata in tempo e le date sono di nuovo libere.',
      again: 'Se desidera ancora venire, ci invii pure una nuova richiesta.',
    },
    paymentDue: {
      subject: 'Un pagamento per {{ booking.confirmation_code }} scade {{ payment.due_on | date }}',
      forStay:
        'un pagamento di {{ payment.amount | money }} per il Suo soggiorno scade {{ payment.due_on | date }}.',
      ofFee:
        'un pagamento di {{ payment.amount | money }} per le spese di annullamento scade {{ payment.due_on | date }}.',
    },
    paymentReceived: {
      subject: 'Abbiamo ricevuto {{ payment.amount | money }}',
      opening: 'grazie: abbiamo ricevuto {{ payment.amount | money }} per il Suo soggiorno.',
      nothingLeft: 'Non resta nulla da pagare.',
    },
    beforeArrival: {
      subject:
        'Il Suo soggiorno inizia {{ booking.check_in | date }}: {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'il Suo soggiorno si avvicina. Ecco ciò che Le serve per l’arrivo.',
    },
    afterDeparture: {
      subject:
        'Grazie per il Suo soggiorno: {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'grazie per il Suo soggiorno. Speriamo che Le sia piaciuto e saremo lieti di rivederLa.',
    },
    bookingLink: {
      subject: 'Il link alla Sua prenotazione {code}',
      greeting: 'Gentile {name},',
      opening: 'questo link apre la Sua prenotazione: {place}, da {checkIn} a {checkOut}.',
      keep: 'Chi lo possiede può vedere la prenotazione e annullarla: lo tenga per sé. Se non lo ha richiesto, non deve fare nulla.',
    },
    calendar: {
      description: 'Prenotazione {code}',
      declining: 'Rifiutare l’invito nel calendario non annulla il soggiorno.',
    },
  },

  documents: {
    place: '{title}, {building}',
  },

  site: {},
});
