import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Permission } from '../../../domain/access/permissions.ts';
import { MAIL_KINDS, MAIL_STATUSES } from '../../../domain/vocabulary.ts';
import { redirectWithNotice } from '../../../web/flash.ts';
import { emptyForm, type Form } from '../../../web/form.ts';
import { needs, needsWholeTeam, readId, teamPath } from '../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../web/once-per-form.ts';
import { requireForPage } from '../../../web/page-error.ts';
import { ROWS_PER_PAGE, readPageNumber, readQuery } from '../../../web/paging.ts';
import { toRefusedForm } from '../../../web/sent-form.ts';
import { sendPage } from '../../../web/views/layout.ts';
import { newMailSuppressionBody } from '../schemas/suppression.ts';
import { findMail, listMails, type Mail, resendMail, withdrawMail } from '../services/mails.ts';
import type { MailServices } from '../services/services.ts';
import {
  createMailSuppression,
  deleteMailSuppression,
  listMailSuppressions,
  type MailSuppression,
} from '../services/suppressions.ts';
import { SUPPRESSION } from './form.ts';
import { messagePage, messagesPage } from './list-page.ts';
import { MAIL_PAGE_HEADERS } from './mail-frame.ts';
import { suppressionsPage } from './suppressions-page.ts';

/** An unknown value is ignored, so that all messages are shown. */
const oneOf = <Word extends string>(words: readonly Word[], text: string | undefined): Word[] | undefined => {
  const word = words.find((one) => one === text);
  return word && [word];
};

const messagesPath = (request: FastifyRequest): string => `${teamPath(request)}/messages`;

export const messageRoutes: FastifyPluginAsync<MailServices> = async (app, services) => {
  const { clock, mail: settings } = services;

  app.get('/messages', needs('mails:read'), async (request, reply) => {
    const query = readQuery(request.query, ['kind', 'status']);
    const page = readPageNumber(request.query);
    const filter = { kinds: oneOf(MAIL_KINDS, query.kind), statuses: oneOf(MAIL_STATUSES, query.status) };
    const mails = await listMails(request.scope, services, filter, { page, perPage: ROWS_PER_PAGE });
    const { timezone: zone } = request.teamVisit.team;
    const view = { base: teamPath(request), zone, query, page, mails, now: clock() };
    const body = messagesPage(reply, { ...view, isSending: settings.isSending });
    return sendPage(reply, { title: 'Messages', tab: 'messages', body });
  });

  async function show(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { request } = reply;
    const mail = requireForPage(await findMail(request.scope, services, readId(request, 'mail')));
    const { timezone: zone } = request.teamVisit.team;
    const body = messagePage(reply, { base: teamPath(request), zone, mail, now: clock(), form });
    return sendPage(reply, { title: mail.rendered.subject, status, tab: 'messages', body });
  }

  const shown = (permission: Permission) => ({ config: { permission, headers: MAIL_PAGE_HEADERS } });
  app.get('/messages/:mail', shown('mails:read'), (_request, reply) => show(reply));

  app.post('/messages/:mail/resend', shown('bookings:write'), async (request, reply) => {
    try {
      return await doOncePerForm<Mail>(
        reply,
        (options) => resendMail(request.scope, services, readId(request, 'mail'), options),
        ({ id }) => toNotice(`${messagesPath(request)}/${id}`, 'This is the message that is sent again.'),
      );
    } catch (error) {
      return show(reply, toRefusedForm(emptyForm, error), 422);
    }
  });

  app.post('/messages/:mail/withdraw', shown('bookings:write'), async (request, reply) => {
    try {
      const { id } = await withdrawMail(request.scope, services, readId(request, 'mail'));
      return redirectWithNotice(reply, `${messagesPath(request)}/${id}`, 'The message is withdrawn.');
    } catch (error) {
      return show(reply, toRefusedForm(emptyForm, error), 422);
    }
  });

  const suppressionsPath = (request: FastifyRequest): string => `${messagesPath(request)}/suppressions`;

  async function showSuppressions(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { request } = reply;
    const page = readPageNumber(request.query);
    const suppressions = await listMailSuppressions(request.scope, { page, perPage: ROWS_PER_PAGE });
    const { timezone: zone } = request.teamVisit.team;
    const body = suppressionsPage(reply, { base: teamPath(request), zone, page, suppressions, form });
    return sendPage(reply, { title: 'Blocked addresses', status, tab: 'messages', body });
  }

  app.get('/messages/suppressions', needsWholeTeam('mails:read'), (_request, reply) =>
    showSuppressions(reply),
  );

  app.post('/messages/suppressions', needsWholeTeam('mails:write'), async (request, reply) => {
    const form = SUPPRESSION.open(request.body);
    const input = form.check(newMailSuppressionBody, SUPPRESSION.read(form));
    if (!input) return showSuppressions(reply, form, 422);
    try {
      return await doOncePerForm<MailSuppression>(
        reply,
        (options) => createMailSuppression(request.scope, input, options),
        ({ email }) => toNotice(suppressionsPath(request), `Nothing more is sent to ${email}.`),
      );
    } catch (error) {
      return showSuppressions(reply, form.refused(error), 422);
    }
  });

  app.post(
    '/messages/suppressions/:suppression/delete',
    needsWholeTeam('mails:write'),
    async (request, reply) => {
      await deleteMailSuppression(request.scope, readId(request, 'suppression'));
      return redirectWithNotice(reply, suppressionsPath(request), 'Messages go to this address again.');
    },
  );
};
