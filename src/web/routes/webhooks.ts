import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/vocabulary.ts';
import { newWebhookBody, replayBody, webhookChangeBody } from '../../http/operations/webhooks.ts';
import type { Services } from '../../services/services.ts';
import type { TestResult } from '../../services/webhooks/deliveries.ts';
import type { Webhook, WebhookChange } from '../../services/webhooks/webhooks.ts';
import { outcomeOf, unkeyed } from '../../services/write.ts';
import { setFlash, takeNotice } from '../flash.ts';
import { emptyForm, type Form } from '../form.ts';
import { openForm, valueOf } from '../given.ts';
import { noSuchPage } from '../page-error.ts';
import { pageOf, queryOf, ROWS_PER_PAGE } from '../paging.ts';
import { baseOfTeam, idIn, placeOf, writerOf } from '../team-scope.ts';
import { sendPage } from '../views/layout.ts';
import { deleteWebhookPage, webhookPage, webhooksPage } from '../views/webhooks.ts';

const LABELS = {
  url: 'Address',
  description: 'Description',
  types: 'Events',
  status: 'Status',
  after: 'Position',
};
const isDeliveryStatus = (word: string | undefined): word is DeliveryStatus =>
  (DELIVERY_STATUSES as readonly (string | undefined)[]).includes(word);

const given = (sent: unknown) => {
  const form = openForm(sent, LABELS);
  const types = form.list('types');
  const body = {
    url: form.text('url'),
    description: form.optional('description'),
    types: types.length === 0 ? null : types,
  };
  return { form, body };
};

