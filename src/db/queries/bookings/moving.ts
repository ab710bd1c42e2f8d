/** Bookings that may move to other units to make room (docs/rules.md, 14.2). */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { MOVABLE_BOOKING_STATUSES } from '../../../domain/booking.ts';
import type { NightSpan } from '../../../domain/inventory/inventory.ts';
import type { Executor, Transaction } from '../../client.ts';
import { bookings, occupancies } from '../../schema/bookings.ts';
import { updateRows } from '../bulk.ts';
import { matches } from '../statements.ts';
import { isNoLapsedOccupancyAt, isSharingNights } from './occupancies.ts';

/** `bookingId` is null for a block. */
export type UnitStayTuple = [startDate: string, endDate: string, bookingId: string | null, mayMove: boolean];
type UnitNightSpan = NightSpan & { unitId: string };

/**
 * As numbered JSON texts, because a year of a large listing has thousands. Lapsed holds are left out: their
 * nights are free.
 */
export async function listStaysOfUnits(
  db: Executor,
  teamId: number,
  spans: readonly UnitNightSpan[],
  now: Date,
) {
  const spanColumn = (name: keyof UnitNightSpan) => sql.param(spans.map((nights) => nights[name]));
  const mayMove = and(
    inArray(bookings.status, [...MOVABLE_BOOKING_STATUSES]),
    eq(bookings.wholeBuilding, false),
    eq(bookings.unitPinned, false),
  );
  return db
    .select({
      place: sql<number>`span.place::int`,
      text: sql<string>`json_agg(json_build_array(${occupancies.startDate}, ${occupancies.endDate},
        ${occupancies.bookingId}, ${bookings.id} is not null))::text`,
    })
    .from(
      sql`unnest(${spanColumn('unitId')}::uuid[], ${spanColumn('startDate')}::date[], ${spanColumn('endDate')}::date[])
        with ordinality as span (unit_id, start_date, end_date, place)`,
    )
    .innerJoin(
      occupancies,
      and(
        eq(occupancies.teamId, teamId),
        eq(occupancies.unitId, sql`span.unit_id`),
        isSharingNights(sql`span.start_date`, sql`span.end_date`),
        isNoLapsedOccupancyAt(now.toISOString()),
      ),
    )
    .leftJoin(bookings, and(eq(bookings.teamId, teamId), eq(bookings.id, occupancies.bookingId), mayMove))
    .groupBy(sql`span.place`);
}

export const deleteOccupanciesOfBookings = (tx: Transaction, teamId: number, ids: readonly string[]) =>
  tx.delete(occupancies).where(matches(occupancies, { teamId, bookingId: ids }));

/** The caller has locked the bookings. */
export const updateUnitsOfBookings = (
  tx: Transaction,
  teamId: number,
  moves: readonly { bookingId: string; unitId: string }[],
  updatedAt: Date,
) => {
  const rows = moves.map(({ bookingId, unitId }) => ({ id: bookingId, unitId, updatedAt }));
  return updateRows(tx, teamId, bookings, { rows });
};
