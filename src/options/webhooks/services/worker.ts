import { promise as createQueue } from 'fastq';
import { type DeliveryQueue, startDeliveryEngine } from '../../../services/deliveries/engine.ts';
import { listWebhooksWithWork, takeWebhookLease } from '../db/queries/leases.ts';
import { type DeliverDependencies, deliverToWebhook } from './deliver.ts';
import type { DeliveryAttempt } from './sending.ts';
import { beginServing, renewServedLease, type ServedWebhook } from './serving.ts';

/** In this process. */
const MAX_CONCURRENT_REQUESTS = 50;
const MAX_CONCURRENT_WEBHOOKS = 50;
/** Of the webhooks that are failing or slow, so that room is left for those that work well. */
const MAX_CONCURRENT_TROUBLED = 40;
/** After a slow answer. */
const SLOW_FOR_MS = 60_000;

type Dependencies = Omit<DeliverDependencies, 'inTurn' | 'isStopping' | 'isCrowded' | 'onDelivery'> & {
  onDelivery?: DeliverDependencies['onDelivery'];
  everyMs?: number;
};
type Webhook = { teamId: number; id: string; isTroubled: boolean };

/**
 * Looks every second for webhooks with work, and takes the lease of each that no other process serves. So any
 * number of processes share the work, and no two serve one webhook at once.
 */
export function startDeliveries({ onDelivery = () => {}, everyMs, ...dependencies }: Dependencies) {
  const { db, inTeamTransaction, clock, outboundClient, onError } = dependencies;
  const requests = createQueue(
    (send: () => Promise<DeliveryAttempt | null>) => send(),
    MAX_CONCURRENT_REQUESTS,
  );
  /** By the webhook's id. */
  const slowUntil = new Map<string, number>();

  const queue: DeliveryQueue<Webhook> = {
    async list() {
      for (const [id, until] of slowUntil) if (until < performance.now()) slowUntil.delete(id);
      const found = await listWebhooksWithWork(db, clock(), MAX_CONCURRENT_WEBHOOKS);
      return found.map(({ teamId, id, isFailing }) => ({
        teamId,
        id,
        isTroubled: isFailing || slowUntil.has(id),
      }));
    },

    async take({ teamId, id }, lease) {
      const taken = await inTeamTransaction(teamId, (tx) => takeWebhookLease(tx, { teamId, id, lease }));
      if (!taken) return null;
      const served = beginServing(taken, lease);
      return {
        held: served,
        renew: () => renewServedLease(db, served),
        deliver: () => deliver(served),
      };
    },
  };

  async function deliver(served: ServedWebhook): Promise<void> {
    const { id } = served.webhook;
    await deliverToWebhook(own, served);
    if (served.isTroubled) slowUntil.set(id, performance.now() + SLOW_FOR_MS);
    else slowUntil.delete(id);
  }

  const work = startDeliveryEngine({
    everyMs,
    queues: [queue],
    limits: {
      atOnce: MAX_CONCURRENT_WEBHOOKS,
      atOnceOfGroup: MAX_CONCURRENT_TROUBLED,
      findGroup: ({ isTroubled }) => (isTroubled ? 'troubled' : null),
    },
    cutOff: outboundClient.close,
    onError,
  });
  const own: DeliverDependencies = {
    ...dependencies,
    onDelivery,
    inTurn: (send) => requests.push(send),
    isStopping: work.isStopping,
    isCrowded: () =>
      work.runningCount() >= MAX_CONCURRENT_WEBHOOKS || requests.running() >= MAX_CONCURRENT_REQUESTS,
  };
  /** Waits until requests under way have ended and are recorded. */
  return { stop: work.stop };
}
