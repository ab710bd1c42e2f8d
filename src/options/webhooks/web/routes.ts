import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { listReadableEventTypes } from '../../../domain/access/event-permissions.ts';
import { WEBHOOK_DELIVERY_STATUSES, type WebhookDeliveryStatus } from '../../../domain/vocabulary.ts';
import { findUrlMessagesOfBody } from '../../../plugins/bodies/url-check.ts';
import type { Services } from '../../../services/services.ts';
import type { Condition } from '../../../services/write.ts';
import { redirectWithNotice } from '../../../web/flash.ts';
import { emptyForm, type Form } from '../../../web/form.ts';
import { needs, readId, teamPath } from '../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../web/once-per-form.ts';
import { requireForPage } from '../../../web/page-error.ts';
import { ROWS_PER_PAGE, readPageNumber, readQuery } from '../../../web/paging.ts';
import { forgetSeen, type SentForm } from '../../../web/sent-form.ts';
import { sendPage } from '../../../web/views/layout.ts';
import { newWebhookBody, presentWebhook, webhookChangeBody, webhookReplayBody } from '../schemas/webhook.ts';
import {
  type Delivery,
  listWebhookDeliveries,
  redeliver,
  sendTestMessage,
  type TestMessageResult,
} from '../services/deliveries.ts';
import { replayWebhook } from '../services/replay.ts';
import { rotateWebhookSecret } from '../services/rotate-secret.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  type NewWebhook,
  showWebhookSecret,
  type Webhook,
  type WebhookChange,
} from '../services/webhooks.ts';
import { REPLAY, STATUS, WEBHOOK } from './form.ts';
import { deleteWebhookPage, webhookPage, webhooksPage } from './page.ts';

const ADDED = 'The webhook is added. Show its secret, and send a test.';
const ROTATED = 'There is a new secret. For 24 hours deliveries are signed with both.';

const isDeliveryStatus = (word: string | undefined): word is WebhookDeliveryStatus =>
  (WEBHOOK_DELIVERY_STATUSES as readonly (string | undefined)[]).includes(word);

const listPath = (request: FastifyRequest): string => `${teamPath(request)}/webhooks`;
const readableIn = ({ scope }: FastifyRequest) => listReadableEventTypes(scope.access.permissions);
const webhookPath = (request: FastifyRequest): string => `${listPath(request)}/${readId(request, 'webhook')}`;

