import {
  deleteOccupanciesOfBooking,
  insertOccupancies,
  type OccupancyRecord,
} from '../../../db/queries/bookings/occupancies.ts';
import { findOccupiedNights, type NightSpan } from '../../../domain/inventory/inventory.ts';
import type { WriteScope } from '../../team-scope.ts';
import { makeWay, recordUnitMoves } from '../make-way.ts';
import type { BookingToChange } from './lock.ts';
import { requireOffer } from './offer.ts';

export const buildNights = (
  { teamId, now }: Pick<WriteScope, 'teamId' | 'now'>,
  { id: bookingId, expiresAt }: { id: string; expiresAt: Date | null },
  unitIds: readonly string[],
  span: NightSpan,
): OccupancyRecord[] =>
  unitIds.map((unitId) => ({
    teamId,
    unitId,
    ...span,
    bookingId,
    blockId: null,
    expiresAt,
    changedAt: now,
  }));

/**
 * Ends the lapsed holds that have the nights or the coupon. The former nights are freed first, so that
 * bookings which make way may move there.
 */
export async function storePlacement(
  scope: WriteScope,
  { booking, offer, stays, placement, lapsedOfCoupon, locked }: BookingToChange,
): Promise<void> {
  if (!placement) {
    await makeWay(scope, { moves: [], lapsedIds: lapsedOfCoupon }, locked);
    return;
  }
  await deleteOccupanciesOfBooking(scope.tx, scope.teamId, booking.id);
  const lapsedIds = [...placement.lapsedIds, ...lapsedOfCoupon];
  const moved = await makeWay(scope, { ...placement, lapsedIds }, locked);
  const { preparationDays } = requireOffer(offer).offer.terms;
  const span = findOccupiedNights(stays.after.stay, preparationDays);
  const nights = buildNights(scope, booking, placement.takenIds, span);
  await insertOccupancies(scope.tx, scope.teamId, nights, scope.now);
  await recordUnitMoves(scope, moved, booking.id);
}
