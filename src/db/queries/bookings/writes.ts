import { and, asc, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { listings } from '../../schema/listings.ts';
import { isListingOfBooking } from '../joins.ts';
import { type Changes, firstRow, isAnyOf, matches, placeholders } from '../statements.ts';

export type BookingRecord = typeof bookings.$inferSelect;
export type LockedBooking = Awaited<ReturnType<typeof lockBookings>>[number];

/**
 * In the order that all writers keep, which prevents deadlocks. With the fields of the listing that decide
 * when the booking ends.
 */
export const lockBookingsWhere = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      booking: getTableColumns(bookings),
      listing: { kind: listings.kind, timezone: listings.timezone, checkOutTime: listings.checkOutTime },
    })
    .from(bookings)
    .innerJoin(listings, isListingOfBooking)
    .where(condition)
    .orderBy(asc(bookings.id))
    .for('update', { of: bookings });

const selectLockedBooking = prepareQuery((db) =>
  lockBookingsWhere(db, matches(bookings, placeholders('teamId', 'id'))),
);
const selectLockedBookings = prepareQuery((db) =>
  lockBookingsWhere(
    db,
    and(matches(bookings, placeholders('teamId')), isAnyOf(bookings.id, sql.placeholder('ids'))),
  ),
);

/** Lock all bookings of a write by one call: several calls could deadlock. */
export const lockBookings = (tx: Transaction, teamId: number, ids: readonly string[]) =>
  ids.length === 1
    ? selectLockedBooking(tx, { teamId, id: ids[0] })
    : selectLockedBookings(tx, { teamId, ids });

export const updateBooking = (tx: Transaction, teamId: number, id: string, changes: Changes<BookingRecord>) =>
  tx.update(bookings).set(changes).where(matches(bookings, { teamId, id }));

export type BookingToComplete = Awaited<ReturnType<typeof listBookingsToComplete>>[number];

/** Those whose check-out day has begun in some time zone, a page at a time, without locks. */
export function listBookingsToComplete(
  db: Executor,
  lastCheckOut: string,
  after: { checkOut: string; id: string } | null,
  limit: number,
) {
  const isAfterCursor =
    after && sql`(${bookings.checkOut}, ${bookings.id}) > (${after.checkOut}::date, ${after.id}::uuid)`;
  return db
    .select({
      teamId: bookings.teamId,
      id: bookings.id,
      status: bookings.status,
      checkOut: bookings.checkOut,
      checkOutTime: listings.checkOutTime,
      timezone: listings.timezone,
    })
    .from(bookings)
    .innerJoin(listings, isListingOfBooking)
    .where(
      and(eq(bookings.status, 'confirmed'), lte(bookings.checkOut, lastCheckOut), isAfterCursor ?? undefined),
    )
    .orderBy(asc(bookings.checkOut), asc(bookings.id))
    .limit(limit);
}

/** Returns null if the booking has changed in between. */
export const completeBooking = (
  tx: Transaction,
  teamId: number,
  { id, checkOut }: { id: string; checkOut: string },
  { completedAt, now }: { completedAt: Date; now: Date },
) =>
  firstRow(
    tx
      .update(bookings)
      .set({ status: 'completed', completedAt, updatedAt: now })
      .where(matches(bookings, { teamId, id, status: 'confirmed', checkOut }))
      .returning({
        id: bookings.id,
        confirmationCode: bookings.confirmationCode,
        listingId: bookings.listingId,
        unitId: bookings.unitId,
        status: bookings.status,
        checkIn: bookings.checkIn,
        checkOut: bookings.checkOut,
        currency: bookings.currency,
        grandTotalCents: bookings.grandTotalCents,
        feedId: bookings.feedId,
        source: bookings.source,
      }),
  );
