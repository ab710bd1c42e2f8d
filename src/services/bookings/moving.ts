/** Bookings that move to other units to make room for another one (contract, section 20). */
import type { BookingRecord } from '../../db/queries/booking-writes.ts';
import {
  deleteOccupanciesOfBookings,
  lockBookingsIfFree,
  updateUnitsOfBookings,
} from '../../db/queries/moving.ts';
import { insertOccupancies } from '../../db/queries/occupancies.ts';
import { makesRoom } from '../../domain/booking.ts';
import type { Stay } from '../../domain/dates.ts';
import { type Inventory, occupiedSpan } from '../../domain/inventory.ts';
import { makeRoom } from '../../domain/reseating.ts';
import { NIGHTS_TAKEN } from '../constraint-refusals.ts';
import { refuseForNow, type WriteContext } from '../write.ts';
import { type LockedOffer, type UnitsForStay, unitsForStay } from './deciding.ts';
import { holdsOn, needHoldsCancelled } from './holds.ts';
import { recordEvents } from './storing.ts';

/** How often moves are planned again because bookings in them turn out to be locked or changed. */
const MAX_PLANS = 4;

/** A locked booking and the unit that it moves to. */
export type BookingMove = { booking: BookingRecord; unitId: string };
export type SettledUnits = UnitsForStay & { moves: readonly BookingMove[] };

/**
 * The units that an available stay takes, and the bookings that move to free them. These are locked. A booking that
 * another write has locked stays where it is. If nothing else helps, the write is refused for now and runs again.
 */
export async function settleUnits(
  context: WriteContext,
  { offer }: LockedOffer,
  stay: Stay,
  keptUnitId: string | null,
): Promise<SettledUnits> {
  const direct = unitsForStay(offer, stay, keptUnitId);
  if (direct.takenIds.length > 0 || !offer.inventory.reseating) return { ...direct, moves: [] };
  const span = occupiedSpan(stay, offer.terms.preparationDays);
  const { tx, writer } = context;
  let { inventory } = offer;
  for (let attempt = 1; attempt <= MAX_PLANS; attempt += 1) {
    const room = makeRoom(inventory, span);
    if (!room) break;
    const ids = room.moves.map(({ bookingId }) => bookingId);
    const locked = new Map(
      (await lockBookingsIfFree(tx, writer.teamId, ids)).map((booking) => [booking.id, booking]),
    );
    const moves = room.moves.flatMap(({ bookingId, unitId }) => {
      const booking = locked.get(bookingId);
      return booking && mayMove(booking, inventory) ? [{ booking, unitId }] : [];
    });
    if (moves.length === room.moves.length) return { unitId: room.unitId, takenIds: [room.unitId], moves };
    const movable = new Set(moves.map(({ booking }) => booking.id));
    inventory = withFixed(inventory, new Set(ids.filter((id) => !movable.has(id))));
  }
  return refuseForNow(NIGHTS_TAKEN);
}

/** Whether a booking is still as it was read before it was locked. */
function mayMove(booking: BookingRecord, { occupancies }: Inventory): boolean {
  const { status, unitPinned, unitId, checkIn } = booking;
  const read = occupancies.find(({ movableBookingId }) => movableBookingId === booking.id);
  return makesRoom(status) && !unitPinned && read?.unitId === unitId && read.startDate === checkIn;
}

const withFixed = (inventory: Inventory, fixed: ReadonlySet<string>): Inventory => ({
  ...inventory,
  occupancies: inventory.occupancies.map((occupancy) =>
    fixed.has(occupancy.movableBookingId ?? '') ? { ...occupancy, movableBookingId: null } : occupancy,
  ),
});

/** Moves locked bookings to their new units. The holds that have lapsed there must be cancelled. */
export async function moveBookings(
  { tx, writer, now }: WriteContext,
  { lapsed }: LockedOffer,
  moves: readonly BookingMove[],
): Promise<void> {
  if (moves.length === 0) return;
  const { teamId } = writer;
  const placed = moves.map(({ booking, unitId }) => {
    const { id: bookingId, expiresAt } = booking;
    return { ...occupiedSpan(booking, booking.preparationDays), unitId, bookingId, blockId: null, expiresAt };
  });
  needHoldsCancelled(
    teamId,
    placed.flatMap((nights) => holdsOn(lapsed, [nights.unitId], nights)),
    placed.flatMap((nights) => holdsOn(lapsed, null, nights)),
  );
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
