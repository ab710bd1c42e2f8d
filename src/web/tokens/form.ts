import { defineForm, oneOf, orNull, required, unmarked } from '../form-table.ts';
import { accessPlaces } from '../views/access-places.ts';

/** The page draws the scope as two explained choices. */
export const NEW_TOKEN = defineForm({
  name: required('Name'),
  scope: orNull(oneOf('Scope')),
  role: unmarked(orNull(oneOf('Role'))),
  listings: accessPlaces(),
});
