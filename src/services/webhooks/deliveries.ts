/** The deliveries of webhooks, as the team sees them. */
import type { Database } from '../../db/client.ts';
import {
  findWebhook,
  findWebhookDelivery,
  listWebhookDeliveries as listStored,
  lockWebhook,
  updateDeliveryToDue,
  updateWebhook,
  type WebhookDeliveryFilter,
  type WebhookDeliveryRecord,
} from '../../db/queries/webhooks/webhooks.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import { NotFound } from '../errors.ts';
import type { Keyring } from '../keys/keyring.ts';
import { newId } from '../new-id.ts';
import { type WriteCall, type WriteDependencies, write } from '../write.ts';
import { writeOutside } from '../writing/outside-write.ts';
import { createSigner } from './secrets.ts';
import { type Attempt, type SendDependencies, sendMessage } from './sending.ts';

export type { WebhookDeliveryRecord as Delivery };
export type TestResult = Pick<Attempt, 'responseStatus' | 'error' | 'durationMs'>;

/** Newest first. */
export const listDeliveries = (
  db: Database,
  { teamId, id }: { teamId: number; id: string },
  filter: WebhookDeliveryFilter,
  page: PageRequest,
): Promise<PageOfRows<WebhookDeliveryRecord>> => listStored(db, { teamId, webhookId: id }, filter, page);

/** Makes a delivery due at once, also one that has succeeded. */
export const redeliver = (
  dependencies: WriteDependencies,
  call: WriteCall<WebhookDeliveryRecord>,
  webhookId: string,
  id: string,
): Promise<WebhookDeliveryRecord> =>
  write(dependencies, call, async ({ tx, writer: { teamId }, now }) => {
    const webhook = await lockWebhook(tx, teamId, webhookId);
    const delivery = webhook && (await findWebhookDelivery(tx, teamId, webhookId, id));
    if (!delivery) throw new NotFound();
    await updateDeliveryToDue(tx, teamId, id, now);
    await updateWebhook(tx, teamId, webhookId, { nextAttemptAt: now });
    return { ...delivery, status: 'pending', nextAttemptAt: now, deliveredAt: null };
  });

/**
 * Sends a test message now, outside of any transaction. It is no event and leaves no delivery. Under one idempotency key
 * one message is sent.
 */
export const sendTest = (
  dependencies: WriteDependencies & Omit<SendDependencies, 'sign'> & { keyring: Keyring },
  call: WriteCall<TestResult>,
  webhookId: string,
): Promise<TestResult> =>
  writeOutside(dependencies, call, async () => {
    const webhook = await findWebhook(dependencies.db, call.writer.teamId, webhookId);
    if (!webhook) throw new NotFound();
    const data = { webhook_id: webhook.id };
    const message = { id: newId(), type: 'webhook.test', createdAt: dependencies.clock(), data };
    return sendMessage({ ...dependencies, sign: createSigner(dependencies.keyring) }, webhook, message);
  });
