import { z } from 'zod';
import { EVENT_PATTERNS } from '../../domain/event-types.ts';
import { MAX_FEED_POSITION, MAX_NAME_LENGTH, MAX_URL_LENGTH } from '../../domain/limits.ts';
import { DELIVERY_STATUSES } from '../../domain/vocabulary.ts';
import {
  idField,
  idParameter,
  nullableTextField,
  requiredText,
  validIn,
  wordListParameter,
} from '../../schemas/fields.ts';
import {
  deliverySchema,
  newWebhookSchema,
  presentDelivery,
  presentNewWebhook,
  presentTestResult,
  presentWebhook,
  testResultSchema,
  webhookSchema,
} from '../../schemas/webhook.ts';
import { filledList } from '../../services/team-data/fields.ts';
import type { Delivery, TestResult } from '../../services/webhooks/deliveries.ts';
import type { NewWebhook, Webhook } from '../../services/webhooks/webhooks.ts';
import { resource } from '../operation.ts';
import { list, read } from '../reading.ts';
import { write } from '../writing.ts';

const urlField = requiredText(MAX_URL_LENGTH).describe(
  'An address that begins with `https://`, on port 443 or one from 1024 up, of a public host.',
);
const typesField = filledList(z.enum(EVENT_PATTERNS), EVENT_PATTERNS.length, {
  error: 'must name at least one type, or be null for all.',
})
  .nullable()
  .describe('Types of events, or patterns such as `booking.*`. Null for all.');
const descriptionField = nullableTextField(MAX_NAME_LENGTH);

export const newWebhookBody = z
  .object({ url: urlField, types: typesField.optional(), description: descriptionField.optional() })
  .meta({ id: 'NewWebhook' });
export const webhookChangeBody = z
  .object({
    url: urlField.optional(),
    types: typesField.optional(),
    description: descriptionField.optional(),
    status: z
      .enum(['active', 'paused', 'disabled'])
      .optional()
      .describe(
        '`disabled` only for one that already is, so that a webhook can be sent back as it was read.',
      ),
  })
  .meta({ id: 'WebhookChange' });
export const replayBody = z
  .object({
    after: z
      .int()
      .min(0)
      .max(MAX_FEED_POSITION)
      .describe('Every event after this position is delivered again.'),
  })
  .meta({ id: 'Replay' });

const webhookAnswer = z.object({ data: webhookSchema });
const deliveryAnswer = z.object({ data: deliverySchema });
const secretAnswer = z.object({ data: z.object({ secret: z.string() }).meta({ id: 'WebhookSecret' }) });
const present = (webhook: Webhook) => ({ data: presentWebhook(webhook) });
const presentOne = (delivery: Delivery) => ({ data: presentDelivery(delivery) });

const theWebhook = resource({
  name: 'webhook',
  params: { webhook: idParameter('The webhook’s id.') },
  find: ({ services, teamId, params }) => services.webhooks.findWebhook(teamId, params.webhook),
});
const theDelivery = resource({
  name: 'delivery',
  params: { ...theWebhook.params, delivery: idParameter('The delivery’s id.') },
  find: ({ services, teamId, params }) =>
    services.deliveries.findDelivery(teamId, params.webhook, params.delivery),
});
const OF_TEAM = { tag: 'Webhooks', asks: 'team' } as const;

const listWebhooks = list({
  ...OF_TEAM,
  id: 'listWebhooks',
  summary: 'List webhooks',
  description: 'Oldest first.',
  route: 'GET /v1/webhooks',
  item: webhookSchema,
  find: ({ services, teamId }, page) => services.webhooks.listWebhooks(teamId, page),
  present: presentWebhook,
});

const getWebhook = read({
  ...OF_TEAM,
  id: 'getWebhook',
  summary: 'Read a webhook',
  route: 'GET /v1/webhooks/:webhook',
  resource: theWebhook,
  success: webhookAnswer,
  answer: ({ found }) => present(found),
});

const createWebhook = write({
  ...OF_TEAM,
  id: 'createWebhook',
  summary: 'Add a webhook',
  description:
    'Delivers what happens from now on to an address, signed by Standard Webhooks. A team can have 20. An address that is ' +
    'not public is a 422 under `url`.',
  route: 'POST /v1/webhooks',
  body: newWebhookBody,
  furtherProblems: ({ services, sent }) => services.webhooks.urlProblems(validIn(sent, 'url', urlField)),
  run: ({ services, body: { url, types = null, description = null } }, call) =>
    services.webhooks.createWebhook(call, { url, types, description }),
  success: 201,
  answers: z.object({ data: newWebhookSchema }),
  present: (made: NewWebhook) => ({ data: presentNewWebhook(made) }),
});

