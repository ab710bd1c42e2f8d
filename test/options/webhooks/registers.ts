import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { webhookFields } from '../../../src/options/webhooks/schemas/webhook.ts';
import { markTexts } from '../../helpers/row-fields.ts';
import { idAtEnd, posting, refused } from '../../registers/calls.ts';
import { idOf, TIMES } from '../../registers/earlier-rows.ts';
import type { Life, Lived } from '../../registers/lived-in.ts';
import type { Registers } from '../../registers/registers.ts';
import { LOG, LOG_WITH_IDS, mergeShown, showTexts } from '../../registers/shown.ts';

interface WebhookOwn {
  webhook: string;
  delivery: string;
  event: string;
}

declare module '../../registers/lived-in.ts' {
  interface Own extends WebhookOwn {}
}

/** A webhook that was disabled before, and its delivery that is tried again. */
async function liveIn({ world: { db }, mark, client, own: { booking } }: Life): Promise<Lived<WebhookOwn>> {
  const { data, send } = client;
  const followed = {
    ...markTexts(webhookFields, mark),
    url: `https://${mark}.example/hook`,
    types: ['booking.*'],
  };
  const webhook = await data(send('POST', '/webhooks', followed), 201);
  await data(send('POST', `/webhooks/${webhook.id}/secret/rotate`));

  await db.execute(
    `update webhooks set disabled_reason = 'Reason ${mark}', lease = '${randomUUID()}' where id = '${webhook.id}'`,
  );
  const {
    rows: [delivery],
  } = await db.execute<{ id: string; event_id: string }>(`
    insert into webhook_deliveries (team_id, id, webhook_id, event_id, position, round, type, booking_id, status,
      attempts, response_status, error, response_body, next_attempt_at, created_at)
    select team_id, gen_random_uuid(), '${webhook.id}', id, 1, 1, type, booking_id, 'pending',
      1, 503, 'Error ${mark}', 'Response ${mark}', created_at, created_at
    from team_events where booking_id = '${booking}' order by number limit 1 returning id, event_id`);
  return {
    own: { webhook: webhook.id, delivery: delivery?.id ?? '', event: delivery?.event_id ?? '' },
  };
}

const WEBHOOK = /\/v1\/webhooks/;
const DELIVERIES = /\/deliveries$/;
const WEBHOOK_PAGES = / \/app\/teams\/:team\/webhooks/;
const shown = mergeShown([
  showTexts('webhooks', webhookFields, [WEBHOOK]),
  {
    'webhooks.id': [WEBHOOK_PAGES, WEBHOOK, LOG_WITH_IDS],
    'webhooks.url': [WEBHOOK_PAGES],
    'webhooks.description': [WEBHOOK_PAGES, LOG],
    'webhooks.disabled_reason': [WEBHOOK_PAGES, WEBHOOK],
    'webhook_deliveries.id': [WEBHOOK_PAGES, DELIVERIES],
    'webhook_deliveries.error': [WEBHOOK_PAGES, DELIVERIES],
    'webhook_deliveries.response_body': [WEBHOOK_PAGES, DELIVERIES],
    'team_events.id': [DELIVERIES],
  },
]);

const makeThings: Registers['makeThings'] = async ({ db }, { teamId, send, data }) => {
  const { id: webhook } = await data(send('POST', '/webhooks', { url: 'https://1.1.1.1/' }), 201);
  const {
    rows: [delivery],
  } = await db.execute<{ id: string }>(
    sql`insert into webhook_deliveries
      (team_id, id, webhook_id, event_id, position, round, type, status, attempts, created_at)
      select team_id, id, ${webhook}, id, 1, 1, type, 'delivered', 1, created_at
      from team_events where team_id = ${teamId} limit 1 returning id`,
  );
  return { webhook, delivery: delivery?.id ?? '' };
};

