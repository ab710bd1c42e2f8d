import { defineForm, password, required } from '../form-table.ts';

export const NEW_NAME = defineForm({ name: required('Name') });
export const PASSWORDS = defineForm({
  password: password('Present password'),
  new_password: password('New password'),
});
