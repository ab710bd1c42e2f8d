import { z } from 'zod';
import { EVENT_TYPE_PATTERNS, TEAM_EVENT_TYPES } from '../../../domain/events.ts';
import { toInstantText, toInstantTextOrNull } from '../../../domain/formats.ts';
import { MAX_EVENT_POSITION, MAX_NAME_LENGTH, MAX_URL_LENGTH } from '../../../domain/limits.ts';
import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_STATUSES } from '../../../domain/vocabulary.ts';
import { idField, integerField, optionalText, urlField } from '../../../schemas/fields/fields.ts';
import { nonEmptyListOf } from '../../../schemas/fields/lists.ts';
import { createRowFields, type RowField } from '../../../schemas/fields/row-fields.ts';
import {
  createdAtSchema,
  idOf,
  idSchema,
  instantSchema,
  nullableText,
  wordSchema,
} from '../../../schemas/formats.ts';
import { pageParameters, pageSchema } from '../../../schemas/page.ts';
import { wordListParameter } from '../../../schemas/parameters.ts';
import type { Delivery, TestMessageResult } from '../services/deliveries.ts';
import type { NewWebhook, Webhook } from '../services/webhooks.ts';

export const webhookFields = {
  url: {
    write: urlField(MAX_URL_LENGTH).describe(
      'An address that begins with `https://`, on port 443 or one from 1024 up, of a public host.',
    ),
    read: z.string().describe('The address to which events are sent.'),
  },
  types: {
    write: nonEmptyListOf(z.enum(EVENT_TYPE_PATTERNS), EVENT_TYPE_PATTERNS.length, {
      error: 'must name at least one type, or be null for all.',
    })
      .nullable()
      .describe('Types of events, or patterns such as `booking.*`. Null for all.')
      .optional(),
    read: z.array(z.string()).nullable().describe('The types of events that are delivered. Null for all.'),
  },
  description: {
    write: optionalText(MAX_NAME_LENGTH).describe('What it is for. For the team alone.'),
    read: nullableText.describe('What it is for. Null if the team has not said.'),
  },
} satisfies Record<string, RowField>;
const webhookRow = createRowFields(webhookFields);

const shownFields = {
  id: idSchema,
  ...webhookRow.shown,
  status: wordSchema(WEBHOOK_STATUSES).describe(
    '`paused` by the team, `disabled` by Innkeep. Either gets nothing until it is `active` again, and then goes on where it was.',
  ),
  disabled_reason: nullableText.describe('Why Innkeep has disabled it. Null if it has not.'),
  created_at: createdAtSchema,
  last_success_at: instantSchema.nullable().describe('When an event was last delivered. Null if never.'),
  behind: z.int().describe('How many events of its types are not dealt with yet.'),
};

const webhookSchema = z
  .object(shownFields)
  .meta({ id: 'Webhook', description: 'An address to which the team’s events are delivered.' });
const newWebhookSchema = z
  .object({ ...shownFields, secret: z.string().describe('Signs the deliveries.') })
  .meta({
    id: 'WebhookWithSecret',
    description: 'A new webhook, with the secret that signs its deliveries.',
  });

export const presentWebhook = (webhook: Webhook): z.infer<typeof webhookSchema> => ({
  id: webhook.id,
  ...webhookRow.present(webhook),
  status: webhook.status,
  disabled_reason: webhook.disabledReason,
  created_at: toInstantText(webhook.createdAt),
  last_success_at: toInstantTextOrNull(webhook.lastSuccessAt),
  behind: webhook.behind,
});

export const presentNewWebhook = ({ webhook, secret }: NewWebhook): z.infer<typeof newWebhookSchema> => ({
  ...presentWebhook(webhook),
  secret,
});

