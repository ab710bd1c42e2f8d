import type { Transaction } from '../../client.ts';
import { jsonRows } from '../../json-rows.ts';
import { prepared } from '../../prepared.ts';
import { bookings, occupancies } from '../../schema/bookings.ts';
import { type LastEvent, lastEventOfBooking } from '../events/team-events.ts';
import { type FolioRows, folioLists } from './folio.ts';
import { isOfTheBooking, isTheBooking } from './one-booking.ts';

/** What belongs to a booking beside its row. It changes only while the row is locked. */
export type BookingParts = {
  /** The units that it occupies. */
  heldUnitIds: string[];
  folio: FolioRows;
  lastEvent: LastEvent;
};

const heldUnits = jsonRows(
  { unitId: occupancies.unitId },
  { from: occupancies, where: isOfTheBooking(occupancies) },
);

const bookingParts = prepared((db) =>
  db
    .select({
      held: heldUnits,
      lastEvent: lastEventOfBooking,
      ...folioLists,
    })
    .from(bookings)
    .where(isTheBooking),
);

const bookedStay = prepared((db) =>
  db
    .select({
      listingId: bookings.listingId,
      unitId: bookings.unitId,
      checkIn: bookings.checkIn,
      checkOut: bookings.checkOut,
      numberOfGuests: bookings.numberOfGuests,
      preparationDays: bookings.preparationDays,
      couponKey: bookings.couponKey,
      held: heldUnits,
    })
    .from(bookings)
    .where(isTheBooking),
);

export type BookedStay = NonNullable<Awaited<ReturnType<typeof findBookedStay>>>;

/** The stay of a booking and the units that it occupies, read without a lock. Returns null if there is no such booking. */
export async function findBookedStay(tx: Transaction, teamId: number, bookingId: string) {
  const [row] = await bookedStay(tx, { teamId, bookingId });
  if (!row) return null;
  const { held, ...stay } = row;
  return { stay, heldUnitIds: held.map(({ unitId }) => unitId) };
}

/** Reads all of it by one statement, after the booking is locked. The lock's own statement would read it too early. */
export async function loadBookingParts(
  tx: Transaction,
  teamId: number,
  bookingId: string,
): Promise<BookingParts> {
  const [row] = await bookingParts(tx, { teamId, bookingId });
  if (!row) throw new Error('A booking that is locked is not there.');
  const { held, lastEvent, payments, invoices, deposits } = row;
  return {
    heldUnitIds: held.map(({ unitId }) => unitId),
    folio: { payments, invoices, deposit: deposits[0] ?? null },
    lastEvent: { number: lastEvent.number ?? 0, waitingSince: lastEvent.waitingSince },
  };
}
