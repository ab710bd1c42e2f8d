import { defineForm, email, password } from '../form-table.ts';

export const CREDENTIALS = defineForm({ email: email('Email'), password: password('Password') });
