/**
 * The calendars that Innkeep publishes for units and their channels, at secret addresses (docs/rules.md, 18.1
 * and 18.8).
 */
import { and, asc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { isListingOfUnit } from '../../../../db/queries/joins.ts';
import { firstRow, isAnyOf, matches } from '../../../../db/queries/statements.ts';
import { blocks, bookings, occupancies } from '../../../../db/schema/bookings.ts';
import { listings, units } from '../../../../db/schema/listings.ts';
import { teamEvents } from '../../../../db/schema/team-events.ts';
import { teams } from '../../../../db/schema/teams.ts';
import type { NightSpan } from '../../../../domain/inventory/inventory.ts';
import { calendarAddresses, calendarFeeds } from '../schema/calendars.ts';

export type CalendarAddressRecord = typeof calendarAddresses.$inferSelect;

/** The unit's own calendar, or the one for a feed's channel. */
export type CalendarOwner = { unitId: string } | { feedId: string };

const isOfOwner = (teamId: number, owner: CalendarOwner) =>
  'feedId' in owner
    ? matches(calendarAddresses, { teamId, feedId: owner.feedId })
    : and(matches(calendarAddresses, { teamId, unitId: owner.unitId }), isNull(calendarAddresses.feedId));

const selectAddressByHash = (db: Executor, teamId: number, hashes: readonly string[]) =>
  db
    .select()
    .from(calendarAddresses)
    .where(and(matches(calendarAddresses, { teamId }), isAnyOf(calendarAddresses.secretHash, hashes)));

export const findCalendarAddressByHash = (db: Executor, teamId: number, hashes: readonly string[]) =>
  firstRow(selectAddressByHash(db, teamId, hashes));

export const lockCalendarAddressByHash = (tx: Transaction, teamId: number, hashes: readonly string[]) =>
  firstRow(selectAddressByHash(tx, teamId, hashes).for('update'));

export const findCalendarAddress = (db: Executor, teamId: number, owner: CalendarOwner) =>
  firstRow(db.select().from(calendarAddresses).where(isOfOwner(teamId, owner)));

export const insertCalendarAddress = (tx: Transaction, address: CalendarAddressRecord) =>
  tx.insert(calendarAddresses).values(address);

/** Returns false if there was none. */
export async function deleteCalendarAddress(tx: Transaction, teamId: number, owner: CalendarOwner) {
  const deleted = tx.delete(calendarAddresses).where(isOfOwner(teamId, owner));
  return (await deleted.returning({ unitId: calendarAddresses.unitId })).length > 0;
}

/** Also those for channels. */
export async function deleteCalendarAddressesOfUnits(
  tx: Transaction,
  teamId: number,
  unitIds: readonly string[],
) {
  if (unitIds.length === 0) return;
  await tx.delete(calendarAddresses).where(matches(calendarAddresses, { teamId, unitId: unitIds }));
}

export const updateShownNights = (
  tx: Transaction,
  { teamId, secretHash }: CalendarAddressRecord,
  changes: Pick<CalendarAddressRecord, 'fetchedAt' | 'shown'>,
) => tx.update(calendarAddresses).set(changes).where(matches(calendarAddresses, { teamId, secretHash }));

export const findReportedByFeed = async (tx: Transaction, teamId: number, id: string) => {
  const { reported } = calendarFeeds;
  const feeds = tx.select({ reported }).from(calendarFeeds).where(matches(calendarFeeds, { teamId, id }));
  return (await firstRow(feeds))?.reported ?? [];
};

export const findUnitOfCalendar = (db: Executor, teamId: number, id: string) =>
  firstRow(
    db
      .select({
        name: units.name,
        title: listings.publicTitle,
        timezone: listings.timezone,
        showsRequests: teams.calendarsShowRequests,
      })
      .from(units)
      .innerJoin(teams, eq(teams.id, units.teamId))
      .innerJoin(listings, isListingOfUnit)
      .where(matches(units, { teamId, id })),
  );

/** All blocks of feeds, none, or all except those of one feed. */
export type ImportedNights = 'all' | 'none' | { exceptFeedId: string };
type UnitCalendarSpan = NightSpan & { imported: ImportedNights; showsRequests: boolean; now: Date };

/** By first night. Without `showsRequests`, pending bookings from the booking site are left out. */
export function listCalendarEntries(
  db: Executor,
  teamId: number,
  unitId: string,
  { startDate, endDate, imported, showsRequests, now }: UnitCalendarSpan,
) {
  return db
    .select({
      startDate: occupancies.startDate,
      endDate: occupancies.endDate,
      bookingId: occupancies.bookingId,
      blockId: occupancies.blockId,
      checkOut: bookings.checkOut,
      changedAt: sql<Date>`${CHANGED_AT}`.mapWith(occupancies.changedAt),
      sequence: buildSequenceSql(teamId),
    })
    .from(occupancies)
    .leftJoin(bookings, and(eq(bookings.teamId, teamId), eq(bookings.id, occupancies.bookingId)))
    .leftJoin(blocks, and(eq(blocks.teamId, teamId), eq(blocks.id, occupancies.blockId)))
    .where(
      and(
        matches(occupancies, { teamId, unitId }),
        lt(occupancies.startDate, endDate),
        gt(occupancies.endDate, startDate),
        or(isNull(occupancies.expiresAt), gt(occupancies.expiresAt, now)),
        isShown(teamId, unitId, imported),
        showsRequests ? undefined : isNotSiteRequest,
      ),
    )
    .orderBy(asc(occupancies.startDate));
}

/**
 * A booking that was made of a feed's block stands as the block did, in calendars of the feed's unit. A
 * booking that is an event of a feed is left out of the calendar for its channel.
 */
function isShown(teamId: number, unitId: string, imported: ImportedNights) {
  if (imported === 'all') return undefined;
  const isOfOwnFeed = sql`(${bookings.isOfFeedBlock} and exists (select from ${calendarFeeds}
    where ${calendarFeeds.teamId} = ${teamId} and ${calendarFeeds.id} = ${bookings.feedId} and ${calendarFeeds.unitId} = ${unitId}))`;
  if (imported === 'none') return and(isNull(blocks.source), sql`coalesce(not ${isOfOwnFeed}, true)`);
  const { exceptFeedId } = imported;
  return and(
    or(isNull(blocks.feedId), ne(blocks.feedId, exceptFeedId)),
    or(isNull(bookings.feedId), ne(bookings.feedId, exceptFeedId)),
  );
}

const CHANGED_AT = sql`coalesce(${occupancies.changedAt}, ${bookings.updatedAt}, ${blocks.createdAt})`;
/**
 * Rises with each change of a unit's nights: the time of the last change in seconds, plus the number of
 * changes, of which there may be several in a second. Each condition names the team, so that one node of a
 * Citus cluster can answer.
 */
const buildSequenceSql = (teamId: number) => sql<number>`(
  greatest(0, extract(epoch from ${CHANGED_AT} - coalesce(${bookings.createdAt}, ${blocks.createdAt})))
  + (select count(*) from ${teamEvents} e
    where e.team_id = ${teamId} and e.booking_id = ${occupancies.bookingId} and (e.type = 'booking.unit_moved'
      or (e.type = 'booking.changed' and e.data -> 'changed' ?| array['check_in', 'check_out'])))
  + (select count(*) from ${teamEvents} e
    where e.team_id = ${teamId} and e.type = 'block.deleted'
      and e.data ->> 'block_id' = ${occupancies.blockId}::text))::int`;

/** Of a block, all columns of the booking are null. */
const isNotSiteRequest = or(
  isNull(bookings.id),
  ne(bookings.status, 'pending'),
  ne(bookings.source, 'booking_site'),
);

export type CalendarEntry = Awaited<ReturnType<typeof listCalendarEntries>>[number];

export async function listCalendarAddressKeyIdsOfAnyTeam(db: Executor): Promise<string[]> {
  const rows = await db.selectDistinct({ keyId: calendarAddresses.keyId }).from(calendarAddresses);
  return rows.map(({ keyId }) => keyId);
}

export const listCalendarAddressesUnderAnotherKey = (db: Executor, keyId: string, limit: number) =>
  db.select().from(calendarAddresses).where(ne(calendarAddresses.keyId, keyId)).limit(limit);

export const updateCalendarAddressKey = (
  tx: Transaction,
  { teamId, secretHash }: CalendarAddressRecord,
  sealed: Pick<CalendarAddressRecord, 'secretHash' | 'ciphertext' | 'keyId'>,
) => tx.update(calendarAddresses).set(sealed).where(matches(calendarAddresses, { teamId, secretHash }));
