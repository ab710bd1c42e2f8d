import { defineForm, email, oneOf, required } from '../form-table.ts';

export const NEW_MEMBER = defineForm({ name: required('Name'), email: email('Email'), role: oneOf('Role') });
