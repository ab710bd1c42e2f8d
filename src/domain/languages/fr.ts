import { translate } from './translate.ts';

export const fr = translate<'one' | 'other'>()({
  name: 'Français',
  locale: 'fr-FR',

  reasons: {
    listing_not_bookable: 'Ce logement ne peut pas être réservé pour le moment.',
    past_date: 'La date d’arrivée est déjà passée.',
    advance_notice: {
      one: 'Ce logement doit être réservé au moins {number} jour avant l’arrivée.',
      other: 'Ce logement doit être réservé au moins {number} jours avant l’arrivée.',
    },
    booking_window: {
      one: 'Ce logement peut être réservé au maximum {number} jour à l’avance.',
      other: 'Ce logement peut être réservé au maximum {number} jours à l’avance.',
    },
    guests_exceeded: {
      one: 'Ce logement accueille au maximum {number} personne.',
      other: 'Ce logement accueille au maximum {number} personnes.',
    },
    no_children: 'Ce logement n’accueille pas d’enfants.',
    children_exceeded: {
      one: 'Ce logement accueille au maximum {number} enfant.',
      other: 'Ce logement accueille au maximum {number} enfants.',
    },
    no_infants: 'Ce logement n’accueille pas de bébés.',
    infants_exceeded: {
      one: 'Ce logement accueille au maximum {number} bébé.',
      other: 'Ce logement accueille au maximum {number} bébés.',
    },
    no_pets: 'Les animaux ne sont pas acceptés dans ce logement.',
    pets_exceeded: {
      one: 'Ce logement accepte au maximum {number} animal.',
      other: 'Ce logement accepte au maximum {number} animaux.',
    },
    min_stay: {
      one: 'À cette période, le séjour doit durer au moins {number} nuit.',
      other: 'À cette période, le séjour doit durer au moins {number} nuits.',
    },
    max_stay: {
      one: 'À cette période, le séjour ne peut pas dépasser {number} nuit.',
      other: 'À cette période, le séjour ne peut pas dépasser {number} nuits.',
    },
    closed_for_arrival: 'Il n’est pas possible d’arriver le {date}.',
    closed_for_departure: 'Il n’est pas possible de partir le {date}.',
    dates_unavailable: 'Ce logement n’est pas disponible pendant tout le séjour.',
    no_single_unit: 'Aucun hébergement n’est libre ici pendant tout le séjour.',
    needs_preparation: {
      one: 'Après votre séjour, il nous faut {number} nuit libre pour préparer le logement.',
      other: 'Après votre séjour, il nous faut {number} nuits libres pour préparer le logement.',
    },
  },

  errors: {},

  amenities: {},

  lines: {},

  mail: {},

  documents: {},

  site: {},
});
