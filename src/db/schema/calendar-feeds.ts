import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FeedConflict } from '../../domain/calendar-feed/reconcile.ts';
import { CALENDAR_FEED_STATUSES } from '../../domain/vocabulary.ts';
import { id, instant, isOneOfWords, stayDate, teamForeignKey, teamId, text, times, word } from './columns.ts';
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
    conflicts: jsonb('conflicts').$type<FeedConflict[]>().notNull(),
    /** When the blocks that the calendar no longer has were first missing in it, by their ids. */
    missing: jsonb('missing').$type<Record<string, string>>().notNull(),
    /** The version of the calendar that was read last, if everything in it was taken, and the day of that reading. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    takenOn: stayDate('taken_on'),
    /** How many blocks with nights to come the feed had then. */
    takenBlocks: integer('taken_blocks').notNull(),
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

/** The addresses at which units' calendars are published. Each contains a secret. */
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
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.unitId] }),
    teamForeignKey('calendar_addresses_unit_fk', table, table.unitId, units),
    unique('calendar_addresses_secret_hash_key').on(table.teamId, table.secretHash),
  ],
);
