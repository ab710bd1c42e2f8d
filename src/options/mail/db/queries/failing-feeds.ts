/** Failing feeds, and about which of them the members have heard. */
import { and, asc, eq, inArray, lte, min, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { matches } from '../../../../db/queries/statements.ts';
import { bookings, occupancies } from '../../../../db/schema/bookings.ts';
import { failingFeedNotices } from '../schema/settings.ts';

/**
 * All that fail within the quarter of an hour that the first one has opened get the same message, at its end.
 */
export async function noteFailingFeeds(
  tx: Transaction,
  teamId: number,
  { feedIds, dueAt }: { feedIds: readonly string[]; dueAt: Date },
): Promise<void> {
  const [open] = await tx
    .select({ dueAt: min(failingFeedNotices.dueAt) })
    .from(failingFeedNotices)
    .where(eq(failingFeedNotices.teamId, teamId));
  const at = open?.dueAt ?? dueAt;
  await tx
    .insert(failingFeedNotices)
    .values(feedIds.map((feedId) => ({ teamId, feedId, dueAt: at, toldAt: null })))
    .onConflictDoUpdate({
      target: [failingFeedNotices.teamId, failingFeedNotices.feedId],
      set: { dueAt: sql`excluded.due_at` },
    });
}

/** With a message about failing feeds that is due. */
export async function listTeamsWithFailingFeeds(db: Executor, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ teamId: failingFeedNotices.teamId })
    .from(failingFeedNotices)
    .where(lte(failingFeedNotices.dueAt, now))
    .orderBy(asc(failingFeedNotices.teamId))
    .limit(limit);
  return rows.map(({ teamId }) => teamId);
}

/** Only one process then writes the message. */
export const lockFailingFeedNotices = (tx: Transaction, teamId: number) =>
  tx
    .select()
    .from(failingFeedNotices)
    .where(eq(failingFeedNotices.teamId, teamId))
    .orderBy(asc(failingFeedNotices.feedId))
    .for('update');

/** Notes which feeds the message said to fail, and forgets the team's others. */
export async function settleFailingFeedNotices(
  tx: Transaction,
  teamId: number,
  { failingIds, otherIds, now }: { failingIds: readonly string[]; otherIds: readonly string[]; now: Date },
): Promise<void> {
  const ofFeeds = (ids: readonly string[]) =>
    and(eq(failingFeedNotices.teamId, teamId), inArray(failingFeedNotices.feedId, [...ids]));
  if (failingIds.length > 0)
    await tx.update(failingFeedNotices).set({ dueAt: null, toldAt: now }).where(ofFeeds(failingIds));
  if (otherIds.length > 0) await tx.delete(failingFeedNotices).where(ofFeeds(otherIds));
}

/** Nights of a unit that a channel has as well as something else. */
type ConflictNights = { unitId: string; startDate: string; endDate: string };
export type NamedBooking = { id: string; code: string };
const MAX_BOOKINGS = 10;

/** For each of some conflicts, the bookings that have the nights, in their order. */
export async function listBookingsInNights(
  tx: Transaction,
  teamId: number,
  conflicts: readonly ConflictNights[],
): Promise<NamedBooking[][]> {
  const columnOf = (name: keyof ConflictNights) => sql.param(conflicts.map((one) => one[name]));
  const { rows } = await tx.execute<{ index: number; found: NamedBooking[] }>(sql`
    select conflict.index::int, json_agg(json_build_object('id', ${bookings.id}, 'code', ${bookings.confirmationCode})
      order by ${occupancies.startDate}) as found
    from unnest(${columnOf('unitId')}::uuid[], ${columnOf('startDate')}::date[], ${columnOf('endDate')}::date[])
      with ordinality as conflict (unit_id, start_date, end_date, index)
    join ${occupancies} on ${eq(occupancies.teamId, teamId)} and ${occupancies.unitId} = conflict.unit_id
      and ${occupancies.startDate} < conflict.end_date and ${occupancies.endDate} > conflict.start_date
    join ${bookings} on ${and(eq(bookings.teamId, occupancies.teamId), eq(bookings.id, occupancies.bookingId))}
    group by conflict.index`);
  const found = new Map(rows.map((row) => [row.index, row.found.slice(0, MAX_BOOKINGS)]));
  return conflicts.map((_, index) => found.get(index + 1) ?? []);
}

export async function listCodesOfBookings(tx: Transaction, teamId: number, ids: readonly string[]) {
  const rows = await tx
    .select({ id: bookings.id, code: bookings.confirmationCode })
    .from(bookings)
    .where(matches(bookings, { teamId, id: ids }));
  return new Map(rows.map(({ id, code }) => [id, code]));
}
