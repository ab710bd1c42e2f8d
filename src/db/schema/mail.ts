/**
 * Which messages a team sends to its guests, and the addresses to which it sends none (docs/rules.md, 25).
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
import { GUEST_MAIL_KINDS, MAIL_LANGUAGES } from '../../domain/mail/kinds.ts';
import { id, instant, isOneOfWords, teamId, text, word } from './columns.ts';
import { teams } from './teams.ts';

/**
 * When a team sends each kind of message: only rules that the team has changed are stored. For a kind of
 * message without a row, the default rule applies.
 */
export const mailRules = pgTable(
  'mail_rules',
  {
    teamId: teamId().references(() => teams.id),
    kind: word('kind', GUEST_MAIL_KINDS).notNull(),
    isActive: boolean('is_active').notNull(),
    days: smallint('days'),
    hour: smallint('hour'),
    sources: jsonb('sources').$type<string[]>(),
    /**
     * The listings for whose bookings the rule sends messages, or null for all listings. Ids of deleted
     * listings stay in the rule and have no effect.
     */
    listingIds: uuid('listing_ids').array(),
    /**
     * When the rule was switched on, or null while it is off. A rule sends no message about anything that
     * happened before it was switched on.
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

/** A team's own texts for messages, in place of the default texts. */
export const mailTexts = pgTable(
  'mail_texts',
  {
    teamId: teamId().references(() => teams.id),
    kind: word('kind', GUEST_MAIL_KINDS).notNull(),
    language: word('language', MAIL_LANGUAGES).notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.kind, table.language] }),
    check('mail_texts_kind_known', isOneOfWords('kind', GUEST_MAIL_KINDS)),
  ],
);

/** Calendar feeds about whose failing the members of a team will get a message, or have got one. */
export const failingFeedNotices = pgTable(
  'failing_feed_notices',
  {
    teamId: teamId().references(() => teams.id),
    feedId: uuid('feed_id').notNull(),
    /** When the next message about failing feeds is written, or null after the message. */
    dueAt: instant('due_at'),
    /** When a message last said that the feed fails, or null before the first one. */
    toldAt: instant('told_at'),
  },
  (table) => [
    // Without a foreign key, because storing a notice would lock the feed's row.
    primaryKey({ columns: [table.teamId, table.feedId] }),
    // An index over all teams, for finding messages that are due.
    index('failing_feed_notices_due_idx').on(table.dueAt).where(sql`due_at is not null`),
  ],
);

/** The addresses to which a team sends nothing. */
export const mailSuppressions = pgTable(
  'mail_suppressions',
  {
    teamId: teamId().references(() => teams.id),
    id: id(),
    email: text('email').notNull(),
    /** The address in lower case, because addresses are compared without regard to case. */
    emailKey: text('email_key').notNull(),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('mail_suppressions_email_key').on(table.teamId, table.emailKey),
  ],
);
