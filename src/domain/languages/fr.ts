import { translate } from './translate.ts';

export const fr = translate<'one' | 'other'>()({
  name: 'Français',
  locale: 'fr-FR',

  reasons: {},

  errors: {},

  amenities: {},

  lines: {},

  mail: {
    day: '%A %-d %B %Y',
    moment: '%A %-d %B %Y à %H:%M',
    greeting: 'Bonjour {{ guest.name }},',
    place: '{{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
    arrivalDay:
      '*Arrivée, à partir de {{ listing.check_in_time }} :* {{ booking.check_in | date: "%a %-d %B %Y" }}',
    departureDay:
      '*Départ, avant {{ listing.check_out_time }} :* {{ booking.check_out | date: "%a %-d %B %Y" }}',
    nights: 'Nuits : {{ booking.nights }}',
    guests: 'Voyageurs : {{ booking.number_of_guests }}',
    code: 'Code de réservation : {{ booking.confirmation_code }}',
    total: 'Total : {{ booking.grand_total | money }}',
    stillDue: 'Reste à payer : {{ booking.balance_due | money }}',
    address: 'Adresse : {{ listing.address }}',
    seeBooking: 'Voir votre réservation',
    payOnline: 'Payer en ligne',
    toPay: 'À payer',
    payment:
      '{{ payment.amount | money }}{% if payment.due_on %}, au plus tard le {{ payment.due_on | date }}{% endif %}',
    yourArrival: 'Votre arrivée',
    requested: {
      subject:
        'Votre demande pour {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      thanks:
        'Merci pour votre demande. Elle n’est pas encore confirmée : nous vous répondrons dès que possible. D’ici là, vous n’avez rien à payer.',
      kept: 'Nous vous gardons ces dates jusqu’au {{ booking.expires_at | date }}.',
    },
    confirmed: {
      subject:
        'Votre réservation est confirmée : {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'Votre réservation est confirmée. Nous nous réjouissons de vous accueillir.',
    },
    changed: {
      subject: 'Votre réservation {{ booking.confirmation_code }} a été modifiée',
      opening: 'Votre réservation a été modifiée. La voici telle qu’elle est maintenant.',
    },
    declined: {
      subject:
        'Votre demande pour {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'Nous sommes désolés : nous ne pouvons pas accepter votre demande.',
    },
    withdrawn: {
      subject:
        'Vous avez retiré votre demande pour {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'Vous avez retiré votre demande. Les dates sont de nouveau libres.',
    },
    cancelled: {
      subject: 'Votre réservation {{ booking.confirmation_code }} est annulée',
      opening: 'Votre réservation est annulée.',
      isFree: 'L’annulation est gratuite.',
      fee: 'Les frais d’annulation s’élèvent à {{ booking.cancellation_fee | money }}.',
      refund: 'Nous vous remboursons {{ booking.refund_due | money }}.',
    },
    expired: {
      subject:
        'Votre demande pour {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %} a expiré',
      opening: 'Votre demande n’a pas été confirmée à temps, et les dates sont de nouveau libres.',
      again: 'Si vous souhaitez toujours venir, n’hésitez pas à refaire une demande.',
    },
    paymentDue: {
      subject: 'Un paiement pour {{ booking.confirmation_code }} est à régler le {{ payment.due_on | date }}',
      forStay:
        'Un paiement de {{ payment.amount | money }} pour votre séjour est à régler le {{ payment.due_on | date }}.',
      ofFee:
        'Un paiement de {{ payment.amount | money }} pour vos frais d’annulation est à régler le {{ payment.due_on | date }}.',
    },
    paymentReceived: {
      subject: 'Nous avons bien reçu {{ payment.amount | money }}',
      opening: 'Merci : nous avons bien reçu {{ payment.amount | money }} pour votre séjour.',
      nothingLeft: 'Il ne reste rien à payer.',
    },
    beforeArrival: {
      subject:
        'Votre séjour commence le {{ booking.check_in | date }} : {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'Votre séjour approche. Voici tout ce qu’il vous faut pour votre arrivée.',
    },
    afterDeparture: {
      subject:
        'Merci pour votre séjour : {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening:
        'Merci pour votre séjour. Nous espérons qu’il vous a plu et serons heureux de vous accueillir à nouveau.',
    },
    bookingLink: {
      subject: 'Le lien vers votre réservation {code}',
      greeting: 'Bonjour {name},',
      opening: 'Ce lien ouvre votre réservation : {place}, du {checkIn} au {checkOut}.',
      keep: 'Toute personne qui l’a peut voir la réservation et l’annuler : gardez-le pour vous. Si vous ne l’avez pas demandé, vous n’avez rien à faire.',
    },
    calendar: {
      description: 'Réservation {code}',
      declining: 'Refuser l’invitation dans votre agenda n’annule pas le séjour.',
    },
  },

  documents: {
    place: '{title}, {building}',
  },

  site: {},
});
