/** Stores what belongs to a new booking besides its own row. */
import type { Transaction } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { occupancies } from '../../schema/bookings.ts';
import { invoices, payments, securityDeposits } from '../../schema/folio.ts';
import { teamEvents } from '../../schema/team-events.ts';
import { buildInsertOfRecords, toRecords } from '../bulk.ts';
import type { TeamEventRecord } from '../events/team-events.ts';
import { placeholders } from '../statements.ts';
import type { FolioChanges } from './folio.ts';
import type { OccupancyRecord } from './occupancies.ts';

export type NewBookingParts = {
  nights: readonly OccupancyRecord[];
  folio: FolioChanges;
  events: readonly TeamEventRecord[];
};

const recordsOf = placeholders('nights', 'payments', 'invoices', 'deposits', 'events');
const insertParts = prepareQuery((db) =>
  buildInsertOfRecords(
    db.with(
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
 * Stores the nights, the folio and the events of a new booking by one statement, which is the same for any
 * number of units, payments and events. PostgreSQL's exclusion constraint refuses the statement if any of the
 * nights is already taken.
 */
export async function insertBookingParts(
  tx: Transaction,
  { nights, folio: { payments: paid = [], invoices: issued = [], deposits = [] }, events }: NewBookingParts,
): Promise<void> {
  await insertParts(tx, {
    nights: toRecords(occupancies, nights),
    payments: toRecords(payments, paid),
    invoices: toRecords(invoices, issued),
    deposits: toRecords(securityDeposits, deposits),
    events: toRecords(teamEvents, events),
  });
}
