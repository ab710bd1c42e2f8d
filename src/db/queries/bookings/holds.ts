/** Bookings that keep their nights only until a moment (docs/rules.md, 10). */
import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { EXPIRED } from '../../../domain/booking.ts';
import type { Executor, Transaction } from '../../client.ts';
import { bookings, occupancies } from '../../schema/bookings.ts';
import { anyOf } from '../any-of.ts';

const isOneOf = (teamId: number, ids: readonly string[]) =>
  and(eq(bookings.teamId, teamId), anyOf(bookings.id, ids));

/**
 * Bookings whose time has not passed, for a query that may have no booking. A hold whose time has passed counts as
 * cancelled, even before the sweep has come.
 */
export const isNotLapsedAt = (nowMs: number) =>
  or(
    sql`${bookings.status} <> 'pending'`,
    isNull(bookings.expiresAt),
    gt(bookings.expiresAt, new Date(nowMs)),
  );

/** Cancels holds at the moments at which they lapsed. Those with cancellation terms have a fee of 0. */
export async function expireBookings(
  tx: Transaction,
  teamId: number,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .update(bookings)
    .set({
      status: 'cancelled',
      cancellationReason: EXPIRED,
      ipHash: null,
      cancelledAt: sql`${bookings.expiresAt}`,
      cancellationFeeCents: sql`case when ${bookings.cancellationPolicy} is null then null else 0 end`,
      updatedAt: now,
    })
    .where(isOneOf(teamId, ids));
  await tx.delete(occupancies).where(and(eq(occupancies.teamId, teamId), anyOf(occupancies.bookingId, ids)));
}

export type LapsedHold = { teamId: number; id: string; expiresAt: Date };

/** Lapsed holds of any team, in the order in which they lapsed, a page at a time, without locks. */
export async function listLapsedHoldsOfAnyTeam(
  db: Executor,
  now: Date,
  after: LapsedHold | null,
  limit: number,
): Promise<LapsedHold[]> {
  const isAfter =
    after === null
      ? undefined
      : or(
          gt(bookings.expiresAt, after.expiresAt),
          and(eq(bookings.expiresAt, after.expiresAt), gt(bookings.id, after.id)),
        );
  const rows = await db
    .select({ teamId: bookings.teamId, id: bookings.id, expiresAt: bookings.expiresAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.status, 'pending').inlineParams(),
        isNotNull(bookings.expiresAt),
        lte(bookings.expiresAt, now),
        isAfter,
      ),
    )
    .orderBy(asc(bookings.expiresAt), asc(bookings.id))
    .limit(limit);
  return rows.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: expiresAt ?? now }));
}
