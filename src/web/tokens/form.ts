import { defineForm, needed, oneOf } from '../form-table.ts';

/** The page draws the scope as two explained choices. */
export const NEW_TOKEN = defineForm({
  name: needed('Name'),
  scope: { ...oneOf('Scope'), read: needed('Scope').read },
});
