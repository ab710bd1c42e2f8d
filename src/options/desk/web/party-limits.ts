/** How many a place takes. Its prices and its description have the same fields. */
import { integer, optionalInteger, unmarked } from '../../../web/form-table.ts';

export const PARTY_LIMITS = {
  max_guests: integer('Guests at most'),
  max_children: unmarked(optionalInteger('Children at most')),
  max_infants: unmarked(optionalInteger('Infants at most')),
  max_pets: unmarked(optionalInteger('Pets at most')),
};
