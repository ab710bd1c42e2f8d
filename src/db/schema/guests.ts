import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { customFields, externalReference, id, instant, language, teamId, text, times } from './columns.ts';
import { teams } from './teams.ts';

export const guests = pgTable(
  'guests',
  {
    teamId: teamId().references(() => teams.id),
    id: id(),
    name: text('name').notNull(),
    email: text('email'),
    /** In lower case, because emails are compared without regard to case. */
    emailKey: text('email_key'),
    phone: text('phone'),
    notes: text('notes'),
    externalReference: externalReference(),
    customFields: customFields(),
    /** Null for the team's first. */
    language: language(),
    /**
     * Name and email in lower case, on separate lines. Searches use it in place of the database's own rules
     * for case, so that they find the same in every database.
     */
    searchText: text('search_text').notNull(),
    erasedAt: instant('erased_at'),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('guests_email_key_key').on(table.teamId, table.emailKey),
    uniqueIndex('guests_external_reference_key')
      .on(table.teamId, table.externalReference)
      .where(sql`external_reference is not null`),
    index('guests_newest_idx').on(table.teamId, table.createdAt, table.id),
    // For systems that copy guests and ask for changes.
    index('guests_updated_idx').on(table.teamId, table.updatedAt, table.id),
  ],
);
