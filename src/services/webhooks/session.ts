/** The deliveries to one webhook, under its lease. */
import type { Database } from '../../db/client.ts';
import { listFeed } from '../../db/queries/events/feed.ts';
import {
  findLastPosition,
  giveLeaseBack,
  listBookingsPending,
  listDealtWith,
  listDueDeliveries,
  loadEvents,
  makeRoom,
} from '../../db/queries/webhooks/webhook-work.ts';
import { type DeliveryRecord, lockWebhook, type WebhookRecord } from '../../db/queries/webhooks/webhooks.ts';
import { typesNamed } from '../../domain/events.ts';
import { toSecond } from '../clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { numberEvents } from '../team/feed.ts';
import { inTeamTransaction } from '../writing/team-limit.ts';
import { bookingOf, type DeliveredEvent, newDelivery } from './new-delivery.ts';
import { createRecorder, type Recorded, type Recorder } from './recording.ts';
import { nextAttempt } from './retries.ts';
import { createSigner } from './secrets.ts';
import { type Attempt, type SendDependencies, sendMessage } from './sending.ts';
import { createPace, type Pace, runAtPace, type Slots } from './slots.ts';

const AT_ONCE = 10;
const BATCH = 1_000;
/**
 * How many deliveries may be made but not recorded yet. After a kill, these are made again, and so are those under way.
 * They are recorded as soon as the ones before them are, so this many wait only while the database is slow.
 */
const UNRECORDED = 50;
/** A receiver that takes longer to answer gets one request at a time, so that it leaves room for others. */
const SLOW_MS = 1_000;
/** While nothing succeeds, deliveries that are due get their turn between a few new ones. */
const BATCH_FAILING = 5;

export type DeliveryResult = 'delivered' | 'retried' | 'failed';
export type SessionDependencies = Omit<SendDependencies, 'sign'> & {
  db: Database;
  keyring: Keyring;
  slots: Slots;
  isStopping: () => boolean;
  /** Whether other webhooks wait for this process, so that one that fails gives way. */
  isCrowded: () => boolean;
  onDelivery: (result: DeliveryResult) => void;
  /** How many deliveries of a webhook are kept. The default is 100,000. */
  mostDeliveries?: number;
};

type Event = DeliveredEvent & { createdAt: Date };
type Session = SessionDependencies &
  SendDependencies & {
    recorder: Recorder;
    pace: Pace;
    /** Whether no more requests may begin. */
    isOver: () => boolean;
    dealtWith: ReadonlySet<string>;
    place: Place;
  };
/** The position up to which the feed has been read, and the positions of events that are still under way. */
type Place = { position: number; open: number[] };

/**
 * Delivers until nothing is left to do, then returns the lease. Returns whether the receiver was failing or slow at the
 * end.
 */
export async function deliverTo(
  dependencies: SessionDependencies,
  webhook: WebhookRecord,
  lease: string,
): Promise<boolean> {
  const { db, clock } = dependencies;
  const place: Place = { position: webhook.position, open: [] };
  const positionAfter = (stored: readonly Recorded[]) => {
    const done = new Set(stored.map(({ delivery }) => delivery.position));
    place.open = place.open.filter((position) => !done.has(position));
    const [first] = place.open;
    return first === undefined ? place.position : first - 1;
  };
  const recorder = createRecorder(webhook, { db, clock, lease, positionAfter });
  const pace = createPace(AT_ONCE);
  // For good: what was left out once is delivered by the next session, which reads the feed from here.
  let givesWay = false;
  const isOver = () => {
    givesWay ||= pace.isFailing() && dependencies.isCrowded();
    return givesWay || recorder.isOver() || dependencies.isStopping();
  };
  const dealtWith = await listDealtWith(db, webhook);
  const sign = createSigner(dependencies.keyring);
  const session = { ...dependencies, sign, recorder, pace, isOver, dealtWith, place };
  try {
    while (!isOver()) {
      const due = await deliverDue(session);
      const fed = isOver() ? 0 : await deliverNew(session);
      if (due + fed === 0) break;
    }
  } finally {
    // Also after a failure, so that what was delivered is not delivered again.
    await recorder.whenStored().catch(() => {});
    const { teamId, id } = webhook;
    await inTeamTransaction(db, teamId, async (tx) => {
      if (await lockWebhook(tx, teamId, id)) await giveLeaseBack(tx, { teamId, id, lease });
    });
  }
  return pace.isFailing();
}

