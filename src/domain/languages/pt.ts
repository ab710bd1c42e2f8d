import { translate } from './translate.ts';

export const pt = translate<'one' | 'other'>()({
  name: 'Português',
  locale: 'pt-PT',

  reasons: {},

  errors: {},

  amenities: {},

  lines: {},

  mail: {
    day: '%A, %-d de %B de %Y',
    moment: '%A, %-d de %B de %Y, às %H:%M',
    greeting: 'Olá {{ guest.name }},',
    place: '{{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
    arrivalDay:
      '*Chegada, a partir das {{ listing.check_in_time }}:* {{ booking.check_in | date: "%A, %-d de %B de %Y" }}',
    departureDay:
      '*Partida, até às {{ listing.check_out_time }}:* {{ booking.check_out | date: "%A, %-d de %B de %Y" }}',
    nights: 'Noites: {{ booking.nights }}',
    guests: 'Hóspedes: {{ booking.number_of_guests }}',
    code: 'Código da reserva: {{ booking.confirmation_code }}',
    total: 'Total: {{ booking.grand_total | money }}',
    stillDue: 'Falta pagar: {{ booking.balance_due | money }}',
    address: 'Morada: {{ listing.address }}',
    seeBooking: 'Ver a sua reserva',
    payOnline: 'Pagar online',
    toPay: 'A pagar',
    payment:
      '{{ payment.amount | money }}{% if payment.due_on %}, até {{ payment.due_on | date }}{% endif %}',
    yourArrival: 'A sua chegada',
    requested: {
      subject:
        'O seu pedido para {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      thanks:
        'Agradecemos o seu pedido. Ainda não está confirmado: respondemos logo que possível. Até lá, não é preciso pagar nada.',
      kept: 'Guardamos-lhe as datas até {{ booking.expires_at | date }}.',
    },
    confirmed: {
      subject:
        'A sua reserva está confirmada: {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'A sua reserva está confirmada. Esperamos por si.',
    },
    changed: {
      subject: 'A sua reserva {{ booking.confirmation_code }} foi alterada',
      opening: 'A sua reserva foi alterada. Fica agora assim.',
    },
    declined: {
      subject:
        'O seu pedido para {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'Lamentamos, mas não podemos aceitar o seu pedido.',
    },
    withdrawn: {
      subject:
        'Retirou o seu pedido para {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'Retirou o seu pedido. As datas estão novamente livres.',
    },
    cancelled: {
      subject: 'A sua reserva {{ booking.confirmation_code }} está cancelada',
      opening: 'A sua reserva está cancelada.',
      isFree: 'O cancelamento não tem custos.',
      fee: 'O cancelamento custa {{ booking.cancellation_fee | money }}.',
      refund: 'Devolvemos-lhe {{ booking.refund_due | money }}.',
    },
    expired: {
      subject:
        'O seu pedido para {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %} expirou',
      opening: 'O seu pedido não foi confirmado a tempo e as datas estão novamente livres.',
      again: 'Se ainda quiser vir, envie-nos um novo pedido.',
    },
    paymentDue: {
      subject: 'Pagamento da reserva {{ booking.confirmation_code }} até {{ payment.due_on | date }}',
      forStay:
        'Pedimos-lhe o pagamento de {{ payment.amount | money }} da sua estadia até {{ payment.due_on | date }}.',
      ofFee:
        'Pedimos-lhe o pagamento de {{ payment.amount | money }} da taxa de cancelamento até {{ payment.due_on | date }}.',
    },
    paymentReceived: {
      subject: 'Recebemos {{ payment.amount | money }}',
      opening: 'Agradecemos o seu pagamento: recebemos {{ payment.amount | money }} pela sua estadia.',
      nothingLeft: 'Já não falta pagar nada.',
    },
    beforeArrival: {
      subject:
        'A sua estadia a partir de {{ booking.check_in | date }}: {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'A sua estadia está quase a começar. Aqui tem o que é preciso para a chegada.',
    },
    afterDeparture: {
      subject:
        'Agradecemos a sua estadia: {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'Agradecemos a sua estadia. Esperamos que tenha gostado e que volte em breve.',
    },
    bookingLink: {
      subject: 'O link para a sua reserva {code}',
      greeting: 'Olá {name},',
      opening: 'Este link abre a sua reserva: {place}, de {checkIn} a {checkOut}.',
      keep: 'Quem o tiver pode ver a reserva e cancelá-la, por isso não o partilhe. Se não o pediu, não precisa de fazer nada.',
    },
    calendar: {
      description: 'Reserva {code}',
      declining: 'Recusar o convite no seu calendário não cancela a estadia.',
    },
  },

  documents: {
    place: '{title}, {building}',
  },

  site: {},
});
