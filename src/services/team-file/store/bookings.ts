import type { Transaction } from '../../../db/client.ts';
import { deleteRows, insertRows, upsertRows } from '../../../db/queries/bulk.ts';
import type { GuestRecord } from '../../../db/queries/team-file/team-file.ts';
import { deleteOccupancies, loadBookingRecords } from '../../../db/queries/team-file/team-file-bookings.ts';
import { replaceEvents } from '../../../db/queries/team-file/team-file-events.ts';
import { blocks, bookings, occupancies } from '../../../db/schema/bookings.ts';
import { invoices, payments, securityDeposits } from '../../../db/schema/folio.ts';
import { guests } from '../../../db/schema/guests.ts';
import { bySystem, expireHolds } from '../../bookings/expire.ts';
import type { PlannedBookingPage } from '../plan/bookings.ts';
import { type ImportContext, isSound } from '../plan/context.ts';
import type { PlannedFolio } from '../plan/folios.ts';
import type { PlannedNights } from '../plan/nights.ts';

/** Stores guests page by page as they are planned. */
export async function storeGuests(
  tx: Transaction,
  context: ImportContext,
  pages: AsyncIterable<GuestRecord[]>,
): Promise<void> {
  for await (const changed of pages) if (isSound(context)) await upsertRows(tx, guests, changed);
}

/** Stores bookings with their folios and events, page by page as they are planned. */
export async function storeBookings(
  tx: Transaction,
  context: ImportContext,
  pages: AsyncIterable<PlannedBookingPage>,
  report: (stored: number) => void,
): Promise<void> {
  let count = 0;
  for await (const page of pages) {
    if (isSound(context)) await storePage(tx, context.teamId, page);
    count += page.length;
    report(count);
  }
}

async function storePage(tx: Transaction, teamId: number, page: PlannedBookingPage): Promise<void> {
  await upsertRows(
    tx,
    bookings,
    page.filter(({ isChanged }) => isChanged).map(({ planned }) => planned.row),
  );
  const idsIn = (name: keyof PlannedFolio['changed']) =>
    page.filter(({ folio }) => folio.changed[name]).map(({ planned }) => planned.row.id);
  await deleteRows(tx, teamId, payments.bookingId, idsIn('payments'));
  await deleteRows(tx, teamId, invoices.bookingId, idsIn('invoices'));
  await deleteRows(tx, teamId, securityDeposits.bookingId, idsIn('deposits'));
  const rowsIn = <Name extends keyof PlannedFolio['changed']>(name: Name): PlannedFolio[Name][number][] =>
    page.flatMap(({ folio }): PlannedFolio[Name][number][] => (folio.changed[name] ? folio[name] : []));
  await insertRows(tx, payments, rowsIn('payments'));
  await insertRows(tx, invoices, rowsIn('invoices'));
  await insertRows(tx, securityDeposits, rowsIn('deposits'));
  await replaceEvents(tx, teamId, { storedIds: storedIdsOf(page), rows: rowsIn('events') });
}

/** The bookings with changed events that were stored before. */
const storedIdsOf = (page: PlannedBookingPage): string[] =>
  page.flatMap(({ planned, folio }) => (folio.changed.events && planned.stored ? [planned.row.id] : []));

/**
 * Stores blocks, and the nights of bookings and blocks. Nights that become free are deleted first, and lapsed holds that
 * have some of the nights are cancelled.
 */
export async function storeNights(
  tx: Transaction,
  { teamId, now }: ImportContext,
  { blocks: planned, occupancies: nights }: PlannedNights,
): Promise<void> {
  if (nights.lapsedIds.length > 0)
    await expireHolds(bySystem(tx, teamId, now), await loadBookingRecords(tx, teamId, nights.lapsedIds));
  await deleteOccupancies(tx, teamId, nights.deleted);
  await deleteRows(
    tx,
    teamId,
    blocks.id,
    planned.removed.map(({ id }) => id),
  );
  await upsertRows(tx, blocks, planned.changed);
  await insertRows(tx, occupancies, nights.inserted);
}
