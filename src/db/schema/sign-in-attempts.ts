import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, text } from './columns.ts';

/**
 * Counts wrong passwords by account and by source (the client's internet address), to slow down guessing.
 * Also for unknown emails, so it refers to no team and no person. Both are keyed hashes, because people
 * sometimes type a password into the field for the email.
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
