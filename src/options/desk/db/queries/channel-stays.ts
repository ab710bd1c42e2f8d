/**
 * The stays that channels have sold, and the events of channels on nights that something else has
 * (docs/rules.md, 18.12).
 */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../../db/client.ts';
import { isChannelStay } from '../../../../db/queries/bookings/channel-stays.ts';
import { isGuestOfBooking, isListingOfUnit } from '../../../../db/queries/joins.ts';
import { buildingTitle } from '../../../../db/queries/listings/building-title.ts';
import { placeColumns } from '../../../../db/queries/listings/place-columns.ts';
import { isAnyOf, matches, toEpochMsSql, totalSql } from '../../../../db/queries/statements.ts';
import { blocks, bookings, occupancies } from '../../../../db/schema/bookings.ts';
import { guests } from '../../../../db/schema/guests.ts';
import { listings, units } from '../../../../db/schema/listings.ts';
import type { StayDate } from '../../../../domain/dates/dates.ts';
import type { BookingSource } from '../../../../domain/vocabulary.ts';
import { calendarFeeds } from '../../../calendars/db/schema/calendars.ts';

export const isFeedOfBlock = and(
  eq(calendarFeeds.teamId, blocks.teamId),
  eq(calendarFeeds.id, blocks.feedId),
);

/** By the dates of its event. Moments are in milliseconds since 1970. */
export type ChannelStay = Awaited<ReturnType<typeof listChannelStays>>[number];

/** Includes the day of departure. */
export const isEventOnDays = (from: StayDate, to: StayDate) =>
  sql`(${blocks.eventStartDate} is not null
    and daterange(${blocks.eventStartDate}, ${blocks.eventEndDate}, '[]') && daterange(${from}, ${to}, '[]'))`;

/** Only some nights of an event whose booking differs are in a block. */
export const isNoBooking = sql`not exists (select from ${bookings}
  where ${bookings.teamId} = ${blocks.teamId} and ${bookings.feedId} = ${blocks.feedId} and ${bookings.feedUid} = ${blocks.uid}
    and ${bookings.status} <> 'cancelled' and ${bookings.checkOut} > ${blocks.eventStartDate} and ${bookings.checkIn} < ${blocks.eventEndDate})`;

/** The nights of an event may be in several blocks. */
const eventKey = [
  blocks.unitId,
  blocks.source,
  blocks.uid,
  blocks.eventStartDate,
  blocks.eventEndDate,
] as const;

/** Nights that the calendar of a block's feed no longer has. */
const buildLeavingSql = (value: SQL, from: PgColumn, to: PgColumn) => sql`(
  select ${value} from jsonb_to_recordset(${calendarFeeds.leaving})
    as leaving ("startDate" date, "endDate" date, since timestamptz, "isSuspicious" boolean)
  where leaving."startDate" < ${to} and leaving."endDate" > ${from} and not ${calendarFeeds.paused})`;

/** Null if the calendar still has the nights. */
export const buildGoneColumns = (from: PgColumn, to: PgColumn) => ({
  goneSinceMs: sql<
    number | null
  >`${buildLeavingSql(sql`extract(epoch from max(leaving.since)) * 1000`, from, to)}::float8`,
  isGoneSuddenly: sql<boolean>`coalesce(${buildLeavingSql(sql`bool_or(leaving."isSuspicious")`, from, to)}, false)`,
});

/** From arrival to departure, by listing and unit. */
export function listChannelStays(
  db: Executor,
  teamId: number,
  { from, to }: { from: StayDate; to: StayDate },
  { limit }: { limit: number },
) {
  const chosen = db.$with('chosen').as(
    db
      .selectDistinctOn([...eventKey], { id: blocks.id })
      .from(blocks)
      .where(and(matches(blocks, { teamId }), isEventOnDays(from, to), isChannelStay, isNoBooking))
      .orderBy(...eventKey, asc(blocks.startDate)),
  );
  return db
    .with(chosen)
    .select({
      id: blocks.id,
      feedId: blocks.feedId,
      channel: sql<string>`${blocks.source}`,
      /** Null if the feed is gone. */
      source: sql<BookingSource | null>`${calendarFeeds.source}`,
      link: blocks.link,
      checkIn: sql<StayDate>`${blocks.eventStartDate}`,
      checkOut: sql<StayDate>`${blocks.eventEndDate}`,
      ...placeColumns,
      ...buildGoneColumns(blocks.eventStartDate, blocks.eventEndDate),
      nextReadingAtMs: toEpochMsSql<number | null>(calendarFeeds.nextReadingAt),
    })
    .from(blocks)
    .innerJoin(units, and(eq(units.teamId, blocks.teamId), eq(units.id, blocks.unitId)))
    .innerJoin(listings, isListingOfUnit)
    .leftJoin(calendarFeeds, isFeedOfBlock)
    .where(and(eq(blocks.teamId, teamId), sql`${blocks.id} = any(array(select ${chosen.id} from ${chosen}))`))
    .orderBy(asc(listings.publicTitle), asc(units.name), asc(blocks.eventStartDate), asc(blocks.id))
    .limit(limit);
}

