import { index, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core';
import { id, teamId, text, times } from './columns.ts';
import { teams } from './teams.ts';

export const guests = pgTable(
  'guests',
  {
    teamId: teamId().references(() => teams.id),
    id: id(),
    name: text('name').notNull(),
    email: text('email'),
    /** The email in lower case, by which a team's guests are compared. */
    emailKey: text('email_key'),
    phone: text('phone'),
    notes: text('notes'),
    /** Name and email in lower case, a line each: what a search looks through, alike in every database. */
    searchText: text('search_text').notNull(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('guests_email_key_key').on(table.teamId, table.emailKey),
    index('guests_newest_idx').on(table.teamId, table.createdAt, table.id),
  ],
);
