import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, text } from './columns.ts';

/**
 * Wrong passwords, counted for an account and where they came from. It belongs to no team and to no person: an email
 * that nobody has is counted like any other. Both columns are keyed hashes, as what people type into the wrong field is
 * nobody's business.
 */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    account: text('account').notNull(),
    source: text('source').notNull(),
    failures: integer('failures').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.source] }),
    index('sign_in_attempts_age_idx').on(table.lastAt),
  ],
);
