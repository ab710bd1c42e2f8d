import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { checkUrlOfBody } from '../../../plugins/bodies/url-check.ts';
import { requireFound } from '../../../plugins/errors.ts';
import { paginate } from '../../../plugins/paging.ts';
import { writeAndAnswer } from '../../../plugins/writes.ts';
import { idField } from '../../../schemas/fields/fields.ts';
import { noContentAnswer } from '../../../schemas/formats.ts';
import { pageQuery } from '../../../schemas/page.ts';
import { writeHeaders } from '../../../schemas/writes.ts';
import type { Services } from '../../../services/services.ts';
import {
  newWebhookAnswer,
  newWebhookBody,
  presentNewWebhook,
  presentWebhook,
  presentWebhookDelivery,
  presentWebhookTestResult,
  webhookAnswer,
  webhookChangeBody,
  webhookDeliveryAnswer,
  webhookDeliveryListAnswer,
  webhookDeliveryQuery,
  webhookListAnswer,
  webhookReplayBody,
  webhookSecretAnswer,
  webhookTestResultAnswer,
} from '../schemas/webhook.ts';
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
} from '../services/webhooks.ts';

const tags = ['Webhooks'];
const params = z.object({ webhook: idField.describe('The webhook’s id.') });
const deliveryParams = params.extend({ delivery: idField.describe('The delivery’s id.') });

const present = (webhook: Webhook) => ({ data: presentWebhook(webhook) });
const presentNewWebhookAnswer = (made: NewWebhook) => ({ data: presentNewWebhook(made) });
const presentSecretAnswer = (secret: string) => ({ data: { secret } });
const presentDeliveryAnswer = (delivery: Delivery) => ({ data: presentWebhookDelivery(delivery) });
const presentTestAnswer = (result: TestMessageResult) => ({ data: presentWebhookTestResult(result) });

export const webhookRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/webhooks',
    {
      config: { permission: 'webhooks:read' },
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List webhooks',
        description: 'Oldest first.',
        querystring: pageQuery,
        response: { 200: webhookListAnswer },
      },
    },
    (request) => paginate(request, presentWebhook, (page) => listWebhooks(request.scope, page)),
  );

  app.get(
    '/webhooks/:webhook',
    {
      config: { permission: 'webhooks:read' },
      schema: {
        operationId: 'getWebhook',
        tags,
        summary: 'Read a webhook',
        description: 'Its signing secret has a path of its own.',
        params,
        response: { 200: webhookAnswer },
      },
    },
    async ({ scope, params }) => present(requireFound('webhook', await findWebhook(scope, params.webhook))),
  );

  app.post(
    '/webhooks',
    {
      config: { permission: 'webhooks:write', location: '/v1/webhooks/{id}' },
      preValidation: checkUrlOfBody(services),
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Add a webhook',
        description:
          'Delivers what happens from now on to an address, signed by Standard Webhooks. A team can have 20. An address that is not public is a 422 under `url`.',
        headers: writeHeaders,
        body: newWebhookBody,
        response: { 201: newWebhookAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), presentNewWebhookAnswer, (options) =>
        createWebhook(request.scope, request.body, request.urlMessages, options),
      ),
  );

  app.put(
    '/webhooks/:webhook',
    {
      preValidation: checkUrlOfBody(services),
      config: { permission: 'webhooks:write' },
      schema: {
        operationId: 'changeWebhook',
        tags,
        summary: 'Change, pause or resume a webhook',
        description:
          'Send only what changes. A paused or disabled webhook keeps its place. Once it is `active` again, everything that is outstanding is tried at once.',
        params,
        headers: writeHeaders,
        body: webhookChangeBody,
        response: { 200: webhookAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        changeWebhook(
          request.scope,
          request.params.webhook,
          {
            change: request.body,
            urlMessages: request.urlMessages,
          },
          options,
        ),
      ),
  );

  app.delete(
    '/webhooks/:webhook',
    {
      config: { permission: 'webhooks:write' },
      schema: {
        operationId: 'deleteWebhook',
        tags,
        summary: 'Delete a webhook',
        description: 'Its deliveries are deleted as well.',
        params,
        headers: writeHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), null, (options) =>
        deleteWebhook(request.scope, request.params.webhook, options),
      ),
  );

  app.get(
    '/webhooks/:webhook/secret',
    {
      config: { permission: 'webhooks:write', writers: true },
      schema: {
        operationId: 'getWebhookSecret',
        tags,
        summary: 'Show a webhook’s secret',
        description:
          'With the secret anyone can sign messages, so a team that enforces token scopes shows it to tokens that may write.',
        params,
        response: { 200: webhookSecretAnswer },
      },
    },
    async ({ scope, params }) =>
      presentSecretAnswer(requireFound('webhook', await showWebhookSecret(scope, params.webhook))),
  );

  app.post(
    '/webhooks/:webhook/secret/rotate',
    {
      config: { permission: 'webhooks:write' },
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Make a new secret',
        description: 'For 24 hours deliveries are signed with both, the new one and the former one.',
        params,
        headers: writeHeaders,
        response: { 200: webhookSecretAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, presentSecretAnswer, (options) =>
        rotateWebhookSecret(request.scope, request.params.webhook, options),
      ),
  );

  app.get(
    '/webhooks/:webhook/deliveries',
    {
      config: { permission: 'webhooks:read' },
      schema: {
        operationId: 'listWebhookDeliveries',
        tags,
        summary: 'List a webhook’s deliveries',
        description: 'Newest first. They are kept for 30 days, and at most the last 100,000 of a webhook.',
        params,
        querystring: webhookDeliveryQuery,
        response: { 200: webhookDeliveryListAnswer },
      },
    },
    async (request) => {
      const { scope, query } = request;
      const { id } = requireFound('webhook', await findWebhook(scope, request.params.webhook));
      const filter = { statuses: query.status, eventId: query.event_id };
      return paginate(request, presentWebhookDelivery, (page) =>
        listWebhookDeliveries(scope, id, filter, page),
      );
    },
  );

  app.post(
    '/webhooks/:webhook/deliveries/:delivery/redeliver',
    {
      config: { permission: 'webhooks:write' },
      schema: {
        operationId: 'redeliver',
        tags,
        summary: 'Deliver once more',
        description:
          'Tries at once, also what was delivered before. An earlier event of the same booking goes first. While the webhook is paused or disabled, the delivery waits until it is active again.',
        params: deliveryParams,
        headers: writeHeaders,
        response: { 202: webhookDeliveryAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(202), presentDeliveryAnswer, (options) =>
        redeliver(request.scope, request.params.webhook, request.params.delivery, options),
      ),
  );

  app.post(
    '/webhooks/:webhook/replay',
    {
      config: { permission: 'webhooks:write' },
      schema: {
        operationId: 'replayWebhook',
        tags,
        summary: 'Go back in the feed',
        description:
          'Everything after a position is delivered again, with new deliveries. A webhook can be replayed ten times an hour; beyond that the answer is a 429.',
        params,
        headers: writeHeaders,
        body: webhookReplayBody,
        response: { 202: webhookAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(202), present, (options) =>
        replayWebhook(request.scope, request.params.webhook, request.body.after, options),
      ),
  );

  app.post(
    '/webhooks/:webhook/test',
    {
      config: { permission: 'webhooks:write' },
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a test',
        description: 'Sends `webhook.test` now, whatever the webhook’s state, and says what came of it.',
        params,
        headers: writeHeaders,
        response: { 200: webhookTestResultAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, presentTestAnswer, (options) =>
        sendTestMessage(request.scope, services, request.params.webhook, options),
      ),
  );
};
