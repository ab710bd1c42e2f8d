import { index, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core';
import { id, instant, teamId, text, times } from './columns.ts';
import { teams } from './teams.ts';

export const guests = pgTable(
  'guests',
  {
    teamId: teamId().references(() => teams.id),
    id: id(),
    name: text('name').notNull(),
    email: text('email'),
    /** The email in lower case, for comparing a team's guests. */
    emailKey: text('email_key'),
    phone: text('phone'),
    notes: text('notes'),
    /**
     * Name and email in lower case, on separate lines. Searches look through this text and find the same in every
     * database.
     */
    searchText: text('search_text').notNull(),
    /** When all personal data of the guest was erased. */
    erasedAt: instant('erased_at'),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('guests_email_key_key').on(table.teamId, table.emailKey),
    index('guests_newest_idx').on(table.teamId, table.createdAt, table.id),
  ],
);
