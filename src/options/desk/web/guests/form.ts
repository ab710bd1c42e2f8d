import { defineForm, longText, optional, required, unmarked } from '../../../../web/form-table.ts';

export const GUEST = defineForm({
  name: required('Name'),
  email: unmarked(optional('Email')),
  phone: unmarked(optional('Phone')),
  notes: unmarked(longText('Your team’s notes')),
});
