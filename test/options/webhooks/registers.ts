import { webhookFields } from '../../../src/options/webhooks/schemas/webhook.ts';
import { idAtEnd, refused } from '../../registers/calls.ts';
import type { Registers } from '../../registers/registers.ts';

declare module '../../registers/lived-in.ts' {
  interface Own {
    webhook: string;
    delivery: string;
    event: string;
  }
}

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
};