const changeWebhook = write({
  ...OF_TEAM,
  id: 'changeWebhook',
  summary: 'Change, pause or resume a webhook',
  description:
    'Send only what changes. A paused or disabled webhook keeps its place. Once it is `active` again, everything that is outstanding is tried at once.',
  route: 'PUT /v1/webhooks/:webhook',
  resource: theWebhook,
  body: webhookChangeBody,
  furtherProblems: ({ services, sent }) => services.webhooks.urlProblems(validIn(sent, 'url', urlField)),
  run: ({ services, params, body }, call) => services.webhooks.changeWebhook(call, params.webhook, body),
  success: 200,
  answers: webhookAnswer,
  present,
});

const deleteWebhook = write({
  ...OF_TEAM,
  id: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Its deliveries are deleted as well.',
  route: 'DELETE /v1/webhooks/:webhook',
  resource: theWebhook,
  run: ({ services, params }, call) => services.webhooks.deleteWebhook(call, params.webhook),
  success: 204,
});

const getWebhookSecret = read({
  ...OF_TEAM,
  id: 'getWebhookSecret',
  summary: 'Show a webhook’s secret',
  description:
    'With the secret anyone can sign messages, so a team that enforces token scopes shows it to tokens that may write.',
  route: 'GET /v1/webhooks/:webhook/secret',
  resource: theWebhook,
  success: secretAnswer,
  isForWriters: true,
  answer: ({ services, found }) => ({ data: { secret: services.webhooks.showSecret(found) } }),
});

const rotateWebhookSecret = write({
  ...OF_TEAM,
  id: 'rotateWebhookSecret',
  summary: 'Make a new secret',
  description: 'For 24 hours deliveries are signed with both, the new one and the former one.',
  route: 'POST /v1/webhooks/:webhook/secret/rotate',
  resource: theWebhook,
  run: ({ services, params }, call) => services.webhooks.rotateSecret(call, params.webhook),
  success: 200,
  answers: secretAnswer,
  present: (secret: string) => ({ data: { secret } }),
});

const listWebhookDeliveries = list({
  ...OF_TEAM,
  id: 'listWebhookDeliveries',
  summary: 'List a webhook’s deliveries',
  description: 'Newest first. They are kept for 30 days, and at most the last 100,000 of a webhook.',
  route: 'GET /v1/webhooks/:webhook/deliveries',
  resource: theWebhook,
  filters: {
    status: wordListParameter(DELIVERY_STATUSES)
      .optional()
      .describe('Only deliveries in one of these states.'),
    event_id: idField.optional().describe('Only deliveries of this event.'),
  },
  item: deliverySchema,
  find: ({ services, teamId, params, query: { status: statuses, event_id: eventId } }, page) =>
    services.deliveries.listDeliveries(teamId, params.webhook, { statuses, eventId }, page),
  present: presentDelivery,
});

const redeliver = write({
  ...OF_TEAM,
  id: 'redeliver',
  summary: 'Deliver once more',
  description:
    'Tries at once, also what was delivered before. An earlier event of the same booking goes first. While the webhook is paused or disabled, the delivery waits until it is active again.',
  route: 'POST /v1/webhooks/:webhook/deliveries/:delivery/redeliver',
  resource: theDelivery,
  run: ({ services, params }, call) => services.deliveries.redeliver(call, params.webhook, params.delivery),
  success: 202,
  answers: deliveryAnswer,
  present: presentOne,
});

const replayWebhook = write({
  ...OF_TEAM,
  id: 'replayWebhook',
  summary: 'Go back in the feed',
  description:
    'Everything after a position is delivered again, with new deliveries. A webhook can be replayed ten times an hour; beyond that the answer is a 429.',
  route: 'POST /v1/webhooks/:webhook/replay',
  resource: theWebhook,
  body: replayBody,
  run: ({ services, params, body }, call) => services.webhooks.replay(call, params.webhook, body.after),
  success: 202,
  answers: webhookAnswer,
  present,
});

const testWebhook = write({
  ...OF_TEAM,
  id: 'testWebhook',
  summary: 'Send a test',
  description: 'Sends `webhook.test` now, whatever the webhook’s state, and says what came of it.',
  route: 'POST /v1/webhooks/:webhook/test',
  resource: theWebhook,
  run: ({ services, params }, call) => services.deliveries.sendTest(call, params.webhook),
  success: 200,
  answers: z.object({ data: testResultSchema }),
  present: (result: TestResult) => ({ data: presentTestResult(result) }),
});

export const webhookOperations = [
  ...[listWebhooks, getWebhook, createWebhook, changeWebhook, deleteWebhook],
  ...[getWebhookSecret, rotateWebhookSecret, listWebhookDeliveries, redeliver, replayWebhook, testWebhook],
];
