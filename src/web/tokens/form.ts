import { defineForm, oneOf, orNull, required } from '../form-table.ts';

/** The page draws the scope as two explained choices. */
export const NEW_TOKEN = defineForm({
  name: required('Name'),
  scope: orNull(oneOf('Scope')),
});
