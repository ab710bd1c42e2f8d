import { translate } from './translate.ts';

export const de = translate<'one' | 'other'>()({
  name: 'Deutsch',
  locale: 'de-DE',

  reasons: {
    listing_not_bookable: 'Diese Unterkunft kann derzeit nicht gebucht werden.',
    past_date: 'Der Anreisetag liegt bereits in der Vergangenheit.',
    advance_notice: {
      one: 'Bitte buchen Sie diese Unterkunft mindestens {number} Tag vor der Anreise.',
      other: 'Bitte buchen Sie diese Unterkunft mindestens {number} Tage vor der Anreise.',
    },
    booking_window: {
      one: 'Diese Unterkunft kann höchstens {number} Tag im Voraus gebucht werden.',
      other: 'Diese Unterkunft kann höchstens {number} Tage im Voraus gebucht werden.',
    },
    guests_exceeded: {
      one: 'Diese Unterkunft bietet Platz für höchstens {number} Person.',
      other: 'Diese Unterkunft bietet Platz für höchstens {number} Personen.',
    },
    no_children: 'In dieser Unterkunft können leider keine Kinder übernachten.',
    children_exceeded: {
      one: 'In dieser Unterkunft kann höchstens {number} Kind übernachten.',
      other: 'In dieser Unterkunft können höchstens {number} Kinder übernachten.',
    },
    no_infants: 'In dieser Unterkunft können leider keine Kleinkinder übernachten.',
    infants_exceeded: {
      one: 'In dieser Unterkunft kann höchstens {number} Kleinkind übernachten.',
      other: 'In dieser Unterkunft können höchstens {number} Kleinkinder übernachten.',
    },
    no_pets: 'In dieser Unterkunft sind Haustiere leider nicht erlaubt.',
    pets_exceeded: {
      one: 'In dieser Unterkunft ist höchstens {number} Haustier erlaubt.',
      other: 'In dieser Unterkunft sind höchstens {number} Haustiere erlaubt.',
    },
    min_stay: {
      one: 'In diesem Zeitraum beträgt der Mindestaufenthalt {number} Nacht.',
      other: 'In diesem Zeitraum beträgt der Mindestaufenthalt {number} Nächte.',
    },
    max_stay: {
      one: 'In diesem Zeitraum können Sie höchstens {number} Nacht bleiben.',
      other: 'In diesem Zeitraum können Sie höchstens {number} Nächte bleiben.',
    },
    closed_for_arrival: 'Am {date} ist keine Anreise möglich.',
    closed_for_departure: 'Am {date} ist keine Abreise möglich.',
    dates_unavailable: 'Diese Unterkunft ist nicht für den gesamten Aufenthalt frei.',
    no_single_unit: 'Für den gesamten Aufenthalt ist hier keine einzelne Wohneinheit durchgehend frei.',
    needs_preparation: {
      one: 'Nach Ihrem Aufenthalt brauchen wir {number} freie Nacht, um die Unterkunft vorzubereiten.',
      other: 'Nach Ihrem Aufenthalt brauchen wir {number} freie Nächte, um die Unterkunft vorzubereiten.',
    },
  },

  errors: {},

  amenities: {},

  lines: {},

  mail: {},

  documents: {},

  site: {},
});
