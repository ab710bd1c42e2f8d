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
import type { FeedEvent } from '../../domain/calendar-feed/events.ts';
import type { FeedConflict } from '../../domain/calendar-feed/placing.ts';
import type { Leaving, Shown } from '../../domain/calendar-feed/reading.ts';
import type { NightSpan } from '../../domain/inventory.ts';
import { CALENDAR_FEED_STATUSES } from '../../domain/vocabulary.ts';
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

/** The calendars of other systems from which units take nights (docs/rules.md, 18). */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    teamId: teamId(),
    id: id(),
    unitId: uuid('unit_id').notNull(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    paused: boolean('paused').notNull(),
    /** Events with one of these summaries are ignored. */
    ignore: jsonb('ignore').$type<string[]>().notNull(),
    status: word('status', CALENDAR_FEED_STATUSES).notNull(),
    lastCheckedAt: instant('last_checked_at'),
    lastSuccessAt: instant('last_success_at'),
    lastError: text('last_error'),
    /** The number of failed readings since the last success. */
    failures: integer('failures').notNull(),
    /** The events of the last calendar that was read. */
    events: integer('events').notNull(),
    /** How many further events were cancelled or transparent, so that they take no nights. */
    leftOut: integer('left_out').notNull(),
    conflicts: jsonb('conflicts').$type<FeedConflict[]>().notNull(),
    /** The events of the last reading, sorted by the nights that they take. */
    reported: jsonb('reported').$type<FeedEvent[]>().notNull(),
    /** The nights of the feed's events, without those that only echo what the channel was shown. */
    wanted: nightSpans('wanted').notNull(),
    /**
     * Whether the feed's blocks have every night that the feed wants. A feed that could not take a night
     * takes it once the night becomes free.
     */
    hasAllNights: boolean('has_all_nights').notNull(),
    /** The nights of the feed's blocks that the last complete reading did not want. */
    leaving: jsonb('leaving').$type<(NightSpan & Leaving)[]>().notNull(),
    /**
     * The stored `ETag` and `Last-Modified` of the calendar that was read last, unless nights are about to be
     * freed, and the day of that reading.
     */
    etag: text('etag'),
    lastModified: text('last_modified'),
    takenOn: stayDate('taken_on'),
    /** Counts the readings, so that of two readings at once only the first one to end is stored. */
    readings: integer('readings').notNull(),
    nextReadingAt: instant('next_reading_at').notNull(),
    ...lease(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    teamForeignKey('calendar_feeds_unit_fk', table, table.unitId, units),
    index('calendar_feeds_unit_idx').on(table.teamId, table.unitId),
    // An index for finding due calendar feeds, over all teams.
    index('calendar_feeds_due_idx').on(table.nextReadingAt).where(sql`not paused`),
    check('calendar_feeds_status_known', isOneOfWords('status', CALENDAR_FEED_STATUSES)),
  ],
);

/**
 * The addresses at which units' calendars are published, each with a secret. A unit has one calendar address,
 * and each of its feeds may have one for the channel that it reads.
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
     * The feed whose channel reads this calendar, or null if the calendar is read under the unit's own
     * address.
     */
    feedId: uuid('feed_id'),
    /** When the channel last fetched its calendar, and which nights the calendar showed as taken. */
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
