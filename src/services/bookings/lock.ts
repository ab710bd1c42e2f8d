/**
 * The order in which all writes lock rows, so that none waits for another in a circle:
 *
 * 1. the idempotency key;
 * 2. the team, if the write counts or changes something for all of it;
 * 3. the units, by id, in one statement;
 * 4. the calendar feed or the block of a unit;
 * 5. the coupons, by their codes;
 * 6. the bookings, by id, in one statement;
 * 7. the guest.
 *
 * A write leaves out what it does not need, and never goes back. What has to be known before rows are locked is read
 * without a lock, and compared once they are: if it has changed, the write begins again (`ChangedMeanwhile`).
 *
 * - A new booking locks the units that its listing sells, its coupon, then all bookings that make way at once: lapsed holds
 *   and those that move to other units. Then it holds or makes its guest. The booking site counts under the team's lock.
 * - A change of dates, guests or unit locks the units that the booking has and those that its listing sells. Then it locks
 *   the booking together with those that make way, and the guest at the end. Any other change, a confirmation, a
 *   cancellation and every step of a folio lock the booking alone.
 * - Who has locked a unit alone may give a booking nights in it, or another unit. Cancelling or completing a booking, or
 *   changing when its hold lapses, needs no unit. So a write finds lapsed holds in its way by the units' nights, and
 *   checks them after they are locked. The sweeps lock one booking in each transaction.
 * - A block locks the units that it takes, then the lapsed holds on them. Its deletion locks its unit, then the block.
 * - A calendar feed's reading and deletion lock its unit, then the feed, then lapsed holds. A change of the feed locks it
 *   alone.
 * - A team file locks the team, the units of all listings that it changes or whose nights it may take, the team's coupons,
 *   then its bookings together with the lapsed holds on these units, then its guests.
 * - The erasure of a guest locks all bookings of the guest, then the guest, and the team's webhooks at the end. It drops
 *   stored answers under other keys without waiting for any of them.
 * - Listings, units and charges change under the team's lock. They lock their own rows next and nothing of the above after
 *   them. A listing's row comes after the units, because a new booking refers to it only at its end.
 */
import { type BookingParts, loadBookingParts } from '../../db/queries/bookings/booking-parts.ts';
import { type LockedBooking, lockBookings } from '../../db/queries/bookings/booking-writes.ts';
import { completionDue, HOLD_HAS_LAPSED, hasLapsed } from '../../domain/booking.ts';
import { keeping, notFound, type Outcome, type Refusal, refused } from '../outcome.ts';
import {
  type ConditionalCall,
  type ConstraintRefusals,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  type WriteResult,
  whileCurrent,
  write,
} from '../write.ts';
import { bySystem, complete, expireHolds } from './expire.ts';
import { type Booking, mustRead } from './read.ts';

/** A locked booking with everything that belongs to it. */
export type BookingToWrite = LockedBooking & BookingParts;

type Target<Locked> = {
  /** Locks the booking, and whatever the write needs beside it. Returns null if there is no such booking. */
  lock: (context: WriteContext) => Promise<Locked | null>;
  refusals?: ConstraintRefusals;
  /** The refusal of a write on a lapsed hold, if it has a form of its own. */
  ifLapsed?: Refusal;
  /** Whether the booking is the version that the caller requires, if any. Checked before its state and rules. */
  isCurrent?: ConditionalCall<never, Booking>['isCurrent'];
  /** Whether the part of the booking that the path names exists, which comes before any state. */
  hasPart?: (locked: Locked) => boolean;
};

/**
 * Runs a write on one booking that `lock` has locked. A confirmed booking whose check-out has passed is completed first,
 * so that the write finds it in its true state. A lapsed hold is cancelled, and the write refused. Either stays, whatever
 * becomes of the write, unless it is a preview.
 */
export function writeToLocked<Value, Locked extends BookingToWrite>(
  dependencies: WriteDependencies,
  call: WriteCall<Value>,
  { lock, refusals, ifLapsed = BY_LAPSE, isCurrent = null, hasPart = () => true }: Target<Locked>,
  work: (context: WriteContext, locked: Locked) => Promise<Outcome<Value>>,
): Promise<WriteResult<Value>> {
  const workOn = async (context: WriteContext): Promise<Outcome<Value>> => {
    const { tx, writer, now } = context;
    const locked = await lock(context);
    if (!locked) return notFound();
    const { booking, listing } = locked;
    const readCurrent = () => whileCurrent({ isCurrent }, () => mustRead(context, booking.id));
    if (hasLapsed(booking, now)) {
      if (!hasPart(locked)) return notFound();
      // Until the sweep has come, the caller has read a pending booking.
      const current = await readCurrent();
      await expireHolds(context, [booking]);
      return keeping(current.ok ? refused(ifLapsed) : current);
    }
    const dueAt = completionDue({ ...booking, ...listing }, now);
    if (dueAt) await complete(bySystem(tx, writer.teamId, now), booking, dueAt);
    const found = dueAt ? { ...locked, ...(await lockWithParts(context, booking.id)) } : locked;
    const current = hasPart(found) ? await readCurrent() : notFound();
    const outcome = current.ok ? await work(context, found) : current;
    return dueAt ? keeping(outcome) : outcome;
  };
  return write(dependencies, call, workOn, refusals);
}

/** The same for a write that locks nothing beside the booking. */
export const writeToBooking = <Value>(
  dependencies: WriteDependencies,
  call: WriteCall<Value>,
  { bookingId, ...target }: { bookingId: string } & Omit<Target<BookingToWrite>, 'lock'>,
  work: (context: WriteContext, locked: BookingToWrite) => Promise<Outcome<Value>>,
): Promise<WriteResult<Value>> =>
  writeToLocked(
    dependencies,
    call,
    { ...target, lock: (context) => lockWithParts(context, bookingId) },
    work,
  );

/** Locks a booking and reads what belongs to it. Returns null if the team has none with that id. */
export async function lockWithParts(
  { tx, writer: { teamId } }: WriteContext,
  id: string,
): Promise<BookingToWrite | null> {
  const [locked] = await lockBookings(tx, teamId, [id]);
  return locked ? { ...locked, ...(await loadBookingParts(tx, teamId, id)) } : null;
}

const BY_LAPSE: Refusal = { reason: 'invalid', errors: { status: [HOLD_HAS_LAPSED] } };

/** A refusal because of the booking's status. */
export const refusedByStatus = (message: string): Outcome<never> => {
  const refusal: Refusal = { reason: 'invalid', errors: { status: [message] } };
  return refused(refusal);
};
