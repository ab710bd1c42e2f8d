import { defineForm, longText, optional, required, unmarked } from '../../../../web/form-table.ts';
import { guestLanguage } from '../languages/guest-language.ts';

export const GUEST = defineForm({
  name: required('Name'),
  email: unmarked(optional('Email')),
  phone: unmarked(optional('Phone')),
  language: guestLanguage('Language'),
  notes: unmarked(longText('Your team’s notes')),
});