export const webhookPages: FastifyPluginAsync<Services> = async (app, services) => {
  const { clock } = services;

  async function showList(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { request } = reply;
    const { timezone: zone } = request.teamVisit.team;
    const webhooks = await listWebhooks(request.scope, { page: 1, perPage: 100 });
    const body = webhooksPage(reply, {
      base: teamPath(request),
      zone,
      webhooks,
      now: clock(),
      form,
      readable: readableIn(request),
    });
    return sendPage(reply, { title: 'Webhooks', status, tab: 'webhooks', body });
  }

  const webhookIn = async (request: FastifyRequest): Promise<Webhook> =>
    requireForPage(await findWebhook(request.scope, readId(request, 'webhook')));

  type Shown = { form?: Form; status?: number; secret?: string | null };
  async function show(reply: FastifyReply, { form = emptyForm, status = 200, secret = null }: Shown = {}) {
    const { request } = reply;
    const webhook = await webhookIn(request);
    const query = readQuery(request.query, ['status']);
    const page = readPageNumber(request.query);
    const statuses = isDeliveryStatus(query.status) ? [query.status] : undefined;
    const pageRequest = { page, perPage: ROWS_PER_PAGE };
    const deliveries = await listWebhookDeliveries(request.scope, webhook.id, { statuses }, pageRequest);
    const presented = presentWebhook(webhook);
    const seen = WEBHOOK.computeVersion(presented);
    const values = { seen, ...WEBHOOK.toValues(presented), ...form.values };
    const body = webhookPage(reply, {
      base: teamPath(request),
      zone: request.teamVisit.team.timezone,
      webhook,
      query,
      page,
      deliveries,
      now: clock(),
      form: { values, errors: form.errors },
      readable: readableIn(request),
      secret,
    });
    return sendPage(reply, { title: webhook.description ?? webhook.url, status, tab: 'webhooks', body });
  }

  type Change = Condition<Webhook> & { changes: WebhookChange; text: string };
  async function change(reply: FastifyReply, form: SentForm, { changes, text, isCurrent }: Change) {
    const { request } = reply;
    const id = readId(request, 'webhook');
    try {
      await changeWebhook(request.scope, id, { change: changes, urlMessages: {} }, { isCurrent });
      return redirectWithNotice(reply, webhookPath(request), text);
    } catch (error) {
      return show(reply, { form: forgetSeen(form.refused(error)), status: 422 });
    }
  }

  app.get('/webhooks', needs('webhooks:read'), (_request, reply) => showList(reply));

  app.post('/webhooks', needs('webhooks:write'), async (request, reply) => {
    const form = WEBHOOK.open(request.body);
    const body = WEBHOOK.read(form);
    const input = form.check(newWebhookBody, body, await findUrlMessagesOfBody(services, body));
    if (!input) return showList(reply, form, 422);
    try {
      return await doOncePerForm<NewWebhook>(
        reply,
        (options) => createWebhook(request.scope, input, {}, options),
        ({ webhook }) => toNotice(`${listPath(request)}/${webhook.id}`, ADDED),
      );
    } catch (error) {
      return showList(reply, form.refused(error), 422);
    }
  });

  app.get('/webhooks/:webhook', needs('webhooks:read'), (_request, reply) => show(reply));

  app.post('/webhooks/:webhook', needs('webhooks:write'), async (request, reply) => {
    const form = WEBHOOK.open(request.body);
    const seen = form.text('seen');
    const body = WEBHOOK.read(form);
    const input = form.check(webhookChangeBody, body, await findUrlMessagesOfBody(services, body));
    if (!input) return show(reply, { form, status: 422 });
    const isCurrent = (stored: Webhook) => WEBHOOK.computeVersion(presentWebhook(stored)) === seen;
    return change(reply, form, { changes: input, text: 'The webhook is saved.', isCurrent });
  });

  app.post('/webhooks/:webhook/status', needs('webhooks:write'), async (request, reply) => {
    const form = STATUS.open(request.body);
    const input = form.check(webhookChangeBody, STATUS.read(form));
    if (!input) return show(reply, { form: { ...emptyForm, errors: form.errors }, status: 422 });
    const text =
      input.status === 'active'
        ? 'The webhook is active, and catches up with what it missed.'
        : 'The webhook is paused. It keeps its place.';
    return change(reply, form, { changes: input, text });
  });

  app.post('/webhooks/:webhook/test', needs('webhooks:write'), (request, reply) =>
    doOncePerForm<TestMessageResult>(
      reply,
      (options) => sendTestMessage(request.scope, services, readId(request, 'webhook'), options),
      (tested) => toNotice(webhookPath(request), presentResult(tested)),
    ),
  );

  // Only after a POST, so that no link can make the secret appear on a member's screen.
  app.post('/webhooks/:webhook/secret', needs('webhooks:write'), async (request, reply) =>
    show(reply, {
      secret: requireForPage(await showWebhookSecret(request.scope, readId(request, 'webhook'))),
    }),
  );

  // Once only, because a second replacement by mistake would end the secret that receivers know.
  app.post('/webhooks/:webhook/secret/rotate', needs('webhooks:write'), (request, reply) =>
    doOncePerForm<string>(
      reply,
      (options) => rotateWebhookSecret(request.scope, readId(request, 'webhook'), options),
      () => toNotice(webhookPath(request), ROTATED),
    ),
  );

  app.post('/webhooks/:webhook/replay', needs('webhooks:write'), async (request, reply) => {
    const form = REPLAY.open(request.body);
    const input = form.check(webhookReplayBody, REPLAY.read(form));
    if (!input) return show(reply, { form, status: 422 });
    const { after } = input;
    try {
      return await doOncePerForm<Webhook>(
        reply,
        (options) => replayWebhook(request.scope, readId(request, 'webhook'), after, options),
        () => toNotice(webhookPath(request), `Everything after position ${after} is delivered again.`),
      );
    } catch (error) {
      return show(reply, { form: form.refused(error), status: 422 });
    }
  });

  app.post('/webhooks/:webhook/deliveries/:delivery/redeliver', needs('webhooks:write'), (request, reply) =>
    doOncePerForm<Delivery>(
      reply,
      (options) => redeliver(request.scope, readId(request, 'webhook'), readId(request, 'delivery'), options),
      () => toNotice(webhookPath(request), 'It is delivered again.'),
    ),
  );

  app.get('/webhooks/:webhook/delete', needs('webhooks:write'), async (request, reply) => {
    const webhook = await webhookIn(request);
    const body = deleteWebhookPage(reply, { base: teamPath(request), webhook });
    return sendPage(reply, { title: 'Delete a webhook', tab: 'webhooks', body });
  });

  app.post('/webhooks/:webhook/delete', needs('webhooks:write'), async (request, reply) => {
    await deleteWebhook(request.scope, readId(request, 'webhook'));
    return redirectWithNotice(reply, listPath(request), 'The webhook is deleted.');
  });
};

function presentResult({ responseStatus, error, durationMs }: TestMessageResult): string {
  if (responseStatus !== null)
    return `The test was answered with ${responseStatus} in ${durationMs} ms.${responseStatus < 300 ? '' : ' Only 2xx counts as received.'}`;
  return `The test was not answered: ${error ?? 'no answer'}.`;
}
