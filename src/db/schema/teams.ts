/**
 * The first six tables, and the one of roles, are read before the team of a request is known. On a Citus
 * cluster each node has a copy of them, so they have no foreign key to tables of one team (docs/rules.md, 5.7).
 * Values of teams and tokens that change often, and rows that are locked, have tables of their own, because a
 * copied table is slow to change.
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
import type { StoredFactor } from '../../domain/access/factors.ts';
import { DEFAULT_ROLE } from '../../domain/access/permissions.ts';
import { DEFAULT_ARRIVAL_DAYS_BEFORE } from '../../domain/arrival.ts';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import type { Contact } from '../../domain/contact.ts';
import type { InvoiceDetails } from '../../domain/folio/invoice-details.ts';
import { DEFAULT_INFANT_AGE } from '../../domain/party.ts';
import { DEFAULT_LANGUAGES, type TeamLanguages, type TeamText } from '../../domain/translations.ts';
import {
  INVOICE_NUMBERINGS,
  type MemberMailKind,
  RESEATING_MODES,
  SITE_BOOKING_MODES,
  SITE_CANCELLATION_MODES,
  TOKEN_ACCESS_MODES,
} from '../../domain/vocabulary.ts';
import { instant, isOneOfWords, teamForeignKey, teamId, text, times, translations, word } from './columns.ts';

export const teams = pgTable(
  'teams',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    currency: text('currency').notNull(),
    timezone: text('timezone').notNull(),
    enforceTokenScope: boolean('enforce_token_scope').notNull(),
    /** The team's pages open only to sessions that have a factor. */
    requireSecondFactor: boolean('require_second_factor').notNull().default(false),
    depositPpm: integer('deposit_ppm').notNull(),
    balanceDueDays: integer('balance_due_days').notNull(),
    cancellationPolicy: jsonb('cancellation_policy').$type<CancellationPolicy>(),
    siteBookings: word('site_bookings', SITE_BOOKING_MODES).notNull(),
    siteHoldMinutes: integer('site_hold_minutes').notNull(),
    // Defaults, so that an earlier version can still insert teams.
    siteMaxNights: integer('site_max_nights').notNull().default(30),
    /** The age from which a child no longer counts as an infant. */
    infantAge: smallint('infant_age').notNull().default(DEFAULT_INFANT_AGE),
    calendarsShowRequests: boolean('calendars_show_requests').notNull().default(false),
    reseating: word('reseating', RESEATING_MODES).notNull(),
    unitFixedDays: integer('unit_fixed_days').notNull(),
    siteCancellation: word('site_cancellation', SITE_CANCELLATION_MODES).notNull().default('off'),
    /** The sender's name and the address for replies of the team's emails, or null for the team's own. */
    mailFromName: text('mail_from_name'),
    mailReplyTo: text('mail_reply_to'),
    /** Shown to guests on the booking site. */
    contact: jsonb('contact').$type<Contact>(),
    privacyUrl: text('privacy_url'),
    termsUrl: text('terms_url'),
    imprint: text('imprint'),
    /** The sentence below the team's name on its booking site, or null for one about its places. */
    siteSentence: text('site_sentence'),
    /** Above the sentence, or null for the team's name. */
    siteHeadline: text('site_headline'),
    /** Such as `#1f6f5c`, or null for Innkeep's own colour. */
    siteColor: text('site_color'),
    /** Paths of stored pictures. The smaller ones are made of the first of their kind (docs/rules.md, 15.16). */
    logoUrl: text('logo_url'),
    iconUrl: text('icon_url'),
    touchIconUrl: text('touch_icon_url'),
    coverUrl: text('cover_url'),
    coverMediumUrl: text('cover_medium_url'),
    coverThumbnailUrl: text('cover_thumbnail_url'),
    /** What guests read about how to pay. */
    paymentInstructions: text('payment_instructions'),
    /** A page on which guests pay, with placeholders for the booking and the amount. */
    paymentLink: text('payment_link'),
    /** How many days before check-in guests see what they need to arrive. */
    arrivalDaysBefore: smallint('arrival_days_before').notNull().default(DEFAULT_ARRIVAL_DAYS_BEFORE),
    invoicePrefix: text('invoice_prefix'),
    invoiceNumbering: word('invoice_numbering', INVOICE_NUMBERINGS).notNull().default('booking'),
    /** Null if credit notes are numbered with the invoices. */
    creditNotePrefix: text('credit_note_prefix'),
    /** The seller on the team's invoices. */
    invoiceDetails: jsonb('invoice_details').$type<InvoiceDetails>(),
    /** Those that guests can read. The first is that of the team's own texts. */
    languages: jsonb('languages').$type<TeamLanguages>().notNull().default(DEFAULT_LANGUAGES),
    translations: translations<TeamText>(),
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
    check('teams_arrival_days_before_in_range', sql`arrival_days_before between 0 and 60`),
    check('teams_invoice_numbering_known', isOneOfWords('invoice_numbering', INVOICE_NUMBERINGS)),
    check('teams_site_cancellation_known', isOneOfWords('site_cancellation', SITE_CANCELLATION_MODES)),
    check('teams_site_color_is_hexadecimal', sql`site_color ~ '^#[0-9a-f]{6}$'`),
  ],
);

