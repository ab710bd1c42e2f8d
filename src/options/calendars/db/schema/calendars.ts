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
} from '../../../../db/schema/columns.ts';
import { units } from '../../../../db/schema/listings.ts';
import type { NightSpan } from '../../../../domain/inventory/inventory.ts';
import {
  BOOKING_SOURCES,
  type BookingSource,
  CALENDAR_FEED_STATUSES,
  CHANNEL_SOURCE_PATTERN,
} from '../../../../domain/vocabulary.ts';
import type { FeedDifference, MissingEvent } from '../../domain/booked-events.ts';
import type { FeedEvent } from '../../domain/events.ts';
import type { FeedConflict } from '../../domain/placing.ts';
import type { Leaving, Shown } from '../../domain/reading.ts';

/** Calendars of other systems, such as Airbnb, whose events take nights of units (docs/rules.md, 18.2). */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    teamId: teamId(),
    id: id(),
    unitId: uuid('unit_id').notNull(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    /** The source of bookings that are made of the feed's events. */
    source: text('source').$type<BookingSource>().notNull().default('other'),
    paused: boolean('paused').notNull(),
    /** Summaries of events that take no nights. */
    ignore: jsonb('ignore').$type<string[]>().notNull(),
    status: word('status', CALENDAR_FEED_STATUSES).notNull(),
    lastCheckedAt: instant('last_checked_at'),
    lastSuccessAt: instant('last_success_at'),
    lastError: text('last_error'),
    /** Failed readings since the last success. */
    failures: integer('failures').notNull(),
    /** Of the last calendar that was read. */
    events: integer('events').notNull(),
    /** Events that take no nights, because they were cancelled or transparent. */
    leftOut: integer('left_out').notNull(),
    /** Bookings whose events say something else. */
    differs: jsonb('differs').$type<FeedDifference[]>().notNull().default([]),
    /** Bookings whose events are gone from the calendar, but may come back. */
    missing: jsonb('missing').$type<MissingEvent[]>().notNull().default([]),
    /**
     * A booking has changed that is or may be one of the feed's events: the feed is compared with it again,
     * without a reading.
     */
    isUnsettled: boolean('is_unsettled').notNull().default(false),
    conflicts: jsonb('conflicts').$type<FeedConflict[]>().notNull(),
    /** The events of the last reading that take nights, sorted. */
    reported: jsonb('reported').$type<FeedEvent[]>().notNull(),
    /**
     * The nights of the feed's events, without events that only repeat what the channel has read from
     * Innkeep.
     */
    wanted: nightSpans('wanted').notNull(),
    /**
     * Whether the feed's blocks have all nights of its calendar. A night that was taken is blocked once it is
     * free.
     */
    hasAllNights: boolean('has_all_nights').notNull(),
    /** Nights still blocked although the calendar no longer takes them. */
    leaving: jsonb('leaving').$type<(NightSpan & Leaving)[]>().notNull(),
    /**
     * Of the last answer. `etag` and `lastModified` are null while nights are about to be freed, so that an
     * unchanged calendar is read again.
     */
    etag: text('etag'),
    lastModified: text('last_modified'),
    takenOn: stayDate('taken_on'),
    /** Of two readings at the same time, only the first one to end is stored. */
    readings: integer('readings').notNull(),
    nextReadingAt: instant('next_reading_at').notNull(),
    ...lease(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    teamForeignKey('calendar_feeds_unit_fk', table, table.unitId, units),
    index('calendar_feeds_unit_idx').on(table.teamId, table.unitId),
    // For finding the feeds of all teams that are due.
    index('calendar_feeds_due_idx').on(table.nextReadingAt).where(sql`not paused`),
    check('calendar_feeds_status_known', isOneOfWords('status', CALENDAR_FEED_STATUSES)),
    check(
      'calendar_feeds_source_known',
      sql`${isOneOfWords('source', BOOKING_SOURCES)} or source ~ ${sql.raw(`'${CHANNEL_SOURCE_PATTERN}'`)}`,
    ),
  ],
);

/**
 * The addresses at which units' calendars are published. A unit has one of its own, and may have another for
 * each channel whose calendar it reads.
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
    /** The feed of the channel that reads this address, or null for the unit's own address. */
    feedId: uuid('feed_id'),
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
