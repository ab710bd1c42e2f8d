import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireFound } from '../../../plugins/errors.ts';
import { paginate } from '../../../plugins/paging.ts';
import { writeAndAnswer } from '../../../plugins/writes.ts';
import { bookingPathParams } from '../../../schemas/bookings/booking.ts';
import { presentMessage, presentWholeMessage } from '../../../schemas/message.ts';
import { writeHeaders } from '../../../schemas/writes.ts';
import { mailAnswer, mailListAnswer, mailParams, mailQuery, newMailBody } from '../schemas/mail.ts';
import { writeMailByHand } from '../services/by-hand.ts';
import { findMail, listMails, type Mail, resendMail, withdrawMail } from '../services/mails.ts';
import type { MailServices } from '../services/services.ts';

const tags = ['Messages'];
const present = (mail: Mail) => ({ data: presentWholeMessage(mail) });

export const outboxRoutes: FastifyPluginAsyncZod<MailServices> = async (app, services) => {
  app.get(
    '/mails',
    {
      config: { permission: 'mails:read' },
      schema: {
        operationId: 'listMails',
        tags,
        summary: 'List messages',
        description: 'Newest first. They are kept for 400 days.',
        querystring: mailQuery,
        response: { 200: mailListAnswer },
      },
    },
    (request) => {
      const { booking_id: bookingId, guest_id: guestId, kind: kinds, status: statuses } = request.query;
      return paginate(request, presentMessage, (page) =>
        listMails(request.scope, services, { bookingId, guestId, kinds, statuses }, page),
      );
    },
  );

  app.post(
    '/bookings/:booking/mails',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'writeMail',
        tags,
        summary: 'Write to a booking’s guest',
        description:
          'A message of the kind `by_hand`, at most 20 an hour for a booking; more are a 429. If the guest has no email, or one that gets nothing, it is a 422 under `guest`.',
        params: bookingPathParams,
        headers: writeHeaders,
        body: newMailBody,
        response: { 202: mailAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(202), present, (options) =>
        writeMailByHand(
          request.scope,
          services,
          { bookingId: request.params.booking, ...request.body },
          options,
        ),
      ),
  );

  app.get(
    '/mails/:mail',
    {
      config: { permission: 'mails:read' },
      schema: {
        operationId: 'getMail',
        tags,
        summary: 'Read a message',
        description:
          'As its reader sees it, but for the secret of the link to the guest’s own page, which is put in only while it is sent.',
        params: mailParams,
        response: { 200: mailAnswer },
      },
    },
    async ({ scope, params }) =>
      present(requireFound('message', await findMail(scope, services, params.mail))),
  );

  app.post(
    '/mails/:mail/resend',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'resendMail',
        tags,
        summary: 'Send a message again',
        description:
          'As a new message, to the guest’s present address or to a member who is still in the team. One that is pending is a 422 under `status`, and so is one that nobody may get any more.',
        params: mailParams,
        headers: writeHeaders,
        response: { 202: mailAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(202), present, (options) =>
        resendMail(request.scope, services, request.params.mail, options),
      ),
  );

  app.post(
    '/mails/:mail/withdraw',
    {
      config: { permission: 'bookings:write' },
      schema: {
        operationId: 'withdrawMail',
        tags,
        summary: 'Withdraw a message',
        description: 'One that is pending or kept. Any other is a 422 under `status`.',
        params: mailParams,
        headers: writeHeaders,
        response: { 200: mailAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        withdrawMail(request.scope, services, request.params.mail, options),
      ),
  );
};