const webhookDeliverySchema = z
  .object({
    id: idSchema,
    event_id: idOf('the event'),
    position: z.int().describe('The event’s position in the feed.'),
    type: wordSchema(TEAM_EVENT_TYPES).describe('The event’s type.'),
    status: wordSchema(WEBHOOK_DELIVERY_STATUSES).describe(
      '`pending`: it will be tried, again if it has failed. `failed`: it was given up.',
    ),
    attempts: z.int().describe('How often it was tried.'),
    response_status: z.int().nullable().describe('The status of the last answer. Null if there was none.'),
    error: nullableText.describe('Why the last try failed. Null if it did not.'),
    response_body: nullableText.describe('The beginning of the last answer’s body. Null if there was none.'),
    next_attempt_at: instantSchema.nullable().describe('Null if it is not tried again.'),
    created_at: createdAtSchema,
    delivered_at: instantSchema.nullable().describe('When it succeeded. Null if it has not.'),
  })
  .meta({ id: 'Delivery', description: 'An event on its way to a webhook.' });

export const presentWebhookDelivery = (delivery: Delivery): z.infer<typeof webhookDeliverySchema> => ({
  id: delivery.id,
  event_id: delivery.eventId,
  position: delivery.position,
  type: delivery.type,
  status: delivery.status,
  attempts: delivery.attempts,
  response_status: delivery.responseStatus,
  error: delivery.error,
  response_body: delivery.responseBody,
  next_attempt_at: toInstantTextOrNull(delivery.nextAttemptAt),
  created_at: toInstantText(delivery.createdAt),
  delivered_at: toInstantTextOrNull(delivery.deliveredAt),
});

const webhookTestResultSchema = z
  .object({
    response_status: z.int().nullable().describe('The status of the answer. Null if there was none.'),
    error: nullableText.describe('Why it failed. Null if it did not.'),
    duration_ms: z.int().describe('How long the answer took, in milliseconds.'),
  })
  .meta({ id: 'WebhookTest', description: 'What became of the test message.' });

export const presentWebhookTestResult = ({
  responseStatus,
  error,
  durationMs,
}: TestMessageResult): z.infer<typeof webhookTestResultSchema> => ({
  response_status: responseStatus,
  error,
  duration_ms: durationMs,
});

export const webhookAnswer = z.object({ data: webhookSchema });
export const newWebhookAnswer = z.object({ data: newWebhookSchema });
export const webhookListAnswer = pageSchema(webhookSchema);
export const webhookDeliveryAnswer = z.object({ data: webhookDeliverySchema });
export const webhookDeliveryListAnswer = pageSchema(webhookDeliverySchema);
export const webhookSecretAnswer = z.object({
  data: z
    .object({ secret: z.string().describe('Signs the deliveries, by Standard Webhooks.') })
    .meta({ id: 'WebhookSecret', description: 'The secret of a webhook.' }),
});
export const webhookTestResultAnswer = z.object({ data: webhookTestResultSchema });

export const webhookDeliveryQuery = z.object({
  ...pageParameters,
  status: wordListParameter(WEBHOOK_DELIVERY_STATUSES).describe('Only deliveries in one of these states.'),
  event_id: idField.optional().describe('Only deliveries of this event.'),
});

export const newWebhookBody = z
  .object(webhookRow.written)
  .transform((body) => ({ ...webhookRow.toColumns(body), url: body.url }))
  .meta({
    id: 'NewWebhook',
    description: 'A new webhook.',
    examples: [
      { url: 'https://hooks.example.com/innkeep', types: ['booking.*'], description: 'Channel manager' },
    ],
  });
export const webhookChangeBody = z
  .object(webhookRow.written)
  .partial()
  .extend({
    status: z
      .enum(['active', 'paused', 'disabled'])
      .optional()
      .describe(
        '`disabled` only for one that already is, so that a webhook can be sent back as it was read.',
      ),
  })
  .transform((body) => ({ ...webhookRow.toColumns(body), status: body.status }))
  .meta({
    id: 'WebhookChange',
    description: 'What is left out stays as it is.',
    examples: [{ status: 'paused' }],
  });
export const webhookReplayBody = z
  .object({
    after: integerField(0, MAX_EVENT_POSITION).describe(
      'Every event after this position is delivered again.',
    ),
  })
  .meta({ id: 'Replay', description: 'From where events are delivered again.', examples: [{ after: 0 }] });
