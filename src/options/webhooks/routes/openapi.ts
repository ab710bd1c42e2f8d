/** What Innkeep sends to a team's webhooks. */
import { TEAM_EVENT_TYPES } from '../../../domain/events.ts';
import { buildComponentReference } from '../../../plugins/openapi/components.ts';
import { EVENT_DATA, presentEventMeaning, toEventName } from '../../../schemas/event-data.ts';

const HEADERS = [
  { name: 'Webhook-Id', description: 'The event’s id, the same in every try.', schema: { type: 'string' } },
  { name: 'Webhook-Timestamp', description: 'The time of the try, in seconds.', schema: { type: 'string' } },
  {
    name: 'Webhook-Signature',
    description:
      '`v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`. Two of them while a secret changes.',
    schema: { type: 'string' },
  },
].map((header) => ({ ...header, in: 'header', required: true }));

const describeMessage = (type: string, summary: string, data: object) => ({
  post: {
    operationId: `receive${toEventName(type)}`,
    tags: ['Webhooks'],
    summary,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { type: 'string', const: type, description: 'Says what is in `data`.' },
              timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
              data,
            },
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Delivered.' },
      410: { description: 'The webhook is disabled. Any other answer is a failure, and is tried again.' },
    },
  },
});

const withPosition = (data: object, description: string) => ({
  description,
  allOf: [
    data,
    {
      type: 'object',
      required: ['position'],
      properties: { position: { type: 'integer', description: 'The event’s position in the feed.' } },
    },
  ],
});

const TEST_DATA = {
  type: 'object',
  description: 'Nothing has happened: the team tries its webhook.',
  required: ['webhook_id'],
  properties: {
    webhook_id: { type: 'string', format: 'uuid', description: 'The UUID of the webhook, in lower case.' },
  },
};

/** One for each type of event, and one for the test message. */
export const webhookDescriptions: object = Object.fromEntries([
  ...TEAM_EVENT_TYPES.map((type) => {
    const name = EVENT_DATA[type].meta()?.id ?? '';
    const data = withPosition(buildComponentReference('schemas', name), presentEventMeaning(type));
    return [type, describeMessage(type, `Receive the event ${type}`, data)];
  }),
  ['webhook.test', describeMessage('webhook.test', 'Receive a test message', TEST_DATA)],
]);
