import { defineForm, needed, password } from '../form-table.ts';

export const NEW_NAME = defineForm({ name: needed('Name') });
export const PASSWORDS = defineForm({
  password: password('Present password'),
  new_password: password('New password'),
});
