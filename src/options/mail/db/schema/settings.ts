/**
 * Which messages a team sends to its guests, and the addresses to which it sends none (docs/rules.md, 25.2 to 25.5).
 */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant, isOneOfWords, teamId, text, word } from '../../../../db/schema/columns.ts';
import { teams } from '../../../../db/schema/teams.ts';
import { LANGUAGES } from '../../../../domain/languages/languages.ts';
import { GUEST_MAIL_KINDS } from '../../../../domain/vocabulary.ts';

/** Only rules that the team has changed have a row. For other kinds the default applies. */
export const mailRules = pgTable(
  'mail_rules',
  {
    teamId: teamId().references(() => teams.id),
    kind: word('kind', GUEST_MAIL_KINDS).notNull(),
    isActive: boolean('is_active').notNull(),
    days: smallint('days'),
    hour: smallint('hour'),
    sources: jsonb('sources').$type<string[]>(),
    /** Null for all. Ids of deleted listings stay, without effect. */
    listingIds: uuid('listing_ids').array(),
    /**
     * Null while the rule is off. It sends no message about anything that happened before it was switched on.
     */
    activeSince: instant('active_since'),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.kind] }),
    check('mail_rules_kind_known', isOneOfWords('kind', GUEST_MAIL_KINDS)),
    check('mail_rules_days_in_range', sql`days between 0 and 60`),
    check('mail_rules_hour_in_range', sql`hour between 0 and 23`),
    check('mail_rules_active_has_time', sql`is_active = (active_since is not null)`),
  ],
);

/** In place of the default texts. */
export const mailTexts = pgTable(
  'mail_texts',
  {
    teamId: teamId().references(() => teams.id),
    kind: word('kind', GUEST_MAIL_KINDS).notNull(),
    language: word('language', LANGUAGES).notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.kind, table.language] }),
    check('mail_texts_kind_known', isOneOfWords('kind', GUEST_MAIL_KINDS)),
  ],
);

/** Feeds about whose failing the members of a team will get a message, or have got one. */
export const failingFeedNotices = pgTable(
  'failing_feed_notices',
  {
    teamId: teamId().references(() => teams.id),
    feedId: uuid('feed_id').notNull(),
    /** When the next message is due, or null after it. */
    dueAt: instant('due_at'),
    /** Null before the first message. */
    toldAt: instant('told_at'),
  },
  (table) => [
    // No foreign key: storing a notice would lock the feed's row.
    primaryKey({ columns: [table.teamId, table.feedId] }),
    // For finding due messages of all teams.
    index('failing_feed_notices_due_idx').on(table.dueAt).where(sql`due_at is not null`),
  ],
);

export const mailSuppressions = pgTable(
  'mail_suppressions',
  {
    teamId: teamId().references(() => teams.id),
    id: id(),
    email: text('email').notNull(),
    /** In lower case, because addresses are compared without regard to case. */
    emailKey: text('email_key').notNull(),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('mail_suppressions_email_key').on(table.teamId, table.emailKey),
  ],
);
