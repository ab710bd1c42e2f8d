import { defineForm, optional, password, required } from '../form-table.ts';

export const NEW_NAME = defineForm({ name: required('Name') });
export const PASSWORDS = defineForm({
  password: password('Present password'),
  new_password: password('New password'),
});

/** That it is still the same person who sits at the browser: one of the two. */
const PROOF = {
  password: password('Password'),
  code: optional('Code'),
};
export const SAME_PERSON = defineForm(PROOF);
export const NEW_FACTOR = defineForm({
  name: required('Name'),
  first_code: required('Code of the new app'),
  ...PROOF,
});