export const webhooksRegisters: Registers = {
  name: 'webhooks',
  routes: {
    'GET /v1/webhooks': 'small',
    'GET /v1/webhooks/:webhook': 'small',
    'POST /v1/webhooks': {
      body: { url: 'https://swept.example' },
      undo: (_world, { client }, { body }) => client.send('DELETE', `/webhooks/${JSON.parse(body).data.id}`),
    },
    'PUT /v1/webhooks/:webhook': 'small',
    'DELETE /v1/webhooks/:webhook': 'small',
    'GET /v1/webhooks/:webhook/secret': 'small',
    'POST /v1/webhooks/:webhook/secret/rotate': 'small',
    'GET /v1/webhooks/:webhook/deliveries': 'small',
    'POST /v1/webhooks/:webhook/deliveries/:delivery/redeliver': 'small',
    'POST /v1/webhooks/:webhook/replay': 'small',
    'POST /v1/webhooks/:webhook/test': 'small',
    'GET /app/teams/:team/webhooks': 'small',
    'POST /app/teams/:team/webhooks': {
      form: { url: 'https://swept.example', description: '', types: '' },
      undo: (_world, { client }, { location }) => client.send('DELETE', `/webhooks/${idAtEnd(location)}`),
    },
    'GET /app/teams/:team/webhooks/:webhook': { query: { status: '' } },
    'POST /app/teams/:team/webhooks/:webhook': refused({ url: 'no address', description: '', types: '' }),
    'POST /app/teams/:team/webhooks/:webhook/status': { form: { status: 'active' } },
    'POST /app/teams/:team/webhooks/:webhook/test': 'small',
    'POST /app/teams/:team/webhooks/:webhook/secret': { status: 200 },
    'POST /app/teams/:team/webhooks/:webhook/secret/rotate': 'small',
    'POST /app/teams/:team/webhooks/:webhook/replay': { form: { after: '0' } },
    // The API has gone back in the feed, which drops what waits.
    'POST /app/teams/:team/webhooks/:webhook/deliveries/:delivery/redeliver': { status: 404 },
    'GET /app/teams/:team/webhooks/:webhook/delete': 'small',
    // The API has deleted it.
    'POST /app/teams/:team/webhooks/:webhook/delete': { status: 404 },
  },
  tables: {
    webhooks: { fixed: ['status', 'types', 'key_id', 'previous_key_id', 'replayed_at'] },
    webhook_deliveries: { fixed: ['status', 'type'] },
  },
  events: { 'webhook.disabled': { webhook_id: 'webhooks' } },
  own: {
    webhook: { column: 'webhooks.id', fields: ['webhook'] },
    delivery: { column: 'webhook_deliveries.id', fields: ['delivery'] },
    event: { column: 'team_events.id', fields: ['event_id'] },
  },
  textFields: [webhookFields],
  texts: ['url'],
  makers: {
    'POST /v1/webhooks': async (inn) => ({
      send: posting(inn, '/webhooks', { url: 'https://1.1.1.1/' }),
      locate: ({ id }) => `/v1/webhooks/${id}`,
    }),
  },
  pools: {
    // Nothing there answers, so deliveries fail.
    values: ({ webhook }) => ({ webhook: [webhook], url: ['https://hooks.example/innkeep'] }),
    parts: ({ webhook, delivery }) => ({ delivery: { webhook, delivery } }),
    learn: {
      createWebhook: ({ id }, _path, keep) => keep('webhook', id),
      listWebhookDeliveries(data, { webhook = '' }, keep) {
        for (const { id } of data) keep('delivery', { webhook, delivery: id });
      },
    },
  },
  earlierRows: {
    11: [
      [
        'webhooks',
        [
          `{"id": ${idOf(8)}, "url": "https://hooks.example", "status": "active", "ciphertext": "c", "key_id": "k", "position": 1, "round": 1, ${TIMES}}`,
        ],
      ],
      [
        'webhook_deliveries',
        [
          `{"id": ${idOf(9)}, "webhook_id": ${idOf(8)}, "event_id": ${idOf(7)}, "position": 1, "round": 1, "type": "booking.confirmed",
          "booking_id": ${idOf(4)}, "status": "pending", "attempts": 0, "created_at": "2030-01-02T00:00:00Z"}`,
        ],
      ],
    ],
  },
  listValues: { 'listWebhookDeliveries status': ['pending', 'failed'] },
  withoutExample: ['webhook'],
  liveIn,
  shown,
  makeThings,
};
