import type { Option } from '../../option.ts';
import { preciseClock } from '../../services/clock.ts';
import { clearWebhookResponses } from './db/queries/erasure.ts';
import { WEBHOOK_INVARIANTS } from './db/queries/invariants.ts';
import { listSecretKeyIdsOfAnyTeam } from './db/queries/secret-keys.ts';
import { createDeliveryMetrics, watchEventFigures } from './metrics.ts';
import { webhookDescriptions } from './routes/openapi.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { readEventFigures } from './services/deliveries.ts';
import { hasWebhookSecretsUnderAnotherKey, rotateWebhookSecretKeys } from './services/key-rotation.ts';
import { createWebhookSweeps } from './services/sweeps.ts';
import { startDeliveries } from './services/worker.ts';
import { webhookPages } from './web/routes.ts';
import { webhooksToDecide } from './web/to-decide.ts';

/** Delivers the events of a team to addresses of the team's own systems. */
export const webhooks: Option = {
  name: 'webhooks',
  secrets: {
    noun: 'secrets of webhooks',
    listKeyIdsOfAnyTeam: listSecretKeyIdsOfAnyTeam,
    hasUnderAnotherKey: hasWebhookSecretsUnderAnotherKey,
    rotate: rotateWebhookSecretKeys,
  },
  navigation: [{ group: 'developers', position: 20, tab: 'webhooks', name: 'Webhooks' }],
  toDecide: [webhooksToDecide],
  reference: {
    tags: [
      {
        position: 30,
        name: 'Webhooks',
        description: 'Addresses to which the team’s events are delivered.',
      },
    ],
    webhooks: webhookDescriptions,
  },
  invariants: { position: 60, queries: WEBHOOK_INVARIANTS },
  create: ({ metrics }) => ({
    hooks: { onErase: [({ tx, teamId }, { id }) => clearWebhookResponses(tx, teamId, id)] },
    scopes: {
      team: async (app, services) => {
        app.register(webhookRoutes, services);
      },
      teamPages: async (app, services) => {
        app.register(webhookPages, services);
      },
    },
    sweeps: createWebhookSweeps,
    start(services, onError) {
      if (metrics) watchEventFigures(metrics, () => readEventFigures(services));
      return startDeliveries({
        ...services,
        clock: preciseClock,
        onError,
        ...(metrics ? { onDelivery: createDeliveryMetrics(metrics) } : {}),
      });
    },
  }),
};