/** Tries due deliveries again, only the first one of each booking. */
async function deliverDue(session: Session): Promise<number> {
  const { db, recorder, clock } = session;
  const webhook = recorder.webhook();
  const due = await listDueDeliveries(db, webhook, clock(), session.pace.isFailing() ? AT_ONCE : BATCH);
  const events = await loadEvents(
    db,
    webhook.teamId,
    due.map(({ eventId }) => eventId),
  );
  const eventOf = new Map(events.map((event) => [event.id, event]));
  const tasks = due.map((delivery) => async () => {
    const event = eventOf.get(delivery.eventId);
    if (event) await tryOnce(session, event, delivery);
  });
  await runAtPace(tasks, session.pace, session.isOver);
  await recorder.whenStored();
  return due.length;
}

/** Delivers the next events in the feed's order. Those of one booking are delivered one after the other. */
async function deliverNew(session: Session): Promise<number> {
  const { db, recorder, pace, place, dealtWith } = session;
  const { teamId, types, round } = recorder.webhook();
  await numberEvents(db, teamId);
  const last = await findLastPosition(db, teamId);
  if (last <= place.position) return 0;
  const limit = pace.isFailing() ? BATCH_FAILING : BATCH;
  const wanted = types && typesNamed(types);
  const found = await listFeed(db, teamId, { after: place.position, limit, types: wanted });
  const fresh = found.filter(({ id }) => !dealtWith.has(id));
  const room = await makeRoom(db, recorder.webhook(), fresh.length, session.mostDeliveries);
  const events = fresh.slice(0, room);
  // What there is no room for stays in the feed until pending deliveries have ended.
  const firstLeft = fresh[room];
  if (firstLeft && room === 0) return 0;
  const end = found.length < limit ? Math.max(last, found.at(-1)?.position ?? 0) : found.at(-1)?.position;
  const reached = firstLeft ? firstLeft.position - 1 : (end ?? last);
  place.open = events.map(({ position }) => position);
  place.position = reached;
  const pending = await listBookingsPending(
    db,
    recorder.webhook(),
    events.flatMap((event) => bookingOf(event) ?? []),
  );
  const lastOf = new Map<string, Promise<boolean>>();
  const tasks = events.map((event) => async () => {
    const key = bookingOf(event) ?? event.id;
    const before = lastOf.get(key) ?? Promise.resolve(!pending.has(key));
    const delivered = before.then((isFree) => deliverNext(session, event, isFree, round));
    lastOf.set(key, delivered);
    await delivered;
  });
  await runAtPace(tasks, pace, session.isOver);
  await recorder.whenStored();
  if (!session.isOver()) await recorder.keep(reached);
  return found.length;
}

/** Delivers an event, or records that it waits because an earlier event of its booking does. Returns whether it succeeded. */
async function deliverNext(session: Session, event: Event, isFree: boolean, round: number): Promise<boolean> {
  if (session.isOver()) return false;
  const delivery = newDelivery(session.recorder.webhook(), event, { round, now: toSecond(session.clock()) });
  if (isFree) return tryOnce(session, event, delivery);
  session.recorder.record({ delivery, outcome: null });
  return false;
}

/**
 * Tries a delivery and hands the outcome to the recorder, which stores it while the next ones are under way. Returns
 * whether it succeeded.
 */
async function tryOnce(session: Session, event: Event, delivery: DeliveryRecord): Promise<boolean> {
  const { slots, recorder, pace, clock, onDelivery } = session;
  const message = { ...event, data: { ...event.data, position: event.position } };
  if (recorder.unrecorded() >= UNRECORDED) await recorder.whenFewerThan(UNRECORDED);
  const attempt = await slots.run(async () => {
    // The lease may have ended while this delivery waited for its turn.
    await recorder.holdLease();
    return session.isOver() ? null : sendMessage(session, recorder.webhook(), message);
  });
  // A request that was cut off because this process ends does not count as a try. The next process repeats it.
  if (attempt === null || (attempt.responseStatus === null && session.isStopping())) return false;
  pace.note(attempt.isSuccess && attempt.durationMs < SLOW_MS);
  const after = deliveryAfter(delivery, attempt, clock());
  recorder.record({
    delivery: after,
    outcome: attempt.isSuccess ? 'success' : attempt.isGone ? 'gone' : 'failure',
  });
  onDelivery(after.status === 'pending' ? 'retried' : after.status);
  return attempt.isSuccess;
}

function deliveryAfter(delivery: DeliveryRecord, attempt: Attempt, now: Date): DeliveryRecord {
  const { isSuccess, responseStatus, error, responseBody } = attempt;
  const attempts = delivery.attempts + 1;
  const told = { ...delivery, attempts, responseStatus, error, responseBody };
  if (isSuccess) return { ...told, status: 'delivered', deliveredAt: toSecond(now), nextAttemptAt: null };
  const { retryAfterSeconds } = attempt;
  const nextAttemptAt = nextAttempt({ attempts, at: now, random: Math.random(), retryAfterSeconds });
  return { ...told, status: nextAttemptAt === null ? 'failed' : 'pending', nextAttemptAt };
}