/** A team's webhooks: added, tested, paused, and their deliveries (contract, section 23). */
export function webhookRoutes(app: FastifyInstance, { webhooks, deliveries, clock }: Services): void {
  async function showList(reply: FastifyReply, form: Form, status: number, said: string | null = null) {
    const { request } = reply;
    const all = await webhooks.listWebhooks(request.teamVisit.team.id, { page: 1, perPage: 100 });
    const body = webhooksPage(reply, { base: baseOfTeam(request), webhooks: all, now: clock(), form, said });
    return sendPage(reply, { title: 'Webhooks', status, team: placeOf(request, 'webhooks'), body });
  }

  async function webhookIn(request: FastifyRequest): Promise<Webhook> {
    const webhook = await webhooks.findWebhook(request.teamVisit.team.id, idIn(request, 'webhook'));
    if (!webhook) throw noSuchPage();
    return webhook;
  }

  type Shown = { form?: Form; status?: number; secret?: string | null; said?: string | null };
  async function show(
    reply: FastifyReply,
    { form = emptyForm, status = 200, secret = null, said = null }: Shown,
  ) {
    const { request } = reply;
    const webhook = await webhookIn(request);
    const query = queryOf(request.query, ['status']);
    const page = pageOf(request.query);
    const statuses = isDeliveryStatus(query.status) ? [query.status] : undefined;
    const found = await deliveries.listDeliveries(
      request.teamVisit.team.id,
      webhook.id,
      { statuses, eventId: undefined },
      { page, perPage: ROWS_PER_PAGE },
    );
    const { url, description, types } = webhook;
    const values = { url, description: description ?? '', types: types?.join(',') ?? '', ...form.values };
    const view = { webhook, query, page, deliveries: found, now: clock(), secret, said };
    const shown = { values, errors: form.errors };
    const body = webhookPage(reply, { base: baseOfTeam(request), ...view, form: shown });
    return sendPage(reply, { title: description ?? url, status, team: placeOf(request, 'webhooks'), body });
  }

  const goTo = (request: FastifyRequest, reply: FastifyReply, id: string, text: string) => {
    setFlash(reply, { what: 'notice', text });
    return reply.redirect(`${baseOfTeam(request)}/webhooks${id === '' ? '' : `/${id}`}`, 303);
  };

  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: WebhookChange,
    text: string,
    form: Form | null = null,
  ) {
    const id = idIn(request, 'webhook');
    const changed = outcomeOf(await webhooks.changeWebhook(unkeyed(writerOf(request)), id, wanted));
    if (changed.ok) return goTo(request, reply, id, text);
    const given = openForm(form?.values ?? {}, LABELS);
    if (form) for (const name of Object.keys(form.values)) given.text(name);
    return show(reply, { form: given.refused(changed.refusal), status: 422 });
  }

  app.get('/webhooks', (request, reply) => showList(reply, emptyForm, 200, takeNotice(request, reply)));

  app.post('/webhooks', async (request, reply) => {
    const { form, body } = given(request.body);
    const read = form.check(newWebhookBody, body);
    if (!read.ok) return showList(reply, read.form, 422);
    const { url, types = null, description = null } = read.value;
    const call = unkeyed(writerOf(request));
    const made = outcomeOf(await webhooks.createWebhook(call, { url, types, description }));
    if (!made.ok) return showList(reply, form.refused(made.refusal), 422);
    const { id } = made.value.webhook;
    return goTo(request, reply, id, 'The webhook is added. Show its secret, and send a test.');
  });

  app.get('/webhooks/:webhook', (request, reply) => show(reply, { said: takeNotice(request, reply) }));

  app.post('/webhooks/:webhook', async (request, reply) => {
    const { form, body } = given(request.body);
    const read = form.check(webhookChangeBody, body);
    if (!read.ok) return show(reply, { form: read.form, status: 422 });
    return change(request, reply, read.value, 'The webhook is saved.', form.form);
  });

  app.post('/webhooks/:webhook/status', async (request, reply) => {
    const form = openForm(request.body, LABELS);
    const read = form.check(webhookChangeBody, { status: form.text('status') });
    if (!read.ok) return show(reply, { form: { ...emptyForm, errors: read.form.errors }, status: 422 });
    const text =
      read.value.status === 'active'
        ? 'The webhook is active, and catches up with what it missed.'
        : 'The webhook is paused. It keeps its place.';
    return change(request, reply, read.value, text);
  });

  app.post('/webhooks/:webhook/test', async (request, reply) => {
    const { id } = await webhookIn(request);
    const tested = valueOf(outcomeOf(await deliveries.sendTest(request.teamVisit.team.id, id)));
    return goTo(request, reply, id, resultOf(tested));
  });

  // By POST, so that a link from somebody else cannot show a secret on a screen that others may see.
  app.post('/webhooks/:webhook/secret', async (request, reply) =>
    show(reply, { secret: webhooks.showSecret(await webhookIn(request)) }),
  );

  app.post('/webhooks/:webhook/secret/rotate', async (request, reply) => {
    const id = idIn(request, 'webhook');
    valueOf(outcomeOf(await webhooks.rotateSecret(unkeyed(writerOf(request)), id)));
    return goTo(request, reply, id, 'There is a new secret. For 24 hours deliveries are signed with both.');
  });

  app.post('/webhooks/:webhook/replay', async (request, reply) => {
    const form = openForm(request.body, LABELS);
    const read = form.check(replayBody, { after: form.integer('after') });
    if (!read.ok) return show(reply, { form: read.form, status: 422 });
    const id = idIn(request, 'webhook');
    const { after } = read.value;
    const replayed = outcomeOf(await webhooks.replay(unkeyed(writerOf(request)), id, after));
    if (!replayed.ok) return show(reply, { form: form.refused(replayed.refusal), status: 422 });
    return goTo(request, reply, id, `Everything after position ${after} is delivered again.`);
  });

  app.post('/webhooks/:webhook/deliveries/:delivery/redeliver', async (request, reply) => {
    const [id, delivery] = [idIn(request, 'webhook'), idIn(request, 'delivery')];
    valueOf(outcomeOf(await deliveries.redeliver(unkeyed(writerOf(request)), id, delivery)));
    return goTo(request, reply, id, 'It is delivered again.');
  });

  app.get('/webhooks/:webhook/delete', async (request, reply) => {
    const webhook = await webhookIn(request);
    const body = deleteWebhookPage(reply, { base: baseOfTeam(request), webhook });
    return sendPage(reply, { title: 'Delete a webhook', team: placeOf(request, 'webhooks'), body });
  });

  app.post('/webhooks/:webhook/delete', async (request, reply) => {
    const id = idIn(request, 'webhook');
    valueOf(outcomeOf(await webhooks.deleteWebhook(unkeyed(writerOf(request)), id)));
    return goTo(request, reply, '', 'The webhook is deleted.');
  });
}

function resultOf({ responseStatus, error, durationMs }: TestResult): string {
  if (responseStatus !== null)
    return `The test was answered with ${responseStatus} in ${durationMs} ms.${responseStatus < 300 ? '' : ' Only 2xx counts as received.'}`;
  return `The test was not answered: ${error ?? 'no answer'}.`;
}
