import { z } from 'zod';
import type { Guest } from '../../services/guests.ts';
import { emailField, idParameter, textField } from '../../schemas/fields.ts';
import { guestChangeBody, guestExport, guestExportText, newGuestBody } from '../../schemas/guest-bodies.ts';
import { resource } from '../operation.ts';
import { list, read, readInParts } from '../reading.ts';
import { guestSchema, presentGuest } from '../../schemas/guest.ts';
import { write } from '../writing.ts';

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
    email: emailField.optional().describe('The whole email. Case does not matter.'),
    search: textField({ min: 2, max: 100 })
      .optional()
      .describe('Part of the name or email. Case does not matter.'),
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
  isTagged: true,
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
  ifMatch: { schema: guestAnswer, present },
  run: ({ services, params, body }, call) => services.guests.changeGuest(call, params.guest, body),
  success: 200,
  answers: guestAnswer,
  present,
});

const exportGuest = readInParts({
  id: 'exportGuest',
  tag: 'Guests',
  summary: 'Export everything about a guest',
  description: 'The guest and their bookings, oldest first, each with its folio and events.',
  asks: 'team',
  route: 'GET /v1/guests/:guest/export',
  resource: resource({
    name: 'guest',
    params: { guest: idParameter('The guest’s id.') },
    find: ({ services, teamId, params }) => services.guests.exportGuest(teamId, params.guest),
  }),
  success: guestExport,
  parts: ({ found }, write) => guestExportText(found, write),
});

const eraseGuest = write({
  id: 'eraseGuest',
  tag: 'Guests',
  summary: 'Erase a guest',
  description:
    'Takes away everything that says who the guest was, also from their bookings and events; amounts, dates and invoices stay. Refused under `guest` while a booking is pending or confirmed, a deposit held or a payment scheduled. Erasing twice answers the same.',
  asks: 'team',
  route: 'POST /v1/guests/:guest/erase',
  resource: theGuest,
  run: ({ services, params }, call) => services.guests.eraseGuest(call, params.guest),
  success: 200,
  answers: guestAnswer,
  present,
});

export const guestOperations = [listGuests, getGuest, createGuest, changeGuest, exportGuest, eraseGuest];
