import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/vocabulary.ts';
import { newWebhookBody, replayBody, webhookChangeBody } from '../../schemas/webhook.ts';
import type { Services } from '../../services/services.ts';
import { listDeliveries, redeliver, sendTest, type TestResult } from '../../services/webhooks/deliveries.ts';
import { replay } from '../../services/webhooks/replay.ts';
import { rotateSecret } from '../../services/webhooks/rotate-secret.ts';
import { openSecret } from '../../services/webhooks/secrets.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  type Webhook,
  type WebhookChange,
} from '../../services/webhooks/webhooks.ts';
import { setFlash, takeNotice } from '../flash.ts';
import { emptyForm, type Form } from '../form.ts';
import { type OpenForm, openForm } from '../open-form.ts';
import { noSuchPage } from '../page-error.ts';
import { ROWS_PER_PAGE, readPageNumber, readQuery } from '../paging.ts';
import { buildMemberCall, readId, teamPath } from '../team-scope.ts';
import { sendPage } from '../views/layout.ts';
import { deleteWebhookPage, webhookPage, webhooksPage } from './page.ts';

const LABELS = {
  url: 'Address',
  description: 'Description',
  types: 'Events',
  status: 'Status',
  after: 'Position',
};
const isDeliveryStatus = (word: string | undefined): word is DeliveryStatus =>
  (DELIVERY_STATUSES as readonly (string | undefined)[]).includes(word);

/** A wrong type is named by its place in the list. */
const toFieldName = (path: string): string => path.replace(/\..*$/, '');

/** The fields of a webhook in a form. */
const readWebhookForm = (sent: unknown) => {
  const form = openForm(sent, LABELS, toFieldName);
  const types = form.list('types');
  const body = {
    url: form.text('url'),
    description: form.optional('description'),
    types: types.length === 0 ? null : types,
  };
  return { form, body };
};

/** The pages of a team's webhooks. */
function webhookPages({ db, clock }: Services) {
  async function showList(reply: FastifyReply, form: Form, status: number, notice: string | null = null) {
    const { request } = reply;
    const all = await listWebhooks(db, request.teamVisit.team.id, { page: 1, perPage: 100 });
    const zone = request.teamVisit.team.timezone;
    const view = { base: teamPath(request), zone, webhooks: all, now: clock(), form, notice };
    const body = webhooksPage(reply, view);
    return sendPage(reply, { title: 'Webhooks', status, tab: 'webhooks', body });
  }

  async function webhookIn(request: FastifyRequest): Promise<Webhook> {
    const webhook = await findWebhook(db, request.teamVisit.team.id, readId(request, 'webhook'));
    if (!webhook) throw noSuchPage();
    return webhook;
  }

  type Shown = { form?: Form; status?: number; secret?: string | null; notice?: string | null };
  async function show(
    reply: FastifyReply,
    { form = emptyForm, status = 200, secret = null, notice = null }: Shown,
  ) {
    const { request } = reply;
    const webhook = await webhookIn(request);
    const query = readQuery(request.query, ['status']);
    const page = readPageNumber(request.query);
    const statuses = isDeliveryStatus(query.status) ? [query.status] : undefined;
    const found = await listDeliveries(
      db,
      webhook,
      { statuses, eventId: undefined },
      { page, perPage: ROWS_PER_PAGE },
    );
    const { url, description, types } = webhook;
    const values = { url, description: description ?? '', types: types?.join(',') ?? '', ...form.values };
    const zone = request.teamVisit.team.timezone;
    const view = { zone, webhook, query, page, deliveries: found, now: clock(), secret, notice };
    const shown = { values, errors: form.errors };
    const body = webhookPage(reply, { base: teamPath(request), ...view, form: shown });
    return sendPage(reply, { title: description ?? url, status, tab: 'webhooks', body });
  }

  return { showList, webhookIn, show };
}

const goTo = (request: FastifyRequest, reply: FastifyReply, id: string, text: string) => {
  setFlash(reply, { what: 'notice', text });
  return reply.redirect(`${teamPath(request)}/webhooks${id === '' ? '' : `/${id}`}`, 303);
};

