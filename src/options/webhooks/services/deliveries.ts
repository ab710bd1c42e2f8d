import type { Database } from '../../../db/client.ts';
import type { PageRequest } from '../../../domain/page.ts';
import type { Clock } from '../../../services/clock.ts';
import { NotFound, VersionChanged } from '../../../services/errors.ts';
import { newId } from '../../../services/new-id.ts';
import type { ReadScope, TeamScope } from '../../../services/team-scope.ts';
import { type WriteOptions, write } from '../../../services/write.ts';
import { writeOutside } from '../../../services/writing/outside-write.ts';
import { readEventFiguresOfAnyTeam } from '../db/queries/event-figures.ts';
import {
  findWebhook,
  findWebhookDelivery,
  lockWebhook,
  listWebhookDeliveries as selectWebhookDeliveries,
  updateDeliveryToDue,
  updateWebhook,
  type WebhookDeliveryFilter,
  type WebhookDeliveryRecord,
} from '../db/queries/webhooks.ts';
import { createWebhookSigner } from './secrets.ts';
import { type DeliveryAttempt, type SendDependencies, sendMessage } from './sending.ts';

export type { WebhookDeliveryRecord as Delivery };

/** Newest first. */
export const listWebhookDeliveries = (
  { db, teamId }: ReadScope,
  webhookId: string,
  filter: WebhookDeliveryFilter,
  page: PageRequest,
) => selectWebhookDeliveries(db, { teamId, webhookId }, filter, page);

/** For metrics. */
export const readEventFigures = ({ db, clock }: { db: Database; clock: Clock }) =>
  readEventFiguresOfAnyTeam(db, clock());

export type TestMessageResult = Pick<DeliveryAttempt, 'responseStatus' | 'error' | 'durationMs'>;

/** Even a delivery that has succeeded. */
export const redeliver = (
  scope: TeamScope,
  webhookId: string,
  id: string,
  options: WriteOptions<WebhookDeliveryRecord> = {},
): Promise<WebhookDeliveryRecord> =>
  write(scope, options, async ({ tx, teamId, now }) => {
    const webhook = await lockWebhook(tx, teamId, webhookId);
    const delivery = webhook && (await findWebhookDelivery(tx, teamId, webhookId, id));
    if (!delivery) throw new NotFound();
    await updateDeliveryToDue(tx, teamId, id, now);
    await updateWebhook(tx, teamId, webhookId, { nextAttemptAt: now });
    return { ...delivery, status: 'pending', nextAttemptAt: now, deliveredAt: null };
  });

/**
 * Outside of any transaction. A test message is no event and leaves no delivery. A request that repeats an
 * idempotency key sends no further one.
 */
export const sendTestMessage = (
  scope: TeamScope,
  services: Omit<SendDependencies, 'sign'>,
  webhookId: string,
  options: WriteOptions<TestMessageResult> = {},
): Promise<TestMessageResult> =>
  writeOutside(scope, options, async () => {
    const webhook = await findWebhook(scope.db, scope.teamId, webhookId);
    if (!webhook) throw new NotFound();
    // What has been sent cannot be rolled back.
    if (options.isPreview) throw new VersionChanged();
    const data = { webhook_id: webhook.id };
    const message = { id: newId(), type: 'webhook.test', createdAt: scope.clock(), data };
    return sendMessage({ ...services, sign: createWebhookSigner(scope.keyring) }, webhook, message);
  });