/** An event whose nights on its unit a booking or block has in part. */
export type FeedClash = {
  feedId: string;
  channel: string;
  unitId: string;
  unitName: string;
  listingTitle: string;
  buildingTitle: string | null;
  startDate: StayDate;
  endDate: StayDate;
  bookingId: string | null;
  blockId: string | null;
  guestName: string | null;
  /** If another feed has the nights. */
  otherChannel: string | null;
  /** What the booking or block takes. The booking's guest leaves on `checkOut`. */
  otherStartDate: StayDate;
  otherEndDate: StayDate;
  checkOut: StayDate | null;
  /** How many there are in all. */
  total: number;
};

/** The conflicts that still stand, by listing, unit and event. */
export async function listFeedClashes(
  db: Executor,
  teamId: number,
  { unitIds, limit }: { unitIds: readonly string[] | null; limit: number },
): Promise<FeedClash[]> {
  const isOfUnit = unitIds === null ? sql`true` : isAnyOf(calendarFeeds.unitId, unitIds);
  const { rows } = await db.execute<FeedClash>(sql`
    select ${calendarFeeds.id} as "feedId", ${calendarFeeds.name} as channel, ${calendarFeeds.unitId} as "unitId",
      ${units.name} as "unitName", ${listings.publicTitle} as "listingTitle", ${buildingTitle} as "buildingTitle",
      conflict."startDate"::text, conflict."endDate"::text, conflict."bookingId", conflict."blockId",
      ${guests.name} as "guestName", ${blocks.source} as "otherChannel",
      ${occupancies.startDate}::text as "otherStartDate", ${occupancies.endDate}::text as "otherEndDate",
      ${bookings.checkOut}::text as "checkOut", ${totalSql} as total
    from ${calendarFeeds}
    cross join lateral jsonb_to_recordset(${calendarFeeds.conflicts})
      as conflict ("startDate" date, "endDate" date, "bookingId" uuid, "blockId" uuid)
    join ${units} on ${and(eq(units.teamId, calendarFeeds.teamId), eq(units.id, calendarFeeds.unitId))}
    join ${listings} on ${isListingOfUnit}
    join ${occupancies} on ${and(eq(occupancies.teamId, calendarFeeds.teamId), eq(occupancies.unitId, calendarFeeds.unitId))}
      and (${occupancies.bookingId} = conflict."bookingId" or ${occupancies.blockId} = conflict."blockId")
      and ${occupancies.startDate} < conflict."endDate" and ${occupancies.endDate} > conflict."startDate"
    left join ${bookings} on ${and(eq(bookings.teamId, occupancies.teamId), eq(bookings.id, occupancies.bookingId))}
    left join ${guests} on ${isGuestOfBooking}
    left join ${blocks} on ${and(eq(blocks.teamId, occupancies.teamId), eq(blocks.id, occupancies.blockId))}
    where ${and(eq(calendarFeeds.teamId, teamId), eq(calendarFeeds.paused, false), isOfUnit)}
      and ${calendarFeeds.conflicts} <> '[]'
    order by ${listings.publicTitle}, ${units.name}, conflict."startDate", conflict."endDate", ${calendarFeeds.id}
    limit ${limit}`);
  return rows;
}

/** Its event in a feed says something else. */
export type StayDifference = {
  feedId: string;
  channel: string;
  bookingId: string;
  guestName: string;
  checkIn: StayDate;
  checkOut: StayDate;
  /** Of the event, or null if it is gone. */
  startDate: StayDate | null;
  endDate: StayDate | null;
  /** How many there are in all. */
  total: number;
};

/** By arrival, of all bookings or of one. */
export async function listStayDifferences(
  db: Executor,
  teamId: number,
  { bookingId, limit }: { bookingId: string | null; limit: number },
): Promise<StayDifference[]> {
  const isAsked = bookingId === null ? sql`true` : eq(bookings.id, bookingId);
  const { rows } = await db.execute<StayDifference>(sql`
    select ${calendarFeeds.id} as "feedId", ${calendarFeeds.name} as channel, ${bookings.id} as "bookingId",
      ${guests.name} as "guestName", ${bookings.checkIn}::text as "checkIn", ${bookings.checkOut}::text as "checkOut",
      difference."startDate"::text, difference."endDate"::text, ${totalSql} as total
    from ${calendarFeeds}
    cross join lateral jsonb_to_recordset(${calendarFeeds.differs})
      as difference ("bookingId" uuid, "startDate" date, "endDate" date)
    join ${bookings} on ${eq(bookings.teamId, calendarFeeds.teamId)} and ${bookings.id} = difference."bookingId"
      and ${bookings.status} <> 'cancelled'
    join ${guests} on ${isGuestOfBooking}
    where ${and(eq(calendarFeeds.teamId, teamId), eq(calendarFeeds.paused, false))} and ${calendarFeeds.differs} <> '[]'
      and ${isAsked}
    order by ${bookings.checkIn}, ${bookings.id}
    limit ${limit}`);
  return rows;
}
