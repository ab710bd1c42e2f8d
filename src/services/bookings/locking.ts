import type { Database, Transaction } from '../../db/client.ts';
import { type BookingParts, loadBookingParts } from '../../db/queries/booking-parts.ts';
import { completeBooking, type LockedBooking, lockBooking } from '../../db/queries/booking-writes.ts';
import type { FolioRows } from '../../db/queries/folio.ts';
import { findLastEvent } from '../../db/queries/team-events.ts';
import { completionDue, HOLD_HAS_LAPSED, hasLapsed } from '../../domain/booking.ts';
import { done, notFound, type Outcome, type Refusal, refused } from '../outcome.ts';
import type { EventWriter } from '../team-events.ts';
import { inTeamTransaction } from '../team-limit.ts';
import {
  type ConstraintRefusals,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  type WriteResult,
  write,
} from '../write.ts';
import { bySystem, cancelLapsed, withLapsedHolds } from './holds.ts';
import { recordEventsOf } from './storing.ts';

/** A locked booking with everything that belongs to it. */
export type BookingToWrite = LockedBooking & BookingParts;

type Target = {
  bookingId: string;
  refusals?: ConstraintRefusals;
  /** The refusal of a write on a lapsed hold, if it has a form of its own. */
  ifLapsed?: Refusal;
  /** Whether the part of the folio that the path names exists, which comes before any state. */
  hasPart?: (folio: FolioRows) => boolean;
  /** Whether the booking is the one that the caller has read. Checked here before a hold is refused by its lapse. */
  isCurrent?: (context: WriteContext) => Promise<Outcome<null>>;
};

/** Thrown to roll back a write on a booking that is due to complete. It is completed first, in its own transaction. */
const IS_DUE = Symbol('due');
/** The same for a hold that has lapsed. It is cancelled, which stays although the write is refused. */
const HAS_LAPSED = Symbol('lapsed');
const MAX_ATTEMPTS = 3;

/**
 * Runs a write on one booking, with its row locked. A confirmed booking whose check-out has passed is completed first,
 * so that the write finds it in its true state (contract, section 8). A lapsed hold is cancelled, and the write refused
 * (section 15). A preview does the same, but in the transaction that it rolls back.
 *
 * All writes lock in this order, so that none waits for another in a circle: the idempotency key, the team if they need
 * it, bookings by id, units by id, the coupon, the guest. Lapsed holds are found after the units are locked. So a write
 * that needs them rolls back, and locks them first the next time (`withLapsedHolds`).
 */
export function writeToBooking<Value>(
  { db, clock, answers }: WriteDependencies,
  call: WriteCall<Value>,
  { bookingId, refusals = {}, ifLapsed = BY_LAPSE, hasPart = () => true, isCurrent = IS_CURRENT }: Target,
  work: (context: WriteContext, locked: BookingToWrite) => Promise<Outcome<Value>>,
): Promise<WriteResult<Value>> {
  const { teamId } = call.writer;
  // All attempts use the same moment, so none finds a booking due that was not due in the one before.
  return withLapsedHolds(clock, async (now, lapsedIds) => {
    let refusal = ifLapsed;
    const lockAndWork = async (context: WriteContext): Promise<Outcome<Value>> => {
      await cancelLapsed(context, lapsedIds, [bookingId]);
      const locked = await lockWithParts(context.tx, teamId, bookingId);
      if (!locked) return notFound();
      if (hasLapsed(locked.booking, now)) {
        if (!hasPart(locked.folio)) return notFound();
        // Until the sweep has come, the caller has read a pending booking.
        const current = await isCurrent(context);
        refusal = current.ok ? ifLapsed : current.refusal;
        if (call.isPreview) return refused(refusal);
        throw HAS_LAPSED;
      }
      const dueAt = completionDue({ ...locked.booking, ...locked.listing }, now);
      if (dueAt === null) return work(context, locked);
      if (!call.isPreview) throw IS_DUE;
      await complete(bySystem(context.tx, teamId, now), locked.booking, dueAt);
      return work(context, (await lockWithParts(context.tx, teamId, bookingId)) ?? locked);
    };
    const attempt = () => write({ db, clock: () => now, answers }, call, lockAndWork, refusals);
    for (let number = 1; ; number += 1) {
      try {
        return await attempt();
      } catch (error) {
        if ((error !== HAS_LAPSED && error !== IS_DUE) || number === MAX_ATTEMPTS) throw error;
        if (error === IS_DUE) await completeOne(db, teamId, bookingId, now);
        else if (await expireOne(db, teamId, bookingId, now)) return { kind: 'refused', refusal };
        // If a sweep or another write was faster, the next attempt finds what that has made of the booking.
      }
    }
  });
}

async function lockWithParts(tx: Transaction, teamId: number, id: string): Promise<BookingToWrite | null> {
  const locked = await lockBooking(tx, teamId, id);
  return locked && { ...locked, ...(await loadBookingParts(tx, teamId, id)) };
}

const IS_CURRENT = async (): Promise<Outcome<null>> => done(null);
const BY_LAPSE: Refusal = { reason: 'invalid', errors: { status: [HOLD_HAS_LAPSED] } };

/** Cancels a lapsed hold. Returns false if it is none any more. */
export const expireOne = (db: Database, teamId: number, id: string, now: Date): Promise<boolean> =>
  inTeamTransaction(db, teamId, async (tx) => (await cancelLapsed(bySystem(tx, teamId, now), [id])) > 0);

/** Completes a confirmed booking whose check-out has passed. If a sweep was faster, nothing is left to do. */
async function completeOne(db: Database, teamId: number, id: string, now: Date): Promise<void> {
  await inTeamTransaction(db, teamId, async (tx) => {
    const locked = await lockBooking(tx, teamId, id);
    const at = locked && completionDue({ ...locked.booking, ...locked.listing }, now);
    if (locked && at) await complete(bySystem(tx, teamId, now), locked.booking, at);
  });
}

/**
 * Completes a booking and stores its event. Returns false if the booking is no longer confirmed, or ends on another day
 * than the caller read.
 */
export async function complete(
  context: EventWriter,
  booking: { id: string; checkOut: string },
  completedAt: Date,
): Promise<boolean> {
  const { tx, writer, now } = context;
  const completed = await completeBooking(tx, writer.teamId, booking, { completedAt, now });
  if (!completed) return false;
  const event = { type: 'booking.completed', details: {}, changed: ['status'] } as const;
  const last = await findLastEvent(tx, writer.teamId, booking.id);
  await recordEventsOf(context, last, [{ ...event, booking: completed }]);
  return true;
}

/** A refusal because of the booking's status. */
export const refusedByStatus = (message: string): Outcome<never> => {
  const refusal: Refusal = { reason: 'invalid', errors: { status: [message] } };
  return refused(refusal);
};
