/** A team's calendar feeds, as the API shows them (docs/rules.md, 18). */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { blocks } from '../../schema/bookings.ts';
import { calendarFeeds } from '../../schema/calendar-feeds.ts';
import type { Slice } from '../paging.ts';

export type FeedRecord = typeof calendarFeeds.$inferSelect;

const isFeed = (teamId: number, id: string) =>
  and(eq(calendarFeeds.teamId, teamId), eq(calendarFeeds.id, id));

export async function findCalendarFeed(db: Executor, teamId: number, id: string): Promise<FeedRecord | null> {
  const [found] = await db.select().from(calendarFeeds).where(isFeed(teamId, id));
  return found ?? null;
}

/** One page of a team's feeds, oldest first, and the total number. */
export async function listCalendarFeeds(
  db: Executor,
  teamId: number,
  { limit, offset }: Slice,
): Promise<{ rows: FeedRecord[]; total: number }> {
  const ofTeam = eq(calendarFeeds.teamId, teamId);
  const total = await db.$count(calendarFeeds, ofTeam);
  const rows = await db
    .select()
    .from(calendarFeeds)
    .where(ofTeam)
    .orderBy(asc(calendarFeeds.createdAt), asc(calendarFeeds.id))
    .limit(limit)
    .offset(offset);
  return { rows, total };
}

export const countCalendarFeeds = (tx: Transaction, teamId: number): Promise<number> =>
  tx.$count(calendarFeeds, eq(calendarFeeds.teamId, teamId));

export async function insertCalendarFeed(tx: Transaction, feed: FeedRecord): Promise<void> {
  await tx.insert(calendarFeeds).values(feed);
}

/** Locks a feed, after its unit if its blocks change too. Returns null if the team has none with that id. */
export async function lockCalendarFeed(
  tx: Transaction,
  teamId: number,
  id: string,
): Promise<FeedRecord | null> {
  const [row] = await tx.select().from(calendarFeeds).where(isFeed(teamId, id)).for('no key update');
  return row ?? null;
}

export async function updateCalendarFeed(
  tx: Transaction,
  teamId: number,
  id: string,
  changes: Partial<Omit<FeedRecord, 'teamId' | 'id'>>,
): Promise<void> {
  await tx.update(calendarFeeds).set(changes).where(isFeed(teamId, id));
}

/** Deletes a feed, whose blocks are already deleted. */
export async function deleteCalendarFeed(tx: Transaction, teamId: number, id: string): Promise<void> {
  await tx.delete(calendarFeeds).where(isFeed(teamId, id));
}

/** Deletes the feeds of a unit that has no blocks. */
export async function deleteFeedsOfUnits(tx: Transaction, teamId: number, unitIds: readonly string[]) {
  if (unitIds.length === 0) return;
  await tx
    .delete(calendarFeeds)
    .where(and(eq(calendarFeeds.teamId, teamId), sql`unit_id = any(${sql.param([...unitIds])})`));
}

/** Gives the blocks of a feed its new name. */
export async function renameSource(tx: Transaction, teamId: number, feedId: string, source: string) {
  await tx
    .update(blocks)
    .set({ source })
    .where(and(eq(blocks.teamId, teamId), eq(blocks.feedId, feedId)));
}