export const people = pgTable(
  'people',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** In lower case, because emails are compared without regard to case. */
    emailKey: text('email_key').notNull(),
    name: text('name').notNull(),
    /** A PHC string of argon2id, or null until the person has chosen a password. */
    passwordHash: text('password_hash'),
    /** Authenticator apps. Their last accepted steps, which change often, are in a table of their own. */
    factors: jsonb('factors').$type<StoredFactor[]>().notNull().default([]),
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
    /** Of the membership. The default is for an earlier version, which inserts none. */
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    /** The code of a role: a given one, or one of the team's own. */
    role: text('role').notNull().default(DEFAULT_ROLE),
    /** To the listings of `access_listings`. */
    isLimited: boolean('is_limited').notNull().default(false),
    /** The messages about the team that the member wants, or null for all. */
    mailKinds: jsonb('mail_kinds').$type<MemberMailKind[]>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.personId] }),
    unique('memberships_team_id_key').on(table.teamId, table.id),
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
    /** That the person gets. */
    role: text('role').notNull().default(DEFAULT_ROLE),
    /** The only listings that the person will see, or null for all. One that is deleted by then is left out. */
    listingIds: uuid('listing_ids').array(),
    /** Only for links of an earlier version. Otherwise the secret is derived from the id. */
    secretHash: text('secret_hash'),
    /** Null if an operator or an earlier version made it. */
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
    /** A code was sent too, of an app or a recovery code. */
    hasFactor: boolean('has_factor').notNull().default(false),
    /** In words, such as `Firefox on Windows`. Null if unknown. */
    browser: text('browser'),
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
    /** Null for a token with a role. */
    access: word('scope', TOKEN_ACCESS_MODES),
    role: text('role'),
    /** To the listings of `access_listings`. */
    isLimited: boolean('is_limited').notNull().default(false),
    /** HMAC-SHA256 of the token under the key `keyId`, for looking up a request's token. */
    tokenHash: text('token_hash').notNull(),
    /**
     * AES-256-GCM of the token under the key `keyId`, so that it can be shown again. Deleted when it is
     * revoked.
     */
    ciphertext: text('ciphertext'),
    keyId: text('key_id').notNull(),
    createdByEmail: text('created_by_email'),
    createdByName: text('created_by_name'),
    /** The token that has made this one, and with which it is revoked. */
    madeByTokenId: uuid('made_by_token_id'),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    uniqueIndex('tokens_live_hash_key').on(table.tokenHash).where(sql`revoked_at is null`),
    uniqueIndex('tokens_live_name_key').on(table.teamId, table.name).where(sql`revoked_at is null`),
    unique('tokens_team_id_key').on(table.teamId, table.id),
    check('tokens_scope_known', isOneOfWords('scope', TOKEN_ACCESS_MODES)),
    check('tokens_scope_or_role', sql`(scope is null) <> (role is null)`),
    check('tokens_limited_has_role', sql`not is_limited or role is not null`),
    check('tokens_live_has_ciphertext', sql`(revoked_at is null) = (ciphertext is not null)`),
  ],
);

/** In a table of its own, because it changes often. */
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
 * One row for each team, locked by work that must not run twice at once. Not a row of `teams`: on a Citus
 * cluster every node has a copy, and a lock there would make all teams wait.
 */
export const teamLocks = pgTable('team_locks', {
  teamId: teamId()
    .primaryKey()
    .references(() => teams.id),
});

/**
 * In a table of its own, because the numbers change often and are locked. From the `gapless` numbers on,
 * every number was drawn: a counter that is raised begins there.
 */
export const invoiceCounters = pgTable(
  'invoice_counters',
  {
    teamId: teamId()
      .primaryKey()
      .references(() => teams.id),
    invoiceNextNumber: bigint('invoice_next_number', { mode: 'number' }).notNull().default(1),
    invoiceGaplessFrom: bigint('invoice_gapless_from', { mode: 'number' }).notNull().default(1),
    creditNoteNextNumber: bigint('credit_note_next_number', { mode: 'number' }).notNull().default(1),
    creditNoteGaplessFrom: bigint('credit_note_gapless_from', { mode: 'number' }).notNull().default(1),
  },
  () => [
    check('invoice_counters_invoices_rise', sql`invoice_next_number >= invoice_gapless_from`),
    check('invoice_counters_credit_notes_rise', sql`credit_note_next_number >= credit_note_gapless_from`),
  ],
);
