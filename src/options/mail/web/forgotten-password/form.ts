import { defineForm, email, password } from '../../../../web/form-table.ts';

export const FORGOTTEN = defineForm({ email: email('Email') });
export const NEW_PASSWORD = defineForm({ password: password('Password') });
