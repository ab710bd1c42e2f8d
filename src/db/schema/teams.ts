/**
 * The first six tables are read before the team of a request is known. In a database that is spread by team,
 * these six tables are copied to every node, so nothing in them refers to a team's own table (docs/rules.md,
 * 5.7). Columns that change often, and rows that are locked, are in two further tables of a team.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import type { Contact } from '../../domain/contact.ts';
import type { InvoiceDetails } from '../../domain/folio/invoice-details.ts';
import { DEFAULT_INFANT_AGE } from '../../domain/party.ts';
import {
  type MemberMailKind,
  RESEATING_MODES,
  SITE_BOOKING_MODES,
  SITE_CANCELLATION_MODES,
  TOKEN_ACCESS_MODES,
} from '../../domain/vocabulary.ts';
import { instant, isOneOfWords, teamForeignKey, teamId, text, times, word } from './columns.ts';

export const teams = pgTable(
  'teams',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    currency: text('currency').notNull(),
    timezone: text('timezone').notNull(),
    enforceTokenScope: boolean('enforce_token_scope').notNull(),
    depositPpm: integer('deposit_ppm').notNull(),
    balanceDueDays: integer('balance_due_days').notNull(),
    cancellationPolicy: jsonb('cancellation_policy').$type<CancellationPolicy>(),
    siteBookings: word('site_bookings', SITE_BOOKING_MODES).notNull(),
    siteHoldMinutes: integer('site_hold_minutes').notNull(),
    // Columns with defaults in the database, so that an earlier version can still create teams.
    siteMaxNights: integer('site_max_nights').notNull().default(30),
    /** A child younger than this is an infant. */
    infantAge: smallint('infant_age').notNull().default(DEFAULT_INFANT_AGE),
    calendarsShowRequests: boolean('calendars_show_requests').notNull().default(false),
    reseating: word('reseating', RESEATING_MODES).notNull(),
    unitFixedDays: integer('unit_fixed_days').notNull(),
    siteCancellation: word('site_cancellation', SITE_CANCELLATION_MODES).notNull().default('off'),
    /**
     * The sender's name of the team's messages, and the address that answers go to. Without a sender's name
     * and address of their own, messages have the team's name and address.
     */
    mailFromName: text('mail_from_name'),
    mailReplyTo: text('mail_reply_to'),
    /** The contact of the team that its booking site shows to guests. */
    contact: jsonb('contact').$type<Contact>(),
    privacyUrl: text('privacy_url'),
    termsUrl: text('terms_url'),
    imprint: text('imprint'),
    /** The prefix of the number of each new invoice. */
    invoicePrefix: text('invoice_prefix'),
    /** The team as the seller of its invoices. */
    invoiceDetails: jsonb('invoice_details').$type<InvoiceDetails>(),
    ...times(),
  },
  (table) => [
    unique('teams_slug_key').on(table.slug),
    check('teams_slug_is_dns_label', sql`slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'`),
    check('teams_currency_is_code', sql`currency ~ '^[A-Z]{3}$'`),
    check('teams_deposit_is_share', sql`deposit_ppm between 0 and 1000000`),
    check('teams_balance_due_days_not_negative', sql`balance_due_days >= 0`),
    check('teams_site_bookings_known', isOneOfWords('site_bookings', SITE_BOOKING_MODES)),
    check('teams_site_hold_minutes_in_range', sql`site_hold_minutes between 1 and 10080`),
    check('teams_site_max_nights_in_range', sql`site_max_nights between 1 and 365`),
    check('teams_infant_age_in_range', sql`infant_age between 0 and 5`),
    check('teams_reseating_known', isOneOfWords('reseating', RESEATING_MODES)),
    check('teams_unit_fixed_days_in_range', sql`unit_fixed_days between 0 and 30`),
    check('teams_site_cancellation_known', isOneOfWords('site_cancellation', SITE_CANCELLATION_MODES)),
  ],
);

export const people = pgTable(
  'people',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** The email in lower case, for comparing people. */
    emailKey: text('email_key').notNull(),
    name: text('name').notNull(),
    /** The password's hash, as a PHC string of argon2id, or null until the person has chosen a password. */
    passwordHash: text('password_hash'),
    ...times(),
  },
  (table) => [unique('people_email_key_key').on(table.emailKey)],
);

export const memberships = pgTable(
  'memberships',
  {
    teamId: teamId().references(() => teams.id),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    /** The messages that the member wants of the team, or null for all. */
    mailKinds: jsonb('mail_kinds').$type<MemberMailKind[]>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.personId] }),
    index('memberships_person_idx').on(table.personId),
  ],
);

export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    teamId: teamId().references(() => teams.id),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    name: text('name').notNull(),
    /**
     * The hash of the secret of a link of an earlier version, or null if the secret is derived from the id.
     */
    secretHash: text('secret_hash'),
    /** The member who made the link, or null if an operator or an earlier version made the link. */
    invitedBy: uuid('invited_by').references(() => people.id),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('invitations_secret_hash_key').on(table.secretHash),
    index('invitations_team_idx').on(table.teamId, table.emailKey),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    secretHash: text('secret_hash').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [
    unique('sessions_secret_hash_key').on(table.secretHash),
    index('sessions_person_idx').on(table.personId),
    index('sessions_last_seen_idx').on(table.lastSeenAt),
  ],
);

export const tokens = pgTable(
  'tokens',
  {
    id: uuid('id').primaryKey(),
    teamId: teamId().references(() => teams.id),
    name: text('name').notNull(),
    access: word('scope', TOKEN_ACCESS_MODES).notNull(),
    /** HMAC-SHA256 of the token under the key `keyId`, for looking up a request's token. */
    tokenHash: text('token_hash').notNull(),
    /**
     * AES-256-GCM of the token under the key `keyId`, so that it can be shown again. A token's ciphertext is
     * deleted when the token is revoked.
     */
    ciphertext: text('ciphertext'),
    keyId: text('key_id').notNull(),
    createdByEmail: text('created_by_email'),
    createdByName: text('created_by_name'),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    uniqueIndex('tokens_live_hash_key').on(table.tokenHash).where(sql`revoked_at is null`),
    uniqueIndex('tokens_live_name_key').on(table.teamId, table.name).where(sql`revoked_at is null`),
    unique('tokens_team_id_key').on(table.teamId, table.id),
    check('tokens_scope_known', isOneOfWords('scope', TOKEN_ACCESS_MODES)),
    check('tokens_live_has_ciphertext', sql`(revoked_at is null) = (ciphertext is not null)`),
  ],
);

/** When a token was last used. */
export const tokenUses = pgTable(
  'token_uses',
  {
    teamId: teamId(),
    tokenId: uuid('token_id').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.tokenId] }),
    teamForeignKey('token_uses_token_fk', table, table.tokenId, tokens),
  ],
);

/**
 * A team's row for locks: it is locked by work that must not run twice at once for the team. A separate row
 * is locked, because on a cluster every node has a copy of the team's own row, and one team's lock would make
 * all teams wait.
 */
export const teamLocks = pgTable('team_locks', {
  teamId: teamId()
    .primaryKey()
    .references(() => teams.id),
});
