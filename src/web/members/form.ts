import { defineForm, email, oneOf, required } from '../form-table.ts';
import { accessPlaces } from '../views/access-places.ts';

export const NEW_MEMBER = defineForm({
  name: required('Name'),
  email: email('Email'),
  role: oneOf('Role'),
  listings: accessPlaces(),
});
export const MEMBER_PLACES = defineForm({ listings: accessPlaces() });
