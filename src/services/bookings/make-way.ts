/** The units that a stay takes, and the bookings that make way for it: lapsed holds, and those that move to other units. */
import type { BookingRecord, LockedBooking } from '../../db/queries/bookings/booking-writes.ts';
import { deleteOccupanciesOfBookings, updateUnitsOfBookings } from '../../db/queries/bookings/moving.ts';
import { insertOccupancies } from '../../db/queries/bookings/occupancies.ts';
import { makesRoom } from '../../domain/booking.ts';
import type { Stay } from '../../domain/dates.ts';
import { type NightSpan, occupiedSpan } from '../../domain/inventory.ts';
import { makeRoom } from '../../domain/reseating.ts';
import { ChangedMeanwhile } from '../errors.ts';
import type { WriteContext } from '../write.ts';
import { recordEvents } from './events.ts';
import { expireHolds, holdsOn } from './expire.ts';
import { type LockedOffer, type UnitsForStay, unitsForStay } from './stay.ts';

/** A booking that is to move to a unit, with its nights and the unit in which it was read. */
type PlannedMove = NightSpan & { bookingId: string; unitId: string; fromUnitId: string };
/** The bookings that are to move for a stay, and the lapsed holds on any of the nights that it or they take. */
export type PlannedWay = { moves: readonly PlannedMove[]; lapsedIds: readonly string[] };
export type Seat = UnitsForStay & PlannedWay;

/** A locked booking and the unit that it moves to. */
export type BookingMove = { booking: BookingRecord; unitId: string };
/** The locked bookings that make way for a stay. */
export type MakingWay = { holds: readonly BookingRecord[]; moves: readonly BookingMove[] };

/** The units that an available stay takes, and what makes way for it. */
export function seatFor({ offer, lapsed }: LockedOffer, stay: Stay, keptUnitId: string | null): Seat {
  const span = occupiedSpan(stay, offer.terms.preparationDays);
  const direct = unitsForStay(offer, stay, keptUnitId);
  const lapsedIds = holdsOn(lapsed, direct.takenIds, span);
  if (direct.takenIds.length > 0 || !offer.inventory.reseating) return { ...direct, moves: [], lapsedIds };
  const room = makeRoom(offer.inventory, span);
  if (!room) return { ...direct, moves: [], lapsedIds };
  const nightsOf = new Map(offer.inventory.occupancies.map((nights) => [nights.movableBookingId, nights]));
  const moves = room.moves.map(({ bookingId, unitId }) => {
    const nights = nightsOf.get(bookingId);
    if (!nights) throw new Error('A booking that does not take any night is to move.');
    const { startDate, endDate, unitId: fromUnitId } = nights;
    return { bookingId, unitId, fromUnitId, startDate, endDate };
  });
  return {
    unitId: room.unitId,
    takenIds: [room.unitId],
    moves,
    lapsedIds: [
      ...holdsOn(lapsed, [room.unitId], span),
      ...moves.flatMap((move) => holdsOn(lapsed, [move.unitId], move)),
    ],
  };
}

/** The bookings that have to be locked before they make way. */
export const bookingsOf = ({ moves, lapsedIds }: PlannedWay): string[] => [
  ...lapsedIds,
  ...moves.map(({ bookingId }) => bookingId),
];

/** Those of these locked bookings that make way for a stay. If one can no longer move, the write begins again. */
export function makingWay({ moves, lapsedIds }: PlannedWay, locked: readonly LockedBooking[]): MakingWay {
  const byId = new Map(locked.map(({ booking }) => [booking.id, booking]));
  const bookingOf = (id: string) => {
    const booking = byId.get(id);
    if (!booking) throw new ChangedMeanwhile();
    return booking;
  };
  return {
    holds: [...new Set(lapsedIds)].map(bookingOf),
    moves: moves.map((move) => {
      const booking = bookingOf(move.bookingId);
      if (!mayMove(booking, move)) throw new ChangedMeanwhile();
      return { booking, unitId: move.unitId };
    }),
  };
}

/** Whether a booking is still as it was read before it was locked. */
const mayMove = (
  { status, unitPinned, unitId, ...booking }: BookingRecord,
  { fromUnitId, startDate, endDate }: PlannedMove,
): boolean => {
  const span = occupiedSpan(booking, booking.preparationDays);
  return (
    makesRoom(status) &&
    !unitPinned &&
    unitId === fromUnitId &&
    span.startDate === startDate &&
    span.endDate === endDate
  );
};

/** Cancels the lapsed holds that make way, and moves the other bookings to their new units. */
export async function makeWay(context: WriteContext, { holds, moves }: MakingWay): Promise<void> {
  await expireHolds(context, holds);
  if (moves.length === 0) return;
  const { tx, writer, now } = context;
  const { teamId } = writer;
  const placed = moves.map(({ booking, unitId }) => {
    const { id: bookingId, expiresAt } = booking;
    return { ...occupiedSpan(booking, booking.preparationDays), unitId, bookingId, blockId: null, expiresAt };
  });
  // One statement for both would violate the constraint while two bookings swap their units.
  await deleteOccupanciesOfBookings(
    tx,
    teamId,
    placed.map(({ bookingId }) => bookingId),
  );
  await insertOccupancies(tx, teamId, placed, now);
  await updateUnitsOfBookings(tx, teamId, placed, now);
}

/** Stores an event for each moved booking. `because` is the booking that needed the room. */
export async function recordMoves(
  context: WriteContext,
  moves: readonly BookingMove[],
  because: string,
): Promise<void> {
  if (moves.length === 0) return;
  await recordEvents(
    context,
    moves.map(({ booking, unitId }) => ({
      ...unitMoved(booking.unitId, unitId),
      booking: { ...booking, unitId },
      before: booking,
      because,
    })),
  );
}

/** The event of a booking that moves to another unit. */
export const unitMoved = (before: string | null, after: string | null) => ({
  type: 'booking.unit_moved' as const,
  details: { unit_id: [before, after] },
  changed: ['unit_id'],
});
