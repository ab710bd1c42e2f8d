import { defineForm, email, needed } from '../form-table.ts';

export const NEW_MEMBER = defineForm({ name: needed('Name'), email: email('Email') });
