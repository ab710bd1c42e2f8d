/** Calendar feeds as the API shows them (docs/rules.md, 18.2). */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { wholeTeam } from '../../../../db/limited.ts';
import { lockBookingsWhere } from '../../../../db/queries/bookings/writes.ts';
import { loadPage } from '../../../../db/queries/paging.ts';
import { type Changes, columnsExcept, firstRow, matches } from '../../../../db/queries/statements.ts';
import { blocks, bookings } from '../../../../db/schema/bookings.ts';
import type { PageRequest } from '../../../../domain/page.ts';
import { calendarFeeds } from '../schema/calendars.ts';

export type CalendarFeedRecord = typeof calendarFeeds.$inferSelect;
/** Without nights and events: there may be thousands, and only readings need them. */
export type CalendarFeed = Omit<CalendarFeedRecord, 'reported' | 'wanted' | 'leaving' | 'missing'>;

export const shownColumns = columnsExcept(calendarFeeds, 'reported', 'wanted', 'leaving', 'missing');

export const findCalendarFeed = (db: Executor, teamId: number, id: string): Promise<CalendarFeed | null> =>
  firstRow(db.select(shownColumns).from(calendarFeeds).where(matches(calendarFeeds, { teamId, id })));

/** With everything that a reading compares, without a lock. */
export const findCalendarFeedRecord = (tx: Transaction, teamId: number, id: string) =>
  firstRow(tx.select().from(calendarFeeds).where(matches(calendarFeeds, { teamId, id })));

/** After everything else that a write locks. */
export const lockCalendarFeed = (tx: Transaction, teamId: number, id: string) =>
  firstRow(
    tx.select().from(calendarFeeds).where(matches(calendarFeeds, { teamId, id })).for('no key update'),
  );

/** Oldest first. */
export function listCalendarFeeds(db: Executor, teamId: number, page: PageRequest) {
  const ofTeam = eq(calendarFeeds.teamId, teamId);
  const feeds = db
    .select(shownColumns)
    .from(calendarFeeds)
    .where(ofTeam)
    .orderBy(asc(calendarFeeds.createdAt), asc(calendarFeeds.id));
  return loadPage(db.$count(calendarFeeds, ofTeam), feeds, page);
}

export const countCalendarFeeds = (tx: Transaction, teamId: number): Promise<number> =>
  tx.$count(calendarFeeds, eq(calendarFeeds.teamId, teamId));

export const insertCalendarFeed = (tx: Transaction, feed: CalendarFeedRecord) =>
  tx.insert(calendarFeeds).values(feed);

export const updateCalendarFeed = (
  tx: Transaction,
  teamId: number,
  id: string,
  changes: Changes<CalendarFeedRecord>,
) => tx.update(calendarFeeds).set(changes).where(matches(calendarFeeds, { teamId, id }));

/** The feeds are compared again. They are locked by id, so that two writes which mark several do not wait in a circle. */
export async function markUnsettled(
  tx: Transaction,
  teamId: number,
  where: SQL | undefined,
  changes: Partial<Pick<CalendarFeedRecord, 'isUnsettled' | 'hasAllNights'>>,
): Promise<void> {
  const { id } = calendarFeeds;
  const locked = tx
    .select({ id })
    .from(calendarFeeds)
    .where(and(matches(calendarFeeds, { teamId }), where))
    .orderBy(asc(id))
    .for('no key update');
  await tx
    .update(calendarFeeds)
    .set(changes)
    .where(and(matches(calendarFeeds, { teamId }), sql`${id} in (${locked})`));
}

/** The caller has already deleted its blocks. */
export const deleteCalendarFeed = (tx: Transaction, teamId: number, id: string) =>
  tx.delete(calendarFeeds).where(matches(calendarFeeds, { teamId, id }));

/** The units have no blocks. Bookings of the feeds may have moved to other units. */
export async function deleteFeedsOfUnits(tx: Transaction, teamId: number, unitIds: readonly string[]) {
  if (unitIds.length === 0) return;
  const ids = tx
    .select({ id: calendarFeeds.id })
    .from(calendarFeeds)
    .where(matches(calendarFeeds, { teamId, unitId: unitIds }));
  const isOfFeeds = and(eq(bookings.teamId, teamId), inArray(bookings.feedId, ids));
  await lockBookingsWhere(wholeTeam(tx), isOfFeeds);
  await tx.update(bookings).set({ feedId: null, isOfFeedBlock: false }).where(isOfFeeds);
  await tx.delete(calendarFeeds).where(matches(calendarFeeds, { teamId, unitId: unitIds }));
}

export const updateSourceOfFeedBlocks = (
  tx: Transaction,
  teamId: number,
  feedId: string,
  { source, updatedAt }: { source: string; updatedAt: Date },
) =>
  tx
    .update(blocks)
    .set({ source, updatedAt })
    .where(matches(blocks, { teamId, feedId }))
    .returning({ id: blocks.id, listingId: blocks.listingId, unitId: blocks.unitId });
