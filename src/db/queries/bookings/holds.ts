/** Holds: pending bookings that keep their nights only until a moment (docs/rules.md, 10.1 and 10.2). */
import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { HOLD_EXPIRED_REASON } from '../../../domain/booking.ts';
import type { Executor, Transaction } from '../../client.ts';
import { bookings } from '../../schema/bookings.ts';
import { matches } from '../statements.ts';
import { deleteOccupanciesOfBookings } from './moving.ts';

/**
 * Also true in a join without a booking. A hold whose time has passed counts as cancelled, even before the
 * job that cancels holds has run.
 */
export const isNoLapsedHoldAt = (nowMs: number) =>
  or(
    sql`${bookings.status} <> 'pending'`,
    isNull(bookings.expiresAt),
    gt(bookings.expiresAt, new Date(nowMs)),
  );

/**
 * The time of cancellation is the moment at which the hold lapsed. The fee is 0 if it has cancellation terms.
 */
export async function endLapsedHolds(tx: Transaction, teamId: number, ids: readonly string[], now: Date) {
  await tx
    .update(bookings)
    .set({
      status: 'cancelled',
      cancellationReason: HOLD_EXPIRED_REASON,
      ipHash: null,
      cancelledAt: sql`${bookings.expiresAt}`,
      cancellationFeeCents: sql`case when ${bookings.cancellationPolicy} is null then null else 0 end`,
      updatedAt: now,
    })
    .where(matches(bookings, { teamId, id: ids }));
  await deleteOccupanciesOfBookings(tx, teamId, ids);
}

export type LapsedHold = { teamId: number; id: string; expiresAt: Date };

/** In the order in which they lapsed, a page at a time, without locks. */
export function listLapsedHoldsOfAnyTeam(db: Executor, now: Date, after: LapsedHold | null, limit: number) {
  const isAfterCursor =
    after &&
    sql`(${bookings.expiresAt}, ${bookings.id}) > (${sql.param(after.expiresAt, bookings.expiresAt)}, ${after.id})`;
  return db
    .select({
      teamId: bookings.teamId,
      id: bookings.id,
      expiresAt: sql<Date>`${bookings.expiresAt}`.mapWith(bookings.expiresAt),
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.status, 'pending'),
        isNotNull(bookings.expiresAt),
        lte(bookings.expiresAt, now),
        isAfterCursor ?? undefined,
      ),
    )
    .orderBy(asc(bookings.expiresAt), asc(bookings.id))
    .limit(limit);
}
