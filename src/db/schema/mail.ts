/** What a team sends to its guests, and to whom nothing is sent (docs/rules.md, 25). */
import { sql } from 'drizzle-orm';
import { boolean, check, jsonb, pgTable, primaryKey, smallint, unique, uuid } from 'drizzle-orm/pg-core';
import { GUEST_MAIL_KINDS, MAIL_LANGUAGES } from '../../domain/mail/kinds.ts';
import { id, instant, isOneOfWords, teamId, text, word } from './columns.ts';
import { teams } from './teams.ts';

/**
 * The rules that a team has changed. A kind of message whose rule the team has not changed has the default
 * rule.
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
    /** The listings of the rule, or null for all. An id of a deleted listing in the rule matches nothing. */
    listingIds: uuid('listing_ids').array(),
    /**
     * When the rule was switched on, or null while it is off: a rule causes no message for an earlier time.
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

/** The texts of messages that a team has written in place of the default ones. */
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

/** The addresses to which a team sends nothing. */
export const mailSuppressions = pgTable(
  'mail_suppressions',
  {
    teamId: teamId().references(() => teams.id),
    id: id(),
    email: text('email').notNull(),
    /** The email in lower case, for comparing addresses. */
    emailKey: text('email_key').notNull(),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('mail_suppressions_email_key').on(table.teamId, table.emailKey),
  ],
);
