/** Only while this process has the webhook's lease. */
import { promise as createQueue } from 'fastq';
import { MAX_DELIVERIES_OF_WEBHOOK } from '../../../domain/limits.ts';
import { truncateToSecond } from '../../../services/clock.ts';
import type { Keyring } from '../../../services/keys/keyring.ts';
import { numberEvents } from '../../../services/team/feed.ts';
import type { SystemDependencies } from '../../../services/team-scope.ts';
import { type DueDelivery, findLastEventPosition, listDueDeliveries } from '../db/queries/deliveries.ts';
import { lockLeasedWebhook } from '../db/queries/leases.ts';
import { createBatches } from './batching.ts';
import { fanOutEvents } from './fan-out.ts';
import { buildDeliveryOutcome, type DeliveryOutcome, storeDeliveryOutcomes } from './outcomes.ts';
import { createWebhookSigner } from './secrets.ts';
import { type DeliveryAttempt, type SendDependencies, sendMessage } from './sending.ts';
import {
  endServing,
  mayBeginRequest,
  mayContinueServing,
  type ServedWebhook,
  type ServingLimits,
  updateServedWebhook,
} from './serving.ts';

const MAX_CONCURRENT_REQUESTS = 10;
/**
 * Deliveries under way or not recorded yet. If the process is killed they are sent a second time, so they must be
 * few.
 */
const UNRECORDED = 60;
const OUTCOMES_PER_BATCH = 25;
const RECORD_WITHIN_MS = 10;
/** Stored at once, and read at once. */
const BATCH = 1_000;
/** Read at once while none succeeds: few, so that new ones are tried between the repeated ones. */
const BATCH_FAILING = 10;
/** A slower receiver gets one request at a time, so that it leaves room for other webhooks. */
const SLOW_RECEIVER_MS = 1_000;

export type DeliveryResult = 'delivered' | 'retried' | 'failed';
export type DeliverDependencies = Omit<SendDependencies, 'sign'> &
  ServingLimits &
  SystemDependencies & {
    keyring: Keyring;
    /** The process limits all its requests to webhooks together. */
    inTurn: (request: () => Promise<DeliveryAttempt | null>) => Promise<DeliveryAttempt | null>;
    onDelivery: (result: DeliveryResult) => void;
    onError: (error: unknown) => void;
    /** Of one webhook, by default 100,000. */
    mostDeliveries?: number;
  };

/** Ends when none is pending, and gives the lease back. */
export async function deliverToWebhook(
  dependencies: DeliverDependencies,
  served: ServedWebhook,
): Promise<void> {
  try {
    await deliverAllDue(dependencies, served);
  } finally {
    await endServing(dependencies, served);
  }
}

/** The next deliveries are read while the previous ones are made. */
async function deliverAllDue(dependencies: DeliverDependencies, served: ServedWebhook): Promise<void> {
  const { db, clock } = dependencies;
  const deliver = createDeliver(dependencies, served);
  let made: Promise<unknown> = Promise.resolve();
  let taken: string[] = [];
  try {
    while (mayContinueServing(dependencies, served)) {
      const limit = served.isTroubled ? BATCH_FAILING : BATCH;
      await storeDeliveries(dependencies, served, limit);
      const due = await listDueDeliveries(db, served.webhook, { now: clock(), limit, taken });
      await made;
      if (due.length + taken.length === 0) break;
      made = Promise.all(due.map(deliver));
      taken = due.map((delivery) => delivery.id);
    }
  } finally {
    await made;
  }
}

/** One for each of the next events of the team's feed. */
async function storeDeliveries(
  { db, inTeamTransaction, clock, mostDeliveries = MAX_DELIVERIES_OF_WEBHOOK }: DeliverDependencies,
  served: ServedWebhook,
  limit: number,
): Promise<void> {
  const { leased } = served;
  await numberEvents({ db, inTeamTransaction, teamId: leased.teamId });
  const last = await findLastEventPosition(db, leased.teamId);
  if (last <= served.webhook.position) return;
  await inTeamTransaction(leased.teamId, async (tx) => {
    updateServedWebhook(served, await lockLeasedWebhook(tx, leased));
    if (served.isOver) return;
    const options = {
      last,
      limit,
      maxKept: mostDeliveries,
      room: served.room,
      now: truncateToSecond(clock()),
    };
    const { position, room } = await fanOutEvents(tx, served.webhook, options);
    served.webhook = { ...served.webhook, position };
    served.room = room;
  });
}

/** The function resolves once the outcome is stored. */
function createDeliver(dependencies: DeliverDependencies, served: ServedWebhook) {
  const { clock, onDelivery } = dependencies;
  const send = createSend(dependencies, served);
  const store = (batch: DeliveryOutcome[]) => storeBatch(dependencies, served, batch);
  const outcomes = createBatches({ store, size: OUTCOMES_PER_BATCH, waitMs: RECORD_WITHIN_MS });

  const queue = createQueue(async (delivery: DueDelivery): Promise<void> => {
    const attempt = await send(delivery);
    if (!attempt) return;
    const outcome = buildDeliveryOutcome(delivery, attempt, clock());
    const { status } = outcome.tried;
    onDelivery(status === 'pending' ? 'retried' : status);
    await outcomes.add(outcome);
  }, UNRECORDED);
  return (delivery: DueDelivery) => queue.push(delivery);
}

/**
 * A few deliveries are sent at once, or only one while the receiver is failing or slow. The function resolves to
 * null if nothing more may be sent.
 */
function createSend(dependencies: DeliverDependencies, served: ServedWebhook) {
  const { db, keyring, inTurn, isStopping } = dependencies;
  const sender = { ...dependencies, sign: createWebhookSigner(keyring) };
  // In the order of the team's event feed.
  const mayBegin = createQueue(() => mayBeginRequest(db, dependencies, served), 1);

  const queue = createQueue(async (delivery: DueDelivery): Promise<DeliveryAttempt | null> => {
    const { eventId, type, happenedAt, data, position } = delivery;
    const message = { id: eventId, type, createdAt: happenedAt, data: { ...data, position } };
    const attempt = await inTurn(async () =>
      (await mayBegin.push(null)) ? sendMessage(sender, served.webhook, message) : null,
    );
    // A request that was cut off because this process ends is no try. Another process repeats it.
    if (attempt === null || (attempt.responseStatus === null && isStopping())) return null;
    // A receiver that is gone for good gets no more requests, even before its answer is stored.
    served.isOver ||= attempt.isGone;
    served.isTroubled = !attempt.isSuccess || attempt.durationMs >= SLOW_RECEIVER_MS;
    queue.concurrency = served.isTroubled ? 1 : Math.min(MAX_CONCURRENT_REQUESTS, queue.concurrency * 2);
    return attempt;
  }, 1);

  return async (delivery: DueDelivery): Promise<DeliveryAttempt | null> => {
    if (!mayContinueServing(dependencies, served)) return null;
    return queue.push(delivery).catch((error) => fail(dependencies, served, error));
  };
}

async function storeBatch(
  dependencies: DeliverDependencies,
  served: ServedWebhook,
  batch: readonly DeliveryOutcome[],
): Promise<void> {
  try {
    updateServedWebhook(served, await storeDeliveryOutcomes(dependencies, served, batch));
  } catch (error) {
    fail(dependencies, served, error);
  }
}

/** Another process then delivers again what was not stored. */
function fail({ onError }: DeliverDependencies, served: ServedWebhook, error: unknown): null {
  served.isOver = true;
  onError(error);
  return null;
}
