import { index, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { bytes, instant, teamId, text } from './columns.ts';
import { teams } from './teams.ts';

/** Answers to writes with an `Idempotency-Key`, stored in the write's transaction (docs/rules.md, 3.9). */
export const idempotencyRecords = pgTable(
  'idempotency_records',
  {
    teamId: teamId().references(() => teams.id),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of method, path and parsed body, to refuse a different request with the same key. */
    requestHash: text('request_hash').notNull(),
    responseStatus: smallint('response_status').notNull(),
    /** Compressed if it is long. Null if it was dropped, because the team's answers took too much space. */
    responseBody: bytes('response_body'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.idempotencyKey] }),
    index('idempotency_records_age_idx').on(table.createdAt),
  ],
);
