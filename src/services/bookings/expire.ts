/**
 * Bookings that end because time has passed: a stay is over, or a hold lapses. The nights and the coupon of a
 * lapsed hold are free: a write that needs them cancels the hold.
 */

import { loadFoliosOfBookings, storeFolioChanges } from '../../db/queries/bookings/folio.ts';
import { endLapsedHolds } from '../../db/queries/bookings/holds.ts';
import { type BookingRecord, completeBooking, lockBookings } from '../../db/queries/bookings/writes.ts';
import { findLastEvent } from '../../db/queries/events/team-events.ts';
import { hasHoldLapsed, isLiveBookingStatus } from '../../domain/booking.ts';
import { haveCommonNights, type NightSpan, type Occupancy } from '../../domain/inventory/inventory.ts';
import { ChangedMeanwhile } from '../errors.ts';
import type { EventScope } from '../team-events.ts';
import type { MomentScope } from '../team-scope.ts';
import { recordBookingEvents, recordNextBookingEvents } from './events.ts';
import { cancelFolio } from './folio/plan.ts';

/** If time has ended a booking, the event names the system as the actor, even if a request was the first to notice. */
const toEventScope = ({ tx, teamId, now, events }: MomentScope): EventScope => ({
  tx,
  teamId,
  now,
  events,
  actor: { type: 'system', name: null },
});

/** Nights of lapsed holds count as free. */
export function partitionByLapse<Nights extends { expiresAt: Date | null }>(
  taken: readonly Nights[],
  now: Date,
) {
  const isHeld = ({ expiresAt }: Nights) => expiresAt === null || expiresAt > now;
  return { held: taken.filter(isHeld), lapsed: taken.filter((nights) => !isHeld(nights)) };
}

/** The lapsed holds that still occupy nights of the span in one of the units. */
export function filterLapsedHoldIds(
  lapsed: readonly HoldNights[],
  unitIds: readonly string[],
  span: NightSpan,
): string[] {
  if (lapsed.length === 0) return [];
  return lapsed
    .filter((nights) => unitIds.includes(nights.unitId) && haveCommonNights(nights, span))
    .flatMap(({ bookingId }) => bookingId ?? []);
}

type HoldNights = Occupancy & { bookingId: string | null };

/**
 * Cancels locked bookings that were read as lapsed holds, with all effects of a cancellation but no fee, in a
 * fixed number of statements. A lapsed hold that another process has cancelled meanwhile is skipped, because
 * its nights are free already. If another process has confirmed or prolonged one of the holds, the write begins
 * again.
 */
export async function expireHolds(scope: MomentScope, holds: readonly BookingRecord[]): Promise<void> {
  const { tx, teamId, now } = scope;
  const live = holds.filter(({ status }) => isLiveBookingStatus(status));
  if (live.some((hold) => !hasHoldLapsed(hold, now))) throw new ChangedMeanwhile();
  if (live.length === 0) return;
  const ids = live.map(({ id }) => id);
  const expiredAt = new Map(live.map(({ id, expiresAt }) => [id, expiresAt]));
  const folios = await loadFoliosOfBookings(tx, teamId, ids);
  await storeFolioChanges(
    tx,
    cancelFolio(folios, (bookingId) => expiredAt.get(bookingId) ?? null),
  );
  await endLapsedHolds(tx, teamId, ids, now);
  const expired = { type: 'booking.expired', details: {}, changed: ['status'] } as const;
  await recordBookingEvents(
    toEventScope(scope),
    live.map((hold) => ({ ...expired, booking: { ...hold, status: 'cancelled' } })),
  );
}

/**
 * Only for a write that locks no other bookings, because all bookings of a write are locked by one statement.
 */
export async function lockAndExpireHolds(scope: MomentScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const locked = await lockBookings(scope.tx, scope.teamId, ids);
  await expireHolds(
    scope,
    locked.map(({ booking }) => booking),
  );
}

/** Returns false if the booking is no longer confirmed, or ends on another day than the caller read. */
export async function completeBookingAndRecord(
  scope: MomentScope,
  booking: { id: string; checkOut: string },
  completedAt: Date,
): Promise<boolean> {
  const { tx, teamId, now } = scope;
  const completed = await completeBooking(tx, teamId, booking, { completedAt, now });
  if (!completed) return false;
  const event = { type: 'booking.completed', details: {}, changed: ['status'] } as const;
  const last = await findLastEvent(tx, teamId, booking.id);
  await recordNextBookingEvents(toEventScope(scope), last, [{ ...event, booking: completed }]);
  return true;
}
