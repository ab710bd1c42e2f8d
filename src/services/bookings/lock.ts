/**
 * The order in which all writes lock rows, so that none waits for another in a circle:
 *
 * 1. the idempotency key;
 * 2. the team, if the write counts or changes something for all of it;
 *    then the count of the address that books on the site;
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
 *   stored answers under other keys. It waits only for who reads one, which waits for nothing.
 * - What an option does at the end of a write (`WriteHooks`) comes after all of these, and locks its own rows alone.
 * - Listings, units and charges change under the team's lock. They lock their own rows next and nothing of the above after
 *   them. A listing's row comes after the units, because a new booking refers to it only at its end.
 */

import { type LockedBooking, lockBookings } from '../../db/queries/bookings/booking-writes.ts';
import {
  type BookingUnitsAndFolio,
  loadUnitsAndFolioOfBooking,
} from '../../db/queries/bookings/units-and-folio.ts';
import { findCompletionInstant, HOLD_LAPSED_MESSAGE, hasHoldLapsed } from '../../domain/booking.ts';
import { Invalid, NotFound, type Refusal, VersionChanged } from '../errors.ts';
import type { WriteScope } from '../team-scope.ts';
import { type ConditionalOptions, isCurrentVersion, requireVersion } from '../write.ts';
import { completeBookingAndRecord, expireHolds } from './expire.ts';
import { type Booking, readExistingBooking } from './read.ts';

/** A locked booking with everything that belongs to it. */
export type BookingToWrite = LockedBooking &
  BookingUnitsAndFolio & {
    /** Whether the booking was a hold that has lapsed, and was cancelled just now. */
    hasLapsed?: boolean;
  };

type Conditions = {
  /**
   * The refusal of a write on a lapsed hold, if it has a form of its own, or null if the write decides about
   * the cancelled booking.
   */
  refuseLapsed?: ((message: string) => Refusal) | null;
  /** Whether the booking is the version that the caller requires, if any. Checked before its state and rules. */
  isCurrent?: ConditionalOptions<never, Booking>['isCurrent'];
  /** Whether the part of the booking that the path names exists, which comes before any state. */
  hasPart?: (booking: BookingToWrite) => boolean;
};

/** Locks a booking alone, in its true state. */
export const lockBooking = async (
  scope: WriteScope,
  id: string,
  conditions: Conditions = {},
): Promise<BookingToWrite> =>
  updateLapsedState(scope, await lockBookingWithUnitsAndFolio(scope, id), conditions);

/**
 * A locked booking as a write has to find it. A booking whose check-out has passed is completed first. A lapsed hold is
 * cancelled, and most writes are refused. Either stays, whatever becomes of the write.
 */
export async function updateLapsedState<Locked extends BookingToWrite>(
  scope: WriteScope,
  locked: Locked | null,
  { refuseLapsed = buildInvalidStatus, isCurrent = null, hasPart = () => true }: Conditions,
): Promise<Locked> {
  if (!locked) throw new NotFound();
  const { now } = scope;
  const { booking, listing } = locked;
  const read = () => readExistingBooking(scope, booking.id);
  if (hasHoldLapsed(booking, now)) {
    if (!hasPart(locked)) throw new NotFound();
    // Until the job has run, the caller has read a lapsed hold as a pending booking.
    const isCurrentHold = await isCurrentVersion({ isCurrent }, read);
    await expireHolds(scope, [booking]);
    scope.keep();
    if (!isCurrentHold) throw new VersionChanged();
    if (refuseLapsed) throw refuseLapsed(HOLD_LAPSED_MESSAGE);
    return { ...locked, ...(await lockBookingWithUnitsAndFolio(scope, booking.id)), hasLapsed: true };
  }
  let found = locked;
  const dueAt = findCompletionInstant({ ...booking, ...listing }, now);
  if (dueAt) {
    await completeBookingAndRecord(scope, booking, dueAt);
    scope.keep();
    found = { ...locked, ...(await lockBookingWithUnitsAndFolio(scope, booking.id)) };
  }
  if (!hasPart(found)) throw new NotFound();
  await requireVersion({ isCurrent }, read);
  return found;
}

/** Locks a booking and reads what belongs to it. Returns null if the team has no booking with that id. */
export async function lockBookingWithUnitsAndFolio(
  { tx, teamId }: WriteScope,
  id: string,
): Promise<BookingToWrite | null> {
  const [locked] = await lockBookings(tx, teamId, [id]);
  return locked ? { ...locked, ...(await loadUnitsAndFolioOfBooking(tx, teamId, id)) } : null;
}

export const buildInvalidStatus = (message: string) => new Invalid({ status: [message] });
