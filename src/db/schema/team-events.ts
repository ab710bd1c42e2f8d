import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { TEAM_EVENT_TYPES } from '../../domain/events.ts';
import { ACTOR_TYPES } from '../../domain/vocabulary.ts';
import { bookings } from './bookings.ts';
import { id, instant, isOneOfWords, teamForeignKey, teamId, text, word } from './columns.ts';
import { teams } from './teams.ts';

/**
 * A team's events (docs/rules.md, 17.2). One is stored in the transaction of the change that it reports, and
 * gets its position after the commit, when somebody reads the feed.
 */
export const teamEvents = pgTable(
  'team_events',
  {
    teamId: teamId().references(() => teams.id),
    id: id(),
    type: word('type', TEAM_EVENT_TYPES).notNull(),
    /** Counts 1, 2, 3 … within the team. */
    position: bigint('position', { mode: 'number' }),
    /** Only events in the feed get a position. Those imported from a team file are not in it. */
    inFeed: boolean('in_feed').notNull(),
    /** `number` orders the events of one booking. */
    bookingId: uuid('booking_id'),
    number: integer('number'),
    actorType: word('actor_type', ACTOR_TYPES).notNull(),
    actorName: text('actor_name'),
    /** As the event feed shows it. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    /**
     * As a booking's history shows it (fields with their values before and after). Null for events of other
     * things.
     */
    details: jsonb('details').$type<Record<string, unknown>>(),
    /** The booking for which this one was moved to another unit. */
    because: uuid('because'),
    /** Of a deleted unit type. Nothing else remembers its building. */
    buildingId: uuid('building_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('team_events_position_key').on(table.teamId, table.position),
    unique('team_events_booking_key').on(table.teamId, table.bookingId, table.number),
    teamForeignKey('team_events_booking_fk', table, table.bookingId, bookings),
    // Events without a position, in the order in which they get one.
    index('team_events_unnumbered_idx')
      .on(table.teamId, table.createdAt, table.bookingId, table.number, table.id)
      .where(sql`position is null and in_feed`),
    // Deleted blocks: a calendar may send their nights back, which must not be taken as new.
    index('team_events_deleted_block_idx')
      .on(table.teamId, sql`(data ->> 'block_id')`)
      .where(sql`type = 'block.deleted'`),
    // No check of the types: to add one, PostgreSQL would check all stored events again, under a lock.
    check('team_events_actor_known', isOneOfWords('actor_type', ACTOR_TYPES)),
    check('team_events_position_from_one', sql`position >= 1`),
    check(
      'team_events_parts_of_booking',
      sql`(booking_id is null) = (number is null) and (booking_id is null) = (details is null)`,
    ),
    check('team_events_position_in_feed', sql`position is null or in_feed`),
  ],
);

/**
 * The last position in each team's feed, locked to assign the next ones. Stored with the team's first
 * position.
 */
export const eventCounters = pgTable(
  'event_counters',
  {
    teamId: teamId()
      .primaryKey()
      .references(() => teams.id),
    lastPosition: bigint('last_position', { mode: 'number' }).notNull(),
  },
  () => [check('event_counters_not_negative', sql`last_position >= 0`)],
);
