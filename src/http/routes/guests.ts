import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Guest, GuestService } from '../../services/guests.ts';
import { notFound } from '../errors.ts';
import { emailField, idField, nullableEmail, nullableTextField, requiredText, textField } from '../fields.ts';
import { teamIdOf } from '../team-scope.ts';
import { guestSchema, presentGuest } from '../wire/guest.ts';
import { pageParameters, pageRequestOf, pageSchema, presentPage } from '../wire/page.ts';
import { answerWrite, refuseInvalid } from '../writes.ts';

const listQuery = z.object({
  ...pageParameters,
  email: emailField.optional(),
  search: textField({ min: 2, max: 100 }).optional(),
});

const details = {
  email: nullableEmail.optional(),
  phone: nullableTextField(50).optional(),
  notes: nullableTextField(10_000).optional(),
};
const newGuestBody = z.object({ name: requiredText(255), ...details });
const guestChangeBody = z.object({ name: requiredText(255).optional(), ...details });
const guestAnswer = z.object({ data: guestSchema });
const present = (guest: Guest) => ({ data: presentGuest(guest) });

/** A team's guests. */
export const guestRoutes: FastifyPluginCallbackZod<{ guests: GuestService }> = (app, { guests }, done) => {
  app.get(
    '/guests',
    { schema: { querystring: listQuery, response: { 200: pageSchema(guestSchema) } } },
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
      schema: { params: z.object({ guest: idField }), response: { 200: z.object({ data: guestSchema }) } },
    },
    async (request) => {
      const guest = await guests.findGuest(teamIdOf(request), request.params.guest);
      if (!guest) throw notFound('guest');
      return { data: presentGuest(guest) };
    },
  );

  app.post(
    '/guests',
    { schema: { body: newGuestBody, response: { 201: guestAnswer } } },
    async (request, reply) => {
      const { name, email = null, phone = null, notes = null } = request.body;
      return answerWrite(request, reply, { status: 201, resource: 'guest', present }, (idempotency) =>
        guests.createGuest(teamIdOf(request), { name, email, phone, notes }, idempotency),
      );
    },
  );

  app.put(
    '/guests/:guest',
    {
      attachValidation: true,
      schema: {
        params: z.object({ guest: z.string() }),
        body: guestChangeBody,
        response: { 200: guestAnswer },
      },
    },
    async (request, reply) => {
      const { guest } = request.params;
      await refuseInvalid(request, 'guest', () => guests.hasGuest(teamIdOf(request), guest));
      return answerWrite(request, reply, { status: 200, resource: 'guest', present }, (idempotency) =>
        guests.changeGuest(teamIdOf(request), guest, request.body, idempotency),
      );
    },
  );
  done();
};
