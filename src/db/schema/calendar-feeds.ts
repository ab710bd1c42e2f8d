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
    /** Events with one of these summaries count as absent. */
    ignore: jsonb('ignore').$type<string[]>().notNull(),
    status: word('status', CALENDAR_FEED_STATUSES).notNull(),
    lastCheckedAt: instant('last_checked_at'),
    lastSuccessAt: instant('last_success_at'),
    lastError: text('last_error'),
    /** Failed readings since the last success. */
    failures: integer('failures').notNull(),
    /** The events of the last calendar that was read. */
    events: integer('events').notNull(),
    /** How many more were cancelled or transparent, so that they take nothing. */
    leftOut: integer('left_out').notNull(),
    conflicts: jsonb('conflicts').$type<FeedConflict[]>().notNull(),
    /** Those events, in the order in which they have nights. */
    reported: jsonb('reported').$type<FeedEvent[]>().notNull(),
    /** Their nights, without those that only echo what the channel was shown. */
    wanted: nightSpans('wanted').notNull(),
    /** Whether its blocks have every night that it wants. If not, nights may become free that it takes. */
    hasAllNights: boolean('has_all_nights').notNull(),
    /** The nights of its blocks that the last complete reading did not want. */
    leaving: jsonb('leaving').$type<(NightSpan & Leaving)[]>().notNull(),
    /** The version of the calendar that was read last, unless nights are leaving, and the day of that reading. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    takenOn: stayDate('taken_on'),
    /** Counts the readings, so that of two at once only the first one is stored. */
    readings: integer('readings').notNull(),
    nextReadingAt: instant('next_reading_at').notNull(),
    /** The process that reads it, and the moment until which no other may, by the database's clock. */
    lease: uuid('lease'),
    leasedUntil: instant('leased_until'),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    teamForeignKey('calendar_feeds_unit_fk', table, table.unitId, units),
    index('calendar_feeds_unit_idx').on(table.teamId, table.unitId),
    // For the readers, over all teams.
    index('calendar_feeds_due_idx').on(table.nextReadingAt).where(sql`not paused`),
    check('calendar_feeds_status_known', isOneOfWords('status', CALENDAR_FEED_STATUSES)),
  ],
);

/**
 * The addresses at which units' calendars are published. Each contains a secret. A unit has one, and each of its feeds
 * may have one for the channel that it reads.
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
    /** The feed for whose channel it is. Null for the unit's own address. */
    feedId: uuid('feed_id'),
    /** When the channel last fetched it, and which nights it was shown as taken. */
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
