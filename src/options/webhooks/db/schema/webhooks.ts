import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, unique, uuid } from 'drizzle-orm/pg-core';
import {
  id,
  instant,
  isOneOfWords,
  lease,
  teamId,
  text,
  times,
  word,
} from '../../../../db/schema/columns.ts';
import { teams } from '../../../../db/schema/teams.ts';
import { TEAM_EVENT_TYPES } from '../../../../domain/events.ts';
import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_STATUSES } from '../../../../domain/vocabulary.ts';

/** Where a team's events are delivered (docs/rules.md, 17.4). */
export const webhooks = pgTable(
  'webhooks',
  {
    teamId: teamId().references(() => teams.id),
    id: id(),
    url: text('url').notNull(),
    /** Event types, or patterns of them, as the team gave them. Null for all. */
    types: jsonb('types').$type<string[]>(),
    description: text('description'),
    status: word('status', WEBHOOK_STATUSES).notNull(),
    disabledReason: text('disabled_reason'),
    /** AES-256-GCM of the secret under the key `keyId`, so that it can be shown again. */
    ciphertext: text('ciphertext').notNull(),
    keyId: text('key_id').notNull(),
    /** Deliveries are also signed with the previous secret until `previousUntil`. */
    previousCiphertext: text('previous_ciphertext'),
    previousKeyId: text('previous_key_id'),
    previousUntil: instant('previous_until'),
    /** Up to this position of the feed, all events have a delivery. */
    position: bigint('position', { mode: 'number' }).notNull(),
    /** Each replay of past events starts a new round. */
    round: integer('round').notNull(),
    /** ISO 8601, oldest first, or null if there was none. */
    replayedAt: jsonb('replayed_at').$type<string[]>(),
    ...lease(),
    nextAttemptAt: instant('next_attempt_at'),
    lastSuccessAt: instant('last_success_at'),
    /** Since the first failure after the last success. */
    failingSince: instant('failing_since'),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    index('webhooks_active_idx').on(table.teamId).where(sql`status = 'active'`),
    check('webhooks_status_known', isOneOfWords('status', WEBHOOK_STATUSES)),
  ],
);

/** Pending until it succeeds or is given up. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    teamId: teamId(),
    id: id(),
    webhookId: uuid('webhook_id').notNull(),
    eventId: uuid('event_id').notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    round: integer('round').notNull(),
    type: word('type', TEAM_EVENT_TYPES).notNull(),
    /** Deliveries about one booking are made one after the other. */
    bookingId: uuid('booking_id'),
    status: word('status', WEBHOOK_DELIVERY_STATUSES).notNull(),
    attempts: integer('attempts').notNull(),
    responseStatus: integer('response_status'),
    error: text('error'),
    responseBody: text('response_body'),
    nextAttemptAt: instant('next_attempt_at'),
    createdAt: instant('created_at').notNull(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    // An event has one delivery in each round. The index also serves lists, newest first.
    unique('webhook_deliveries_position_key').on(table.teamId, table.webhookId, table.round, table.position),
    // No foreign keys: checking them would cost as much as storing the rows.
    index('webhook_deliveries_event_idx').on(table.teamId, table.eventId),
    // The few that have not succeeded, so that a delivery that succeeds at once costs little.
    index('webhook_deliveries_due_idx')
      .on(table.teamId, table.webhookId, table.nextAttemptAt, table.position)
      .where(sql`status = 'pending'`),
    index('webhook_deliveries_booking_idx')
      .on(table.teamId, table.webhookId, table.bookingId, table.position)
      .where(sql`status = 'pending' and booking_id is not null`),
    index('webhook_deliveries_failed_idx')
      .on(table.teamId, table.webhookId, table.round, table.position)
      .where(sql`status = 'failed'`),
    // For deleting the old deliveries of all teams.
    index('webhook_deliveries_old_idx').on(table.createdAt).where(sql`status <> 'pending'`),
    check('webhook_deliveries_status_known', isOneOfWords('status', WEBHOOK_DELIVERY_STATUSES)),
  ],
);
