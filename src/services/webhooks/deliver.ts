/** Empties the outbox of one webhook, under its lease. */
import { promise as createQueue } from 'fastq';
import type { Database } from '../../db/client.ts';
import { giveLeaseBack, keepLease, lockLeasedWebhook } from '../../db/queries/webhooks/leases.ts';
import {
  type DueDelivery,
  findLastPosition,
  findNextDueTime,
  listDueDeliveries,
} from '../../db/queries/webhooks/outbox.ts';
import { lockWebhook, type WebhookRecord } from '../../db/queries/webhooks/webhooks.ts';
import { MAX_DELIVERIES } from '../../domain/limits.ts';
import { toSecond } from '../clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { numberEvents } from '../team/feed.ts';
import { inTeamTransaction } from '../writing/team-limit.ts';
import { createBatches } from './batching.ts';
import { fanOut } from './fan-out.ts';
import { buildOutcome, type Outcome, storeOutcomes } from './outcomes.ts';
import { createSigner } from './secrets.ts';
import { type Attempt, type SendDependencies, sendMessage } from './sending.ts';

const REQUESTS_AT_ONCE = 10;
/** How many deliveries may be under way or not recorded yet. After a kill, these are made again. */
const UNRECORDED = 60;
const RECORDED_AT_ONCE = 25;
const RECORD_WITHIN_MS = 10;
/** How many events get their deliveries at once, and how many deliveries are read at once. */
const BATCH = 1_000;
/** The same while nothing succeeds, so that new events and repeated ones take turns. */
const BATCH_FAILING = 10;
/** A receiver that takes longer to answer gets one request at a time, so that it leaves room for others. */
const SLOW_MS = 1_000;
/** A lease holds for 60 seconds. A request begins only while it holds for as long as the request may take. */
const RENEW_EVERY_MS = 20_000;
const SURE_FOR_MS = 40_000;

export type DeliveryResult = 'delivered' | 'retried' | 'failed';
export type DeliverDependencies = Omit<SendDependencies, 'sign'> & {
  db: Database;
  keyring: Keyring;
  /** Runs a request in its turn among all requests of the process. */
  inTurn: (request: () => Promise<Attempt | null>) => Promise<Attempt | null>;
  isStopping: () => boolean;
  /** Whether other webhooks wait for this process, so that one that fails gives way. */
  isCrowded: () => boolean;
  onDelivery: (result: DeliveryResult) => void;
  onError: (error: unknown) => void;
  /** How many deliveries of a webhook are kept. The default is 100,000. */
  mostDeliveries?: number;
};

/**
 * Delivers until nothing is left to do, then returns the lease. Returns whether the receiver was failing or slow at the
 * end.
 */
export async function deliverTo(
  dependencies: DeliverDependencies,
  start: WebhookRecord,
  lease: string,
): Promise<boolean> {
  const { db, clock, inTurn, onDelivery, onError, mostDeliveries = MAX_DELIVERIES } = dependencies;
  const { teamId, id } = start;
  const leased = { teamId, id, lease, round: start.round };
  const sender = { ...dependencies, sign: createSigner(dependencies.keyring) };
  let webhook = start;
  let renewedAt = performance.now();
  let isTroubled = false;
  let isOver = false;
  /** How many more deliveries may be stored, at least. */
  let room = 0;

  function mayGoOn(): boolean {
    const givesWay = isTroubled && dependencies.isCrowded();
    isOver ||= givesWay || dependencies.isStopping() || performance.now() - renewedAt > SURE_FOR_MS;
    return !isOver;
  }

  /** Takes over the webhook as it is now. Ends if the lease is lost or the webhook is no longer active. */
  function note(current: WebhookRecord | null): void {
    if (current) webhook = current;
    isOver ||= current?.status !== 'active';
  }

  async function renewLease(): Promise<void> {
    const askedAt = performance.now();
    note(await keepLease(db, leased));
    renewedAt = askedAt;
  }

  async function fillOutbox(limit: number): Promise<void> {
    await numberEvents(db, teamId);
    const last = await findLastPosition(db, teamId);
    if (last <= webhook.position) return;
    await inTeamTransaction(db, teamId, async (tx) => {
      note(await lockLeasedWebhook(tx, leased));
      if (isOver) return;
      const now = toSecond(clock());
      const filled = await fanOut(tx, webhook, { last, limit, maxKept: mostDeliveries, room, now });
      webhook = { ...webhook, position: filled.position };
      room = filled.room;
    });
  }

  const sending = createQueue(async (delivery: DueDelivery): Promise<Attempt | null> => {
    const { eventId, type, happenedAt, data, position } = delivery;
    const message = { id: eventId, type, createdAt: happenedAt, data: { ...data, position } };
    const attempt = await inTurn(async () => (mayGoOn() ? sendMessage(sender, webhook, message) : null));
    // A request that was cut off because this process ends does not count as a try. The next process repeats it.
    if (attempt === null || (attempt.responseStatus === null && dependencies.isStopping())) return null;
    isTroubled = !attempt.isSuccess || attempt.durationMs >= SLOW_MS;
    sending.concurrency = isTroubled ? 1 : Math.min(REQUESTS_AT_ONCE, sending.concurrency * 2);
    return attempt;
  }, 1);

  /** What was not recorded because of an error is delivered again by the next process. */
  function fail(error: unknown): void {
    isOver = true;
    onError(error);
  }

  const store = (batch: Outcome[]): Promise<void> =>
    storeOutcomes({ db, leased, webhook }, batch, toSecond(clock())).then(note, fail);
  const outcomes = createBatches({ store, size: RECORDED_AT_ONCE, waitMs: RECORD_WITHIN_MS });

  const unrecorded = createQueue(async (delivery: DueDelivery): Promise<void> => {
    const attempt = mayGoOn() ? await sending.push(delivery).catch(fail) : null;
    if (!attempt) return;
    const outcome = buildOutcome(delivery, attempt, clock());
    const { status } = outcome.tried;
    onDelivery(status === 'pending' ? 'retried' : status);
    await outcomes.add(outcome);
  }, UNRECORDED);

  const renewals = setInterval(() => renewLease().catch(onError), RENEW_EVERY_MS);
  let sent: Promise<unknown> = Promise.resolve();
  try {
    // While some are sent, the next ones are read.
    for (let taken: string[] = []; mayGoOn(); ) {
      const limit = isTroubled ? BATCH_FAILING : BATCH;
      await fillOutbox(limit);
      const due = await listDueDeliveries(db, webhook, { now: clock(), limit, taken });
      await sent;
      if (due.length + taken.length === 0) break;
      sent = Promise.all(due.map((delivery) => unrecorded.push(delivery)));
      taken = due.map((delivery) => delivery.id);
    }
  } finally {
    await sent;
    clearInterval(renewals);
    await inTeamTransaction(db, teamId, async (tx) => {
      if (!(await lockWebhook(tx, teamId, id))) return;
      await giveLeaseBack(tx, leased, await findNextDueTime(tx, webhook));
    });
  }
  return isTroubled;
}