/** A team's webhooks: added, changed and paused. */
const webhookListRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { showList, show } = webhookPages(services);

  /** Saves a change, or shows the form again. */
  async function change(
    reply: FastifyReply,
    form: OpenForm,
    { changes, text }: { changes: WebhookChange; text: string },
  ) {
    const { request } = reply;
    const id = readId(request, 'webhook');
    try {
      await changeWebhook(services, buildMemberCall(request), id, changes);
      return goTo(request, reply, id, text);
    } catch (error) {
      return show(reply, { form: form.refused(error), status: 422 });
    }
  }

  app.get('/webhooks', (request, reply) => showList(reply, emptyForm, 200, takeNotice(request, reply)));

  app.post('/webhooks', async (request, reply) => {
    const { form, body } = readWebhookForm(request.body);
    const read = form.check(newWebhookBody, body);
    if (!read.ok) return showList(reply, read.form, 422);
    try {
      const { webhook } = await createWebhook(services, buildMemberCall(request), read.value);
      return goTo(request, reply, webhook.id, 'The webhook is added. Show its secret, and send a test.');
    } catch (error) {
      return showList(reply, form.refused(error), 422);
    }
  });

  app.get('/webhooks/:webhook', (request, reply) => show(reply, { notice: takeNotice(request, reply) }));

  app.post('/webhooks/:webhook', async (request, reply) => {
    const { form, body } = readWebhookForm(request.body);
    const read = form.check(webhookChangeBody, body);
    if (!read.ok) return show(reply, { form: read.form, status: 422 });
    return change(reply, form, { changes: read.value, text: 'The webhook is saved.' });
  });

  app.post('/webhooks/:webhook/status', async (request, reply) => {
    const form = openForm(request.body, LABELS);
    const read = form.check(webhookChangeBody, { status: form.text('status') });
    if (!read.ok) return show(reply, { form: { ...emptyForm, errors: read.form.errors }, status: 422 });
    const text =
      read.value.status === 'active'
        ? 'The webhook is active, and catches up with what it missed.'
        : 'The webhook is paused. It keeps its place.';
    return change(reply, form, { changes: read.value, text });
  });
};

/** Test events, the secret, and repeated deliveries of a webhook. */
const webhookActionRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { webhookIn, show } = webhookPages(services);

  app.post('/webhooks/:webhook/test', async (request, reply) => {
    const id = readId(request, 'webhook');
    const tested = await sendTest(services, buildMemberCall(request), id);
    return goTo(request, reply, id, presentResult(tested));
  });

  // By POST, so that a link from somebody else cannot show a secret on a screen that others may see.
  app.post('/webhooks/:webhook/secret', async (request, reply) =>
    show(reply, { secret: openSecret(services.keyring, await webhookIn(request)) }),
  );

  app.post('/webhooks/:webhook/secret/rotate', async (request, reply) => {
    const id = readId(request, 'webhook');
    await rotateSecret(services, buildMemberCall(request), id);
    return goTo(request, reply, id, 'There is a new secret. For 24 hours deliveries are signed with both.');
  });

  app.post('/webhooks/:webhook/replay', async (request, reply) => {
    const form = openForm(request.body, LABELS);
    const read = form.check(replayBody, { after: form.integer('after') });
    if (!read.ok) return show(reply, { form: read.form, status: 422 });
    const id = readId(request, 'webhook');
    const { after } = read.value;
    try {
      await replay(services, buildMemberCall(request), id, after);
      return goTo(request, reply, id, `Everything after position ${after} is delivered again.`);
    } catch (error) {
      return show(reply, { form: form.refused(error), status: 422 });
    }
  });

  app.post('/webhooks/:webhook/deliveries/:delivery/redeliver', async (request, reply) => {
    const [id, delivery] = [readId(request, 'webhook'), readId(request, 'delivery')];
    await redeliver(services, buildMemberCall(request), id, delivery);
    return goTo(request, reply, id, 'It is delivered again.');
  });
};

const webhookDeletionRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { webhookIn } = webhookPages(services);

  app.get('/webhooks/:webhook/delete', async (request, reply) => {
    const webhook = await webhookIn(request);
    const body = deleteWebhookPage(reply, { base: teamPath(request), webhook });
    return sendPage(reply, { title: 'Delete a webhook', tab: 'webhooks', body });
  });

  app.post('/webhooks/:webhook/delete', async (request, reply) => {
    const id = readId(request, 'webhook');
    await deleteWebhook(services, buildMemberCall(request), id);
    return goTo(request, reply, '', 'The webhook is deleted.');
  });
};

export const webhookRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  app.register(webhookListRoutes, services);
  app.register(webhookActionRoutes, services);
  app.register(webhookDeletionRoutes, services);
};

function presentResult({ responseStatus, error, durationMs }: TestResult): string {
  if (responseStatus !== null)
    return `The test was answered with ${responseStatus} in ${durationMs} ms.${responseStatus < 300 ? '' : ' Only 2xx counts as received.'}`;
  return `The test was not answered: ${error ?? 'no answer'}.`;
}
