import type { Transaction } from '../client.ts';
import { jsonRows } from '../json-rows.ts';
import { prepared } from '../prepared.ts';
import { bookings, occupancies } from '../schema/bookings.ts';
import { type FolioRows, folioLists } from './folio.ts';
import { isOfTheBooking, isTheBooking } from './one-booking.ts';
import { type LastEvent, lastEventOfBooking } from './team-events.ts';

/** What belongs to a booking beside its row. It changes only while the row is locked. */
export type BookingParts = {
  /** The units that it occupies. */
  heldUnitIds: string[];
  folio: FolioRows;
  lastEvent: LastEvent;
};

const bookingParts = prepared((db) =>
  db
    .select({
      held: jsonRows(
        { unitId: occupancies.unitId },
        { from: occupancies, where: isOfTheBooking(occupancies) },
      ),
      lastEvent: lastEventOfBooking,
      ...folioLists,
    })
    .from(bookings)
    .where(isTheBooking),
);

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
