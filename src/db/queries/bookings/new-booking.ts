import type { Transaction } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings, occupancies } from '../../schema/bookings.ts';
import { invoices, payments, securityDeposits } from '../../schema/folio.ts';
import { teamEvents } from '../../schema/team-events.ts';
import { buildInsertOfRecords, toRecords } from '../bulk.ts';
import type { TeamEventRecord } from '../events/team-events.ts';
import { placeholders } from '../statements.ts';
import type { FolioChanges } from './folio.ts';
import type { OccupancyRecord } from './occupancies.ts';
import type { BookingRecord } from './writes.ts';

export type NewBookingRows = {
  booking: BookingRecord;
  nights: readonly OccupancyRecord[];
  folio: FolioChanges;
  events: readonly TeamEventRecord[];
};

const recordsOf = placeholders('bookings', 'nights', 'payments', 'invoices', 'deposits', 'events');
const insertAll = prepareQuery((db) =>
  buildInsertOfRecords(
    db.with(
      db.$with('new_booking').as(buildInsertOfRecords(db, bookings, recordsOf.bookings)),
      db.$with('new_nights').as(buildInsertOfRecords(db, occupancies, recordsOf.nights)),
      db.$with('new_payments').as(buildInsertOfRecords(db, payments, recordsOf.payments)),
      db.$with('new_invoices').as(buildInsertOfRecords(db, invoices, recordsOf.invoices)),
      db.$with('new_deposits').as(buildInsertOfRecords(db, securityDeposits, recordsOf.deposits)),
    ),
    teamEvents,
    recordsOf.events,
  ),
);

/**
 * One statement, the same for any number of units, payments and events. PostgreSQL's constraints refuse it if
 * a night or the confirmation code is taken.
 */
export async function insertBooking(
  tx: Transaction,
  { booking, nights, folio, events }: NewBookingRows,
): Promise<void> {
  const { payments: paid = [], invoices: issued = [], deposits = [] } = folio;
  await insertAll(tx, {
    bookings: toRecords(bookings, [booking]),
    nights: toRecords(occupancies, nights),
    payments: toRecords(payments, paid),
    invoices: toRecords(invoices, issued),
    deposits: toRecords(securityDeposits, deposits),
    events: toRecords(teamEvents, events),
  });
}
