import { defineForm, email, required } from '../form-table.ts';

export const NEW_MEMBER = defineForm({ name: required('Name'), email: email('Email') });
