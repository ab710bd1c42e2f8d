import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, text } from './columns.ts';

/**
 * Wrong passwords, counted by account and source. The table of wrong passwords belongs to no team and no
 * person: unknown emails are counted in the same way. The account and the source are keyed hashes, because
 * people type secrets into the wrong field.
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
