/**
 * The units that a stay takes, and the bookings that make way for it: lapsed holds are cancelled, and other
 * bookings move to other units.
 */

import { wholeTeam } from '../../db/limited.ts';
import { deleteOccupanciesOfBookings, updateUnitsOfBookings } from '../../db/queries/bookings/moving.ts';
import { insertOccupancies } from '../../db/queries/bookings/occupancies.ts';
import { type BookingRecord, type LockedBooking, lockBookings } from '../../db/queries/bookings/writes.ts';
import { mayMoveToMakeRoom } from '../../domain/booking.ts';
import type { Stay } from '../../domain/dates/dates.ts';
import { chooseUnitForNights, findOccupiedNights, type NightSpan } from '../../domain/inventory/inventory.ts';
import { findUnitByMovingBookings } from '../../domain/inventory/reseating.ts';
import { ChangedMeanwhile } from '../errors.ts';
import type { WriteScope } from '../team-scope.ts';
import { recordBookingEvents } from './events.ts';
import { expireHolds, filterLapsedHoldIds } from './expire.ts';
import type { LockedOffer } from './stay/offer.ts';

/**
 * A booking that is to move to another unit, with its nights and the unit that it had when it was read without
 * a lock.
 */
type PlannedMove = NightSpan & { bookingId: string; unitId: string; fromUnitId: string };

/**
 * The bookings that make way for a stay: those that move to other units, and the lapsed holds that are
 * cancelled because they still occupy nights that the stay or a moved booking takes.
 */
type Way = { moves: readonly PlannedMove[]; lapsedIds: readonly string[] };
/** The units that a stay takes: one unit (`unitId`), or all units of a building. */
export type Placement = Way & { unitId: string | null; takenIds: string[] };

type BookingMove = { booking: BookingRecord; unitId: string };

/** The units that an available stay takes, and the bookings that make way for it. */
export function choosePlacement(
  { offer, lapsed }: LockedOffer,
  stay: Stay,
  keptUnitId: string | null,
): Placement {
  const { inventory, terms } = offer;
  const { wholeBuilding } = inventory;
  const span = findOccupiedNights(stay, terms.preparationDays);
  const unit = wholeBuilding ? null : chooseUnitForNights(inventory, span, keptUnitId);
  const seating = wholeBuilding || unit ? null : findUnitByMovingBookings(inventory, span);
  const unitId = unit?.id ?? seating?.unitId ?? null;
  const takenIds = wholeBuilding ? inventory.units.map(({ id }) => id) : unitId === null ? [] : [unitId];
  const moves = seating ? seating.moves.map(buildPlannedMove(inventory.occupancies)) : [];
  const onMoved = moves.flatMap((move) => filterLapsedHoldIds(lapsed, [move.unitId], move));
  return { unitId, takenIds, moves, lapsedIds: [...filterLapsedHoldIds(lapsed, takenIds, span), ...onMoved] };
}

/** Returns a function that adds to a planned move the nights of the booking and the unit that it has now. */
function buildPlannedMove(occupancies: LockedOffer['offer']['inventory']['occupancies']) {
  const nightsOf = new Map(occupancies.map((nights) => [nights.movableBookingId, nights]));
  return ({ bookingId, unitId }: { bookingId: string; unitId: string }): PlannedMove => {
    const nights = nightsOf.get(bookingId);
    if (!nights) throw new Error('A booking that does not take any night is to move.');
    const { startDate, endDate, unitId: fromUnitId } = nights;
    return { bookingId, unitId, fromUnitId, startDate, endDate };
  };
}

/** The bookings that have to be locked before they make way. */
export const listIdsToMakeWay = ({ moves, lapsedIds }: Way): string[] => [
  ...lapsedIds,
  ...moves.map(({ bookingId }) => bookingId),
];

/**
 * Cancels the lapsed holds that make way, and moves the other bookings to their new units. The caller has
 * locked all bookings that make way. If a booking that makes way can no longer move, the write begins again.
 */
export async function makeWay(
  scope: WriteScope,
  { moves, lapsedIds }: Way,
  locked: readonly LockedBooking[],
): Promise<BookingMove[]> {
  const { tx, teamId, now } = scope;
  const requireBooking = (id: string): BookingRecord => {
    const found = locked.find(({ booking }) => booking.id === id);
    if (!found) throw new ChangedMeanwhile();
    return found.booking;
  };
  await expireHolds(scope, [...new Set(lapsedIds)].map(requireBooking));
  if (moves.length === 0) return [];
  const moved = moves.map((move) => ({ booking: requireBooking(move.bookingId), ...move }));
  if (!moved.every(({ booking, ...move }) => isAsRead(booking, move))) throw new ChangedMeanwhile();
  // Bookings are moved by two statements, one that removes their old nights and one that adds the new ones. A
  // single statement would violate the constraint if two bookings swap their units.
  await deleteOccupanciesOfBookings(
    tx,
    teamId,
    moves.map(({ bookingId }) => bookingId),
  );
  const placed = moved.map(({ booking, bookingId, unitId, startDate, endDate }) => {
    const { expiresAt } = booking;
    return { startDate, endDate, unitId, bookingId, blockId: null, expiresAt };
  });
  await insertOccupancies(tx, teamId, placed, now);
  await updateUnitsOfBookings(tx, teamId, placed, now);
  return moved;
}

/**
 * Locks the bookings that make way for a new booking, then moves or cancels them. A lapsed hold that has taken the
 * coupon may be of any listing.
 */
export async function lockAndMakeWay(scope: WriteScope, way: Way): Promise<BookingMove[]> {
  const ids = listIdsToMakeWay(way);
  if (ids.length === 0) return [];
  const tx = wholeTeam(scope.tx);
  return makeWay({ ...scope, tx }, way, await lockBookings(tx, scope.teamId, ids));
}

/** Whether a booking may still move, and is still in the unit in which it was read before it was locked. */
const isAsRead = (booking: BookingRecord, { fromUnitId, startDate, endDate }: PlannedMove): boolean => {
  const span = findOccupiedNights(booking, booking.preparationDays);
  return (
    mayMoveToMakeRoom(booking.status) &&
    !booking.unitPinned &&
    booking.unitId === fromUnitId &&
    span.startDate === startDate &&
    span.endDate === endDate
  );
};

/** Stores an event for each moved booking. `because` is the id of the booking that made other bookings move. */
export async function recordUnitMoves(
  scope: WriteScope,
  moves: readonly BookingMove[],
  because: string,
): Promise<void> {
  if (moves.length === 0) return;
  await recordBookingEvents(
    scope,
    moves.map(({ booking, unitId }) => ({
      ...buildUnitMovedEvent(booking.unitId, unitId),
      booking: { ...booking, unitId },
      before: booking,
      because,
    })),
  );
}

export const buildUnitMovedEvent = (before: string | null, after: string | null) => ({
  type: 'booking.unit_moved' as const,
  details: { unit_id: [before, after] },
  changed: ['unit_id'],
});
