/**
 * A channel of a unit, such as Airbnb: the calendar that Innkeep reads, and the one that the channel reads.
 */
import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '../../../../db/client.ts';
import { isListingOfUnit } from '../../../../db/queries/joins.ts';
import { unitLabelColumns } from '../../../../db/queries/listings/unit-labels.ts';
import { loadPage } from '../../../../db/queries/paging.ts';
import { firstRow, matches } from '../../../../db/queries/statements.ts';
import { listings, units } from '../../../../db/schema/listings.ts';
import type { PageRequest } from '../../../../domain/page.ts';
import { calendarAddresses, calendarFeeds } from '../schema/calendars.ts';
import { shownColumns } from './calendar-feeds.ts';

export type ChannelPair = Awaited<ReturnType<typeof selectPairs>>[number];

const isUnitOfFeed = and(eq(units.teamId, calendarFeeds.teamId), eq(units.id, calendarFeeds.unitId));
const isAddressOfFeed = and(
  eq(calendarAddresses.teamId, calendarFeeds.teamId),
  eq(calendarAddresses.feedId, calendarFeeds.id),
);

/** `ours` is null if Innkeep has no calendar for the channel. */
const selectPairs = (db: Executor) =>
  db
    .select({
      feed: shownColumns,
      unit: unitLabelColumns,
      ours: { createdAt: calendarAddresses.createdAt, fetchedAt: calendarAddresses.fetchedAt },
    })
    .from(calendarFeeds)
    .innerJoin(units, isUnitOfFeed)
    .innerJoin(listings, isListingOfUnit)
    .leftJoin(calendarAddresses, isAddressOfFeed)
    .$dynamic();

export const findChannelPair = (db: Executor, teamId: number, id: string) =>
  firstRow(selectPairs(db).where(matches(calendarFeeds, { teamId, id })));

/** Of some units or all, by listing and unit. */
export function listChannelPairs(
  db: Executor,
  teamId: number,
  unitIds: readonly string[] | null,
  page: PageRequest,
) {
  const isListed = matches(calendarFeeds, unitIds === null ? { teamId } : { teamId, unitId: unitIds });
  const pairs = selectPairs(db)
    .where(isListed)
    .orderBy(
      asc(listings.publicTitle),
      asc(listings.slug),
      asc(units.name),
      asc(units.id),
      asc(calendarFeeds.createdAt),
      asc(calendarFeeds.id),
    );
  return loadPage(db.$count(calendarFeeds, isListed), pairs, page);
}
