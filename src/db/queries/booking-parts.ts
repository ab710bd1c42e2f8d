import { sql } from 'drizzle-orm';
import type { Transaction } from '../client.ts';
import { prepared } from '../prepared.ts';
import { occupancies } from '../schema/bookings.ts';
import { type FolioRows, folioLists } from './folio.ts';
import { jsonList, oneRow } from './json-list.ts';
import { type LastEvent, lastEventList } from './team-events.ts';

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
      held: jsonList<{ unit_id: string }>(sql`
        select unit_id from ${occupancies}
        where team_id = ${sql.placeholder('teamId')} and booking_id = ${sql.placeholder('bookingId')}`),
      last: lastEventList,
      ...folioLists,
    })
    .from(oneRow),
);

/** Reads all of it by one statement, after the booking is locked. The lock's own statement would read it too early. */
export async function loadBookingParts(
  tx: Transaction,
  teamId: number,
  bookingId: string,
): Promise<BookingParts> {
  const [row] = await bookingParts(tx, { teamId, bookingId });
  if (!row) throw new Error('A statement without a table returned no row.');
  const { held, last, payments, invoices, deposits } = row;
  const { number = null, waitingSince = null } = last[0] ?? {};
  return {
    heldUnitIds: held.map(({ unit_id }) => unit_id),
    folio: { payments, invoices, deposit: deposits[0] ?? null },
    lastEvent: { number: number ?? 0, waitingSince: waitingSince === null ? null : new Date(waitingSince) },
  };
}
