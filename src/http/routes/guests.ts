import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH, MAX_PHONE_LENGTH } from '../../domain/limits.ts';
import type { Guest, GuestService } from '../../services/guests.ts';
import { notFound } from '../errors.ts';
import {
  emailField,
  idField,
  nullableEmail,
  nullableLongText,
  nullableTextField,
  requiredText,
  textField,
} from '../fields.ts';
import { operation } from '../reference/operation.ts';
import { teamIdOf } from '../team-scope.ts';
import { guestSchema, presentGuest } from '../wire/guest.ts';
import { pageParameters, pageRequestOf, pageSchema, presentPage } from '../wire/page.ts';
import { answerWrite, refuseInvalid } from '../writes.ts';

const listQuery = z.object({
  ...pageParameters,
  email: emailField.optional().describe('The whole email, in either case.'),
  search: textField({ min: 2, max: 100 }).optional().describe('Part of the name or email, in either case.'),
});

const details = {
  email: nullableEmail.optional(),
  phone: nullableTextField(MAX_PHONE_LENGTH).optional(),
  notes: nullableLongText(MAX_NOTES_LENGTH).optional(),
};
const newGuestBody = z.object({ name: requiredText(MAX_NAME_LENGTH), ...details }).meta({ id: 'NewGuest' });
const guestChangeBody = z
  .object({ name: requiredText(MAX_NAME_LENGTH).optional(), ...details })
  .meta({ id: 'GuestChange' });
const params = z.object({ guest: idField.describe('The guest’s id.') });
const looseParams = z.object({
  guest: z.string().meta({ format: 'uuid', description: 'The guest’s id.' }),
});
const guestAnswer = z.object({ data: guestSchema });
const present = (guest: Guest) => ({ data: presentGuest(guest) });

const listGuests = operation({
  id: 'listGuests',
  tag: 'Guests',
  summary: 'List guests',
  description: 'Newest first.',
});
const getGuest = operation({ id: 'getGuest', tag: 'Guests', summary: 'Read a guest' });
const createGuest = operation({
  id: 'createGuest',
  tag: 'Guests',
  summary: 'Add a guest',
  description: 'An email that another guest of the team has is a 422 under `email`.',
});
const changeGuest = operation({
  id: 'changeGuest',
  tag: 'Guests',
  summary: 'Change a guest',
  description: 'Send what is to change: a key that is absent keeps its value, null clears it.',
});

/** A team's guests. */
export const guestRoutes: FastifyPluginCallbackZod<{ guests: GuestService }> = (app, { guests }, done) => {
  app.get(
    '/guests',
    { schema: { ...listGuests, querystring: listQuery, response: { 200: pageSchema(guestSchema) } } },
    async (request) => {
      const { email, search, ...paging } = request.query;
      const page = pageRequestOf(paging);
      const found = await guests.listGuests(teamIdOf(request), { email, search }, page);
      return presentPage(request, page, found, presentGuest);
    },
  );

  app.get(
    '/guests/:guest',
    {
      schema: { ...getGuest, params, response: { 200: z.object({ data: guestSchema }) } },
    },
    async (request) => {
      const guest = await guests.findGuest(teamIdOf(request), request.params.guest);
      if (!guest) throw notFound('guest');
      return { data: presentGuest(guest) };
    },
  );

  app.post(
    '/guests',
    { schema: { ...createGuest, body: newGuestBody, response: { 201: guestAnswer } } },
    async (request, reply) => {
      const { name, email = null, phone = null, notes = null } = request.body;
      return answerWrite(request, reply, { status: 201, resource: 'guest', present }, (call) =>
        guests.createGuest(call, { name, email, phone, notes }),
      );
    },
  );

  app.put(
    '/guests/:guest',
    {
      attachValidation: true,
      schema: {
        ...changeGuest,
        params: looseParams,
        body: guestChangeBody,
        response: { 200: guestAnswer },
      },
    },
    async (request, reply) => {
      const { guest } = request.params;
      await refuseInvalid(request, 'guest', () => guests.hasGuest(teamIdOf(request), guest));
      return answerWrite(request, reply, { status: 200, resource: 'guest', present }, (call) =>
        guests.changeGuest(call, guest, request.body),
      );
    },
  );
  done();
};
