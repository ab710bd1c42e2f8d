import { defineForm, password } from '../form-table.ts';

export const JOINING = defineForm({ password: password('Password') });
