/**
 * The order in which all writes lock rows, so that no writes wait for each other:
 *
 * 1. the idempotency key;
 * 2. the team, if the write counts or changes something for all of it;
 *    then the count of the address that books on the site;
 * 3. the units, by id, in one statement;
 * 4. the blocks of a unit, by id;
 * 5. the coupons, by their codes;
 * 6. the bookings, by id, in one statement;
 * 7. the guest;
 * 8. the counter of the team's invoice numbers, right before the invoices are stored;
 * 9. the calendar feeds, by id.
 *
 * A write leaves out the locks that it does not need, and never locks against the order. Facts that a write
 * needs before it locks rows are read without a lock, and compared once the rows are locked: if they have
 * changed, the write begins again (`ChangedMeanwhile`).
 *
 * - A new booking locks the units that its listing sells, its coupon, then all bookings that make way at
 *   once: lapsed holds and those that move to other units. After its bookings, a new booking locks or makes
 *   its guest. The booking site counts its bookings under the team's lock.
 * - A change of dates, guests, coupon or unit locks the units that the booking has and those that its listing
 *   sells, then a coupon that the booking redeems anew. It then locks the booking together with those that make
 *   way, and the guest at the end. Any other change of a booking, a confirmation, a cancellation and every
 *   report about a folio lock the booking alone.
 * - Only a write that has locked a unit may give a booking nights in it, or another unit. Cancelling or
 *   completing a booking, or changing when its hold lapses, needs no unit. Lapsed holds in the way of a write
 *   are found by the nights of its units, and checked again once they are locked. Jobs that end bookings lock
 *   one booking in each transaction.
 * - A block locks the units that it takes, then the lapsed holds on them. The deletion of a block locks its
 *   unit, then the block.
 * - A calendar feed's reading locks its unit, which keeps other readings of the feed away, and then reads the feed. If
 *   bookings are to note which event they are, or lapsed holds are in the way, it locks the feed's blocks, then these
 *   bookings. It locks the feed at the end, because the hooks of every write that changes a booking do so too, and
 *   begins again if the feed has changed meanwhile. A feed's deletion locks its unit, its blocks, its bookings, then
 *   the feed. A change of a feed's settings locks the feed alone, and before it, if the feed gets another name, the unit
 *   and the blocks.
 * - A team file locks the team, the units of all listings that it changes or whose nights it may take, the team's coupons,
 *   then its bookings together with the lapsed holds on these units, then its guests.
 * - The erasure of a guest locks the blocks that calendars have for the guest's stays, all bookings of the guest, then
 *   the guest, and the team's feeds and webhooks at the end. An erasure also drops stored answers under other idempotency keys. Dropping stored answers waits
 *   only for a request that is reading one, which itself waits for nothing.
 * - The hooks of an option at the end of a write (`WriteHooks`) lock only the option's own rows, after all
 *   of these.
 * - Listings, units and charges change under the team's lock. A write on listings, units and charges locks
 *   their own rows after the team, and no other rows after them. A listing's row is locked after the units,
 *   because a new booking refers to it only at its end.
 */

import {
  type BookingUnitsAndFolio,
  loadUnitsAndFolioOfBooking,
} from '../../db/queries/bookings/units-and-folio.ts';
import { type LockedBooking, lockBookings } from '../../db/queries/bookings/writes.ts';
import { findCompletionInstant, HOLD_LAPSED_MESSAGE, hasHoldLapsed } from '../../domain/booking.ts';
import { Invalid, NotFound, type Refusal, VersionChanged } from '../errors.ts';
import type { WriteScope } from '../team-scope.ts';
import { type Condition, isCurrentVersion, requireVersion } from '../write.ts';
import { completeBookingAndRecord, expireHolds } from './expire.ts';
import { type BookingWithFolio, computeFolio, readExistingBooking } from './read.ts';

/** A locked booking with everything that is stored in other tables about it. */
export type BookingToWrite = LockedBooking &
  BookingUnitsAndFolio & {
    /** Whether the booking was a hold that has lapsed, and has been cancelled by this write. */
    hasLapsed?: boolean;
  };

type Conditions = {
  /**
   * Words the refusal of a write on a booking whose hold has lapsed. If `refuseLapsed` is null, the write is
   * not refused but continues with the booking, which is now cancelled.
   */
  refuseLapsed?: ((message: string) => Refusal) | null;
  /**
   * Whether the stored booking still is the version that the caller requires, if the caller names one. The
   * required version of a booking is checked before its status and the rules.
   */
  isCurrent?: Condition<BookingWithFolio>['isCurrent'];
  /** Whether the part of the booking that the path names exists, which is checked before any status. */
  hasPart?: (booking: BookingToWrite) => boolean;
};

/**
 * Locks a booking and no other rows. Before a write, a booking whose check-out has passed is completed, and a
 * booking whose hold has lapsed is cancelled.
 */
export const lockBooking = async (
  scope: WriteScope,
  id: string,
  conditions: Conditions = {},
): Promise<BookingToWrite> =>
  updateLapsedState(scope, await lockBookingWithUnitsAndFolio(scope, id), conditions);

/**
 * Brings a locked booking up to date before a write: a booking whose check-out has passed is completed. A
 * lapsed hold that a write finds is cancelled, and most writes are then refused. The booking stays completed or
 * cancelled even if the write is refused.
 */
export async function updateLapsedState<Locked extends BookingToWrite>(
  scope: WriteScope,
  locked: Locked | null,
  { refuseLapsed = buildInvalidStatus, isCurrent = null, hasPart = () => true }: Conditions,
): Promise<Locked> {
  if (!locked) throw new NotFound();
  const { now } = scope;
  const { booking, listing } = locked;
  if (hasHoldLapsed(booking, now)) {
    if (!hasPart(locked)) throw new NotFound();
    // Until the job that cancels lapsed holds has run, callers read a lapsed hold as a pending booking.
    const isCurrentHold = await isCurrentVersion({ isCurrent }, () => readVersion(scope, locked));
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
  await requireVersion({ isCurrent }, () => readVersion(scope, found));
  return found;
}

/** What the `ETag` of a booking and that of its folio are made of. */
const readVersion = async (
  scope: WriteScope,
  { booking, folio }: BookingToWrite,
): Promise<BookingWithFolio> => ({
  booking: await readExistingBooking(scope, booking.id),
  folio: computeFolio(booking, folio),
});

/**
 * Locks a booking and reads its parts in other tables. Returns null if the team has no booking with the id to
 * lock.
 */
export async function lockBookingWithUnitsAndFolio(
  { tx, teamId }: WriteScope,
  id: string,
): Promise<BookingToWrite | null> {
  const [locked] = await lockBookings(tx, teamId, [id]);
  return locked ? { ...locked, ...(await loadUnitsAndFolioOfBooking(tx, teamId, id)) } : null;
}

export const buildInvalidStatus = (message: string) =>
  new Invalid({ status: [{ code: 'state', sentence: message }] });
