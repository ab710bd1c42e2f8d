import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FeedDifference, MissingEvent } from '../../domain/calendar-feed/booked-events.ts';
import type { FeedEvent } from '../../domain/calendar-feed/events.ts';
import type { FeedConflict } from '../../domain/calendar-feed/placing.ts';
import type { Leaving, Shown } from '../../domain/calendar-feed/reading.ts';
import type { NightSpan } from '../../domain/inventory/inventory.ts';
import {
  BOOKING_SOURCES,
  type BookingSource,
  CALENDAR_FEED_STATUSES,
  CHANNEL_SOURCE_PATTERN,
} from '../../domain/vocabulary.ts';
import {
  id,
  instant,
  isOneOfWords,
  lease,
  nightSpans,
  stayDate,
  teamForeignKey,
  teamId,
  text,
  times,
  word,
} from './columns.ts';
import { units } from './listings.ts';

/**
 * Calendars of other systems, such as Airbnb: the nights of their events are blocked on units (docs/rules.md,
 * 18).
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    teamId: teamId(),
    id: id(),
    unitId: uuid('unit_id').notNull(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    /** The source of the bookings that are made of the feed's events. */
    source: text('source').$type<BookingSource>().notNull().default('other'),
    paused: boolean('paused').notNull(),
    /** Summaries of calendar events to ignore: an event with such a summary takes no nights. */
    ignore: jsonb('ignore').$type<string[]>().notNull(),
    status: word('status', CALENDAR_FEED_STATUSES).notNull(),
    lastCheckedAt: instant('last_checked_at'),
    lastSuccessAt: instant('last_success_at'),
    lastError: text('last_error'),
    /** How often reading the calendar has failed since the last success. */
    failures: integer('failures').notNull(),
    /** The number of events in the last calendar that was read. */
    events: integer('events').notNull(),
    /** How many events of the calendar take no nights, because they were cancelled or transparent. */
    leftOut: integer('left_out').notNull(),
    /** Bookings of which the feed's events say something else. */
    differs: jsonb('differs').$type<FeedDifference[]>().notNull().default([]),
    /** Bookings whose events the calendar no longer has, but which may come back. */
    missing: jsonb('missing').$type<MissingEvent[]>().notNull().default([]),
    /**
     * Whether a booking has changed that is or may be one of the feed's events, so that the feed is compared with it
     * again without a reading.
     */
    isUnsettled: boolean('is_unsettled').notNull().default(false),
    conflicts: jsonb('conflicts').$type<FeedConflict[]>().notNull(),
    /** The events of the last reading that take nights, sorted by their nights. */
    reported: jsonb('reported').$type<FeedEvent[]>().notNull(),
    /**
     * The nights that the feed's events take, without events that only repeat what the channel has read from
     * Innkeep.
     */
    wanted: nightSpans('wanted').notNull(),
    /**
     * Whether the feed's blocks have every night that its calendar takes. A night that was not free is
     * blocked for the feed once it becomes free.
     */
    hasAllNights: boolean('has_all_nights').notNull(),
    /** Nights that the feed still blocks although its calendar no longer takes them. */
    leaving: jsonb('leaving').$type<(NightSpan & Leaving)[]>().notNull(),
    /**
     * The `ETag` and `Last-Modified` of the calendar's last answer, and the day of that reading. The stored
     * `ETag` and `Last-Modified` are null while nights are about to be freed, so that the calendar is read
     * again even if it has not changed.
     */
    etag: text('etag'),
    lastModified: text('last_modified'),
    takenOn: stayDate('taken_on'),
    /**
     * Counts the readings of the calendar: of two readings at the same time, only the first one to end is
     * stored.
     */
    readings: integer('readings').notNull(),
    nextReadingAt: instant('next_reading_at').notNull(),
    ...lease(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    teamForeignKey('calendar_feeds_unit_fk', table, table.unitId, units),
    index('calendar_feeds_unit_idx').on(table.teamId, table.unitId),
    // An index for finding the calendar feeds of all teams that are due to be read.
    index('calendar_feeds_due_idx').on(table.nextReadingAt).where(sql`not paused`),
    check('calendar_feeds_status_known', isOneOfWords('status', CALENDAR_FEED_STATUSES)),
    check(
      'calendar_feeds_source_known',
      sql`${isOneOfWords('source', BOOKING_SOURCES)} or source ~ ${sql.raw(`'${CHANNEL_SOURCE_PATTERN}'`)}`,
    ),
  ],
);

/**
 * The addresses at which units' calendars are published, each with a secret. A unit has one calendar address
 * of its own, and may have another one for each channel whose calendar it reads.
 */
export const calendarAddresses = pgTable(
  'calendar_addresses',
  {
    teamId: teamId(),
    unitId: uuid('unit_id').notNull(),
    /** HMAC-SHA256 of the secret under the key `keyId`, for looking up a request's address. */
    secretHash: text('secret_hash').notNull(),
    /** AES-256-GCM of the secret under the key `keyId`, so that it can be shown again. */
    ciphertext: text('ciphertext').notNull(),
    keyId: text('key_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /**
     * The feed of the channel that reads Innkeep's calendar at this address, or null for the unit's own
     * address.
     */
    feedId: uuid('feed_id'),
    /** When somebody last fetched this calendar. */
    fetchedAt: instant('fetched_at'),
    shown: jsonb('shown').$type<(NightSpan & Shown)[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.secretHash] }),
    teamForeignKey('calendar_addresses_unit_fk', table, table.unitId, units),
    teamForeignKey('calendar_addresses_feed_fk', table, table.feedId, calendarFeeds),
    uniqueIndex('calendar_addresses_unit_key').on(table.teamId, table.unitId).where(sql`feed_id is null`),
    uniqueIndex('calendar_addresses_feed_key').on(table.teamId, table.feedId).where(sql`feed_id is not null`),
  ],
);
