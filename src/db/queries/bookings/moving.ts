/** The stays that may move to other units to make room, and their moves (docs/rules.md, 14). */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { STATUSES_THAT_MAKE_ROOM } from '../../../domain/booking.ts';
import type { NightSpan } from '../../../domain/inventory.ts';
import type { Executor, Transaction } from '../../client.ts';
import { bookings, occupancies } from '../../schema/bookings.ts';
import { anyOf } from '../any-of.ts';
import { isHeldAt, takesNightsOf } from './occupancies.ts';

/** Its dates, the booking that takes it (null for a block), and whether the booking and its status let it move. */
export type StayOfUnit = [startDate: string, endDate: string, bookingId: string | null, mayMove: boolean];
export type UnitNights = NightSpan & { unitId: string };

/**
 * For each unit and span, what takes the unit on any of these nights. They come as JSON texts with their places in the
 * list, from 1, because a year of a large listing has thousands of stays. Lapsed holds are left out.
 */
export async function listStaysOfUnits(
  db: Executor,
  teamId: number,
  wanted: readonly UnitNights[],
  now: Date,
) {
  const unitIds = wanted.map(({ unitId }) => unitId);
  const startDates = wanted.map(({ startDate }) => startDate);
  const endDates = wanted.map(({ endDate }) => endDate);
  const mayMove = and(
    inArray(bookings.status, [...STATUSES_THAT_MAKE_ROOM]),
    eq(bookings.wholeBuilding, false),
    eq(bookings.unitPinned, false),
  );
  return db
    .select({
      place: sql<number>`wanted.place::int`,
      text: sql<string>`json_agg(json_build_array(${occupancies.startDate}, ${occupancies.endDate},
        ${occupancies.bookingId}, ${bookings.id} is not null))::text`,
    })
    .from(
      sql`unnest(${sql.param(unitIds)}::uuid[], ${sql.param(startDates)}::date[], ${sql.param(endDates)}::date[])
        with ordinality as wanted (unit_id, start_date, end_date, place)`,
    )
    .innerJoin(
      occupancies,
      and(
        eq(occupancies.teamId, teamId),
        eq(occupancies.unitId, sql`wanted.unit_id`),
        takesNightsOf(sql`wanted.start_date`, sql`wanted.end_date`),
        isHeldAt(now.toISOString()),
      ),
    )
    .leftJoin(bookings, and(eq(bookings.teamId, teamId), eq(bookings.id, occupancies.bookingId), mayMove))
    .groupBy(sql`wanted.place`);
}

/** Frees the nights of several bookings. */
export async function deleteOccupanciesOfBookings(
  tx: Transaction,
  teamId: number,
  ids: readonly string[],
): Promise<void> {
  await tx.delete(occupancies).where(and(eq(occupancies.teamId, teamId), anyOf(occupancies.bookingId, ids)));
}

/** Sets the units of bookings whose rows are locked. */
export async function updateUnitsOfBookings(
  tx: Transaction,
  teamId: number,
  moves: readonly { bookingId: string; unitId: string }[],
  now: Date,
): Promise<void> {
  const bookingIds = moves.map(({ bookingId }) => bookingId);
  const unitIds = moves.map(({ unitId }) => unitId);
  await tx
    .update(bookings)
    .set({ unitId: sql`moved.unit_id`, updatedAt: now })
    .from(
      sql`unnest(${sql.param(bookingIds)}::uuid[], ${sql.param(unitIds)}::uuid[]) as moved (booking_id, unit_id)`,
    )
    .where(and(eq(bookings.teamId, teamId), eq(bookings.id, sql`moved.booking_id`)));
}
