import { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH, MAX_PHONE_LENGTH } from '../../domain/limits.ts';
import type { Guest } from '../../services/guests.ts';
import {
  emailField,
  idParameter,
  nullableEmail,
  nullableLongText,
  nullableTextField,
  requiredText,
  textField,
} from '../fields.ts';
import { resource } from '../operation.ts';
import { list, read } from '../reading.ts';
import { guestSchema, presentGuest } from '../wire/guest.ts';
import { write } from '../writing.ts';

const details = {
  email: nullableEmail.optional(),
  phone: nullableTextField(MAX_PHONE_LENGTH).optional(),
  notes: nullableLongText(MAX_NOTES_LENGTH).optional(),
};
const newGuestBody = z.object({ name: requiredText(MAX_NAME_LENGTH), ...details }).meta({ id: 'NewGuest' });
const guestChangeBody = z
  .object({ name: requiredText(MAX_NAME_LENGTH).optional(), ...details })
  .meta({ id: 'GuestChange' });

const guestAnswer = z.object({ data: guestSchema });
const present = (guest: Guest) => ({ data: presentGuest(guest) });

const theGuest = resource({
  name: 'guest',
  params: { guest: idParameter('The guest’s id.') },
  find: ({ services, teamId, params }) => services.guests.findGuest(teamId, params.guest),
});

const listGuests = list({
  id: 'listGuests',
  tag: 'Guests',
  summary: 'List guests',
  description: 'Newest first.',
  asks: 'team',
  route: 'GET /v1/guests',
  filters: {
    email: emailField.optional().describe('The whole email, in either case.'),
    search: textField({ min: 2, max: 100 }).optional().describe('Part of the name or email, in either case.'),
  },
  item: guestSchema,
  find: ({ services, teamId, query }, page) => services.guests.listGuests(teamId, query, page),
  present: presentGuest,
});

const getGuest = read({
  id: 'getGuest',
  tag: 'Guests',
  summary: 'Read a guest',
  asks: 'team',
  route: 'GET /v1/guests/:guest',
  resource: theGuest,
  success: guestAnswer,
  answer: ({ found }) => present(found),
});

const createGuest = write({
  id: 'createGuest',
  tag: 'Guests',
  summary: 'Add a guest',
  description: 'An email that another guest of the team has is a 422 under `email`.',
  asks: 'team',
  route: 'POST /v1/guests',
  body: newGuestBody,
  run: ({ services, body: { name, email = null, phone = null, notes = null } }, call) =>
    services.guests.createGuest(call, { name, email, phone, notes }),
  success: 201,
  answers: guestAnswer,
  present,
});

const changeGuest = write({
  id: 'changeGuest',
  tag: 'Guests',
  summary: 'Change a guest',
  description: 'Send only what changes: an absent key keeps its value, null clears it.',
  asks: 'team',
  route: 'PUT /v1/guests/:guest',
  resource: theGuest,
  body: guestChangeBody,
  run: ({ services, params, body }, call) => services.guests.changeGuest(call, params.guest, body),
  success: 200,
  answers: guestAnswer,
  present,
});

export const guestOperations = [listGuests, getGuest, createGuest, changeGuest];
