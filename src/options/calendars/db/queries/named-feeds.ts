import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../db/client.ts';
import { isListingOfUnit } from '../../../../db/queries/joins.ts';
import { placeNameColumns } from '../../../../db/queries/listings/place-columns.ts';
import { isAnyOf, totalSql } from '../../../../db/queries/statements.ts';
import { listings, units } from '../../../../db/schema/listings.ts';
import { calendarFeeds } from '../schema/calendars.ts';

export type NamedFeed = Awaited<ReturnType<typeof listNamedFeeds>>[number];

/** As pages and messages name them, ordered by their places. Without deleted and paused feeds. */
export const listNamedFeeds = (db: Executor, teamId: number, feedIds: readonly string[]) =>
  selectNamedFeeds(db, teamId, isAnyOf(calendarFeeds.id, feedIds));

/** Feeds that cannot be read, or whose nights something else has. */
export const listCalendarFeedProblems = (db: Executor, teamId: number, limit: number) =>
  selectNamedFeeds(
    db,
    teamId,
    or(sql`${calendarFeeds.conflicts} <> '[]'`, sql`${calendarFeeds.status} in ('failing', 'suspicious')`),
  ).limit(limit);

const selectNamedFeeds = (db: Executor, teamId: number, isListed: SQL | undefined) =>
  db
    .select({
      id: calendarFeeds.id,
      listingId: listings.id,
      name: calendarFeeds.name,
      status: calendarFeeds.status,
      lastError: calendarFeeds.lastError,
      conflicts: sql<number>`jsonb_array_length(${calendarFeeds.conflicts})`,
      ...placeNameColumns,
      /** How many there are in all. */
      total: totalSql,
    })
    .from(calendarFeeds)
    .innerJoin(units, and(eq(units.teamId, calendarFeeds.teamId), eq(units.id, calendarFeeds.unitId)))
    .innerJoin(listings, isListingOfUnit)
    .where(and(eq(calendarFeeds.teamId, teamId), eq(calendarFeeds.paused, false), isListed))
    .orderBy(asc(listings.publicTitle), asc(units.name), asc(calendarFeeds.name), asc(calendarFeeds.id))
    .$dynamic();
