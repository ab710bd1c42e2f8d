import { defineForm, email, password, required } from '../form-table.ts';

export const CREDENTIALS = defineForm({ email: email('Email'), password: password('Password') });

/** Longer than a recovery code with spaces. */
export const MAX_TYPED_CODE_LENGTH = 40;

export const CODE = defineForm({ code: required('Code') });
