import { type EventFigures, readEventFiguresOfAnyTeam } from '../../db/queries/events/event-figures.ts';
import {
  type DeliveryFilter,
  type DeliveryRecord,
  findDelivery,
  findWebhook,
  listDeliveries,
  lockWebhook,
  makeDeliveryDue,
  updateWebhook,
} from '../../db/queries/webhooks/webhooks.ts';
import { NotFound } from '../errors.ts';
import type { Keyring } from '../keys/keyring.ts';
import { newId } from '../new-id.ts';
import { type Page, type PageRequest, sliceOf } from '../page.ts';
import { type WriteCall, type WriteDependencies, write } from '../write.ts';
import { writeOutside } from '../writing/outside-write.ts';
import { createSigner } from './secrets.ts';
import { type Attempt, type SendDependencies, sendMessage } from './sending.ts';

export type { DeliveryFilter, DeliveryRecord as Delivery };
export type TestResult = Pick<Attempt, 'responseStatus' | 'error' | 'durationMs'>;

type Dependencies = WriteDependencies & Omit<SendDependencies, 'sign'> & { keyring: Keyring };

/** The deliveries of webhooks, as the team sees them. */
export function createDeliveryService(dependencies: Dependencies) {
  const { db, clock } = dependencies;
  return {
    /** Figures of all teams' events and deliveries, for those who run the service. */
    readFigures: (): Promise<EventFigures> => readEventFiguresOfAnyTeam(db, clock()),

    findDelivery: (teamId: number, webhookId: string, id: string) => findDelivery(db, teamId, webhookId, id),

    /** Newest first. */
    listDeliveries: (
      teamId: number,
      webhookId: string,
      filter: DeliveryFilter,
      page: PageRequest,
    ): Promise<Page<DeliveryRecord>> =>
      listDeliveries(db, teamId, webhookId, { ...filter, ...sliceOf(page) }),

    /** Makes a delivery due at once, also one that has succeeded. */
    redeliver: (call: WriteCall<DeliveryRecord>, webhookId: string, id: string): Promise<DeliveryRecord> =>
      write(dependencies, call, async ({ tx, writer: { teamId }, now }) => {
        const webhook = await lockWebhook(tx, teamId, webhookId);
        const delivery = webhook && (await findDelivery(tx, teamId, webhookId, id));
        if (!delivery) throw new NotFound();
        await makeDeliveryDue(tx, teamId, id, now);
        await updateWebhook(tx, teamId, webhookId, { nextAttemptAt: now });
        return { ...delivery, status: 'pending', nextAttemptAt: now, deliveredAt: null };
      }),

    /**
     * Sends a test message now, outside of any transaction. It is no event and leaves no delivery. Under one idempotency
     * key one message is sent.
     */
    sendTest: (call: WriteCall<TestResult>, webhookId: string): Promise<TestResult> =>
      writeOutside(dependencies, call, async () => {
        const webhook = await findWebhook(db, call.writer.teamId, webhookId);
        if (!webhook) throw new NotFound();
        const data = { webhook_id: webhook.id };
        const message = { id: newId(), type: 'webhook.test', createdAt: clock(), data };
        const sign = createSigner(dependencies.keyring);
        return sendMessage({ ...dependencies, sign }, webhook, message);
      }),
  };
}
