import { translate } from './translate.ts';

export const it = translate<'one' | 'other'>()({
  name: 'Italiano',
  locale: 'it-IT',

  reasons: {
    listing_not_bookable: 'Al momento questo alloggio non è prenotabile.',
    past_date: 'Il giorno di arrivo è già passato.',
    advance_notice: {
      one: 'Questo alloggio va prenotato almeno {number} giorno prima dell’arrivo.',
      other: 'Questo alloggio va prenotato almeno {number} giorni prima dell’arrivo.',
    },
    booking_window: {
      one: 'Questo alloggio si può prenotare con un anticipo massimo di {number} giorno.',
      other: 'Questo alloggio si può prenotare con un anticipo massimo di {number} giorni.',
    },
    guests_exceeded: {
      one: 'Questo alloggio può accogliere al massimo {number} ospite.',
      other: 'Questo alloggio può accogliere al massimo {number} ospiti.',
    },
    no_children: 'Questo alloggio non accoglie bambini.',
    children_exceeded: {
      one: 'Questo alloggio può accogliere al massimo {number} bambino.',
      other: 'Questo alloggio può accogliere al massimo {number} bambini.',
    },
    no_infants: 'Questo alloggio non accoglie neonati.',
    infants_exceeded: {
      one: 'Questo alloggio può accogliere al massimo {number} neonato.',
      other: 'Questo alloggio può accogliere al massimo {number} neonati.',
    },
    no_pets: 'In questo alloggio non sono ammessi animali.',
    pets_exceeded: {
      one: 'In questo alloggio è ammesso al massimo {number} animale.',
      other: 'In questo alloggio sono ammessi al massimo {number} animali.',
    },
    min_stay: {
      one: 'In questo periodo il soggiorno minimo è di {number} notte.',
      other: 'In questo periodo il soggiorno minimo è di {number} notti.',
    },
    max_stay: {
      one: 'In questo periodo il soggiorno massimo è di {number} notte.',
      other: 'In questo periodo il soggiorno massimo è di {number} notti.',
    },
    closed_for_arrival: 'Non è possibile arrivare in questa data: {date}.',
    closed_for_departure: 'Non è possibile partire in questa data: {date}.',
    dates_unavailable: 'Questo alloggio non è disponibile per l’intero soggiorno.',
    no_single_unit: 'Nessuna unità di questo alloggio è libera per l’intero soggiorno.',
    needs_preparation: {
      one: 'Dopo il Suo soggiorno ci serve {number} notte libera per preparare l’alloggio.',
      other: 'Dopo il Suo soggiorno ci servono {number} notti libere per preparare l’alloggio.',
    },
  },

  errors: {},

  amenities: {},

  lines: {},

  mail: {},

  documents: {},

  site: {},
});
