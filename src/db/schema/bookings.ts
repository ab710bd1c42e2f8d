import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
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
import type { PaymentPlan } from '../../domain/folio/payment-plan.ts';
import type { PriceAdjustment } from '../../domain/pricing/adjustments.ts';
import type { ChosenExtra } from '../../domain/pricing/extras.ts';
import type { PriceLine } from '../../domain/pricing/lines.ts';
import {
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  type BookingSource,
  CHANNEL_SOURCE_PATTERN,
  PRICE_AGREEMENTS,
} from '../../domain/vocabulary.ts';
import { DO_TOTALS_ADD_UP_SQL, IS_PARTY_IN_RANGE_SQL, IS_REFUND_DUE_SQL } from './booking-conditions.ts';
import { coupons } from './charges.ts';
import {
  cents,
  customFields,
  externalReference,
  id,
  instant,
  isOneOfWords,
  language,
  stayDate,
  teamForeignKey,
  teamId,
  text,
  times,
  word,
} from './columns.ts';
import { guests } from './guests.ts';
import { listings, units } from './listings.ts';

export const bookings = pgTable(
  'bookings',
  {
    teamId: teamId(),
    id: id(),
    confirmationCode: text('confirmation_code').notNull(),
    listingId: uuid('listing_id').notNull(),
    /** Null for a booking of a whole building. */
    unitId: uuid('unit_id'),
    wholeBuilding: boolean('whole_building').notNull(),
    guestId: uuid('guest_id').notNull(),
    status: word('status', BOOKING_STATUSES).notNull(),
    source: text('source').$type<BookingSource>().notNull(),
    checkIn: stayDate('check_in').notNull(),
    checkOut: stayDate('check_out').notNull(),
    /** Adults and children, without infants. */
    numberOfGuests: integer('number_of_guests').notNull(),
    // Children, infants and pets have defaults in the database: an earlier version can still insert bookings.
    /** On the day of arrival, ascending. */
    childrenAges: smallint('children_ages').array().notNull().default([]),
    /** How many of the children were infants when the booking was made: the youngest ones. */
    infants: smallint('infants').notNull().default(0),
    pets: smallint('pets').notNull().default(0),
    /** The optional fees that the guest chose, by code. Read and written as a whole. */
    extras: jsonb('extras').$type<ChosenExtra[]>().notNull().default([]),
    /** Nights kept free around a stay, as the listing had it when the booking was made. */
    preparationDays: integer('preparation_days').notNull(),
    currency: text('currency').notNull(),
    accommodationTotalCents: cents('accommodation_total_cents').notNull(),
    discountTotalCents: cents('discount_total_cents').notNull(),
    feesTotalCents: cents('fees_total_cents').notNull(),
    taxesTotalCents: cents('taxes_total_cents').notNull(),
    grandTotalCents: cents('grand_total_cents').notNull(),
    /** Of its payments, less what was refunded. Stored for an index. */
    paidCents: cents('paid_cents').notNull().default(0),
    /** As calculated when the booking was made. Read and written as a whole. */
    priceLines: jsonb('price_lines').$type<PriceLine[]>().notNull(),
    /** Null if the price follows from the rates. */
    priceAgreed: word('price_agreed', PRICE_AGREEMENTS),
    /** Lines that the team added by hand. `priceLines` and the totals already include them. */
    adjustments: jsonb('adjustments').$type<readonly PriceAdjustment[]>().notNull().default([]),
    /** Null if the plan follows from the team's terms. */
    paymentPlan: jsonb('payment_plan').$type<PaymentPlan>(),
    /** In lower case. A coupon counts as redeemed while its booking is live. */
    couponKey: text('coupon_key'),
    notes: text('notes'),
    specialRequests: text('special_requests'),
    /** Null if invoices are addressed to the guest. */
    billingName: text('billing_name'),
    billingAddress: text('billing_address'),
    /** The number in another system, unique together with the source. It stays when the guest is erased. */
    externalReference: externalReference(),
    customFields: customFields(),
    /** Null for the team's first. */
    language: language(),
    cancellationReason: text('cancellation_reason'),
    /** As they were when the booking was made. */
    cancellationPolicy: jsonb('cancellation_policy').$type<CancellationPolicy>(),
    cancellationFeeCents: cents('cancellation_fee_cents'),
    expiresAt: instant('expires_at'),
    /**
     * A keyed hash of the internet address of a request from the booking site, kept while the booking is
     * pending, to limit how many requests of one address wait for the team.
     */
    ipHash: text('ip_hash'),
    /** A pinned booking is not moved to make room for others. */
    unitPinned: boolean('unit_pinned').notNull(),
    /**
     * The feed and the event's UID, if the booking is of a feed's event. Deleting the feed clears `feedId`
     * only. Only the migrations have its foreign key, because calendar feeds are an option's.
     */
    feedId: uuid('feed_id'),
    feedUid: text('feed_uid'),
    /** Made of the event's block, so that calendars show it as they did the block. */
    isOfFeedBlock: boolean('is_of_feed_block').notNull().default(false),
    confirmedAt: instant('confirmed_at'),
    /**
     * Whether messages invite the guest by their calendar files. False for imports, and for stays that
     * version 2 confirmed: their files were published, and a calendar takes updates only of the same kind.
     */
    calendarInvited: boolean('calendar_invited').notNull().default(false),
    cancelledAt: instant('cancelled_at'),
    completedAt: instant('completed_at'),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('bookings_confirmation_code_key').on(table.teamId, table.confirmationCode),
    uniqueIndex('bookings_external_reference_key')
      .on(table.teamId, table.externalReference, table.source)
      .where(sql`external_reference is not null`),
    // For finding codes in upper or lower case.
    index('bookings_code_in_any_case_idx').on(table.teamId, sql`lower(confirmation_code)`),
    teamForeignKey('bookings_listing_fk', table, table.listingId, listings),
    foreignKey({
      name: 'bookings_unit_fk',
      columns: [table.teamId, table.listingId, table.unitId],
      foreignColumns: [units.teamId, units.listingId, units.id],
    }),
    teamForeignKey('bookings_guest_fk', table, table.guestId, guests),
    foreignKey({
      name: 'bookings_coupon_fk',
      columns: [table.teamId, table.couponKey],
      foreignColumns: [coupons.teamId, coupons.codeKey],
    }),
    // For lists of bookings, newest first, with the columns of their filters, so that PostgreSQL reads no row
    // in vain.
    index('bookings_newest_idx').on(
      table.teamId,
      table.createdAt,
      table.id,
      table.status,
      table.source,
      table.checkIn,
      table.updatedAt,
    ),
    index('bookings_status_idx').on(table.teamId, table.status, table.createdAt, table.id),
    index('bookings_listing_idx').on(table.teamId, table.listingId, table.createdAt, table.id),
    index('bookings_guest_idx').on(table.teamId, table.guestId, table.createdAt, table.id),
    index('bookings_check_in_idx').on(table.teamId, table.checkIn, table.createdAt),
    index('bookings_updated_idx').on(table.teamId, table.updatedAt, table.createdAt),
    // For counting a coupon's redemptions (its live bookings), and for refusing to delete a coupon in use. It
    // has every column of the count, so that no row is read.
    index('bookings_coupon_idx')
      .on(table.teamId, table.couponKey, table.status, table.expiresAt, table.id)
      .where(sql`coupon_key is not null`),
    // For comparing a feed's bookings with its events.
    index('bookings_feed_idx').on(table.teamId, table.feedId, table.checkOut).where(sql`feed_id is not null`),
    // The requests that wait for the team, as the day page sorts them.
    index('bookings_pending_idx')
      .on(table.teamId, table.expiresAt, table.createdAt, table.id)
      .where(sql`status = 'pending'`),
    index('bookings_site_waiting_idx')
      .on(table.teamId, table.guestId, table.expiresAt)
      .where(sql`status = 'pending' and source = 'booking_site'`),
    // For the refunds that are due, on the day page.
    index('bookings_refund_due_idx').on(table.teamId, table.updatedAt, table.id).where(IS_REFUND_DUE_SQL),
    // The monthly report finds fees by the day of cancellation.
    index('bookings_cancellation_fee_idx')
      .on(table.teamId, table.cancelledAt)
      .where(sql`cancellation_fee_cents > 0`),
    // For the job that completes the bookings of all teams.
    index('bookings_due_idx').on(table.checkOut).where(sql`status = 'confirmed'`),
    // For the job that cancels the lapsed holds of all teams.
    index('bookings_lapse_idx')
      .on(table.expiresAt, table.id)
      .where(sql`status = 'pending' and expires_at is not null`),
    check('bookings_status_known', isOneOfWords('status', BOOKING_STATUSES)),
    check(
      'bookings_source_known',
      sql`${isOneOfWords('source', BOOKING_SOURCES)} or source ~ ${sql.raw(`'${CHANNEL_SOURCE_PATTERN}'`)}`,
    ),
    check('bookings_price_agreed_known', isOneOfWords('price_agreed', PRICE_AGREEMENTS)),
    check('bookings_dates_in_order', sql`check_out > check_in`),
    check('bookings_guests_in_range', sql`number_of_guests between 1 and 1000`),
    check('bookings_party_in_range', IS_PARTY_IN_RANGE_SQL),
    check('bookings_preparation_days_not_negative', sql`preparation_days >= 0`),
    check('bookings_whole_or_unit', sql`whole_building = (unit_id is null)`),
    check(
      'bookings_amounts_not_negative',
      sql`least(accommodation_total_cents, discount_total_cents, fees_total_cents, taxes_total_cents, grand_total_cents) >= 0`,
    ),
    check('bookings_totals_add_up', DO_TOTALS_ADD_UP_SQL),
    check('bookings_cancellation_fee_not_negative', sql`cancellation_fee_cents >= 0`),
    // A confirmed booking must never lapse, even if an earlier version confirmed it.
    check('bookings_hold_not_confirmed', sql`expires_at is null or status in ('pending', 'cancelled')`),
    check('bookings_cancelled_has_time', sql`(status = 'cancelled') = (cancelled_at is not null)`),
    check('bookings_completed_has_time', sql`(status = 'completed') = (completed_at is not null)`),
  ],
);

/** Nights that nobody can book, for example for the owner's stay or repairs. */
export const blocks = pgTable(
  'blocks',
  {
    teamId: teamId(),
    id: id(),
    listingId: uuid('listing_id').notNull(),
    unitId: uuid('unit_id').notNull(),
    startDate: stayDate('start_date').notNull(),
    endDate: stayDate('end_date').notNull(),
    reason: text('reason'),
    /** The name of the feed that made the block, also if the block was imported from a team file. */
    source: text('source'),
    /** The UID of the feed's event. */
    uid: text('uid'),
    /**
     * The dates of the event, which may begin before the block or end after it. Null if a person made the
     * block, or an earlier version made it and no reading has followed.
     */
    eventStartDate: stayDate('event_start_date'),
    eventEndDate: stayDate('event_end_date'),
    /** Texts of the event: personal data of its guest. */
    summary: text('summary'),
    description: text('description'),
    link: text('link'),
    /** Null for a block that a person made. Only the migrations have its foreign key. */
    feedId: uuid('feed_id'),
    createdAt: instant('created_at').notNull(),
    // A default, so that an earlier version can still insert blocks.
    updatedAt: instant('updated_at').notNull().default(sql`date_trunc('second', now())`),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    foreignKey({
      name: 'blocks_unit_fk',
      columns: [table.teamId, table.listingId, table.unitId],
      foreignColumns: [units.teamId, units.listingId, units.id],
    }),
    index('blocks_feed_idx').on(table.teamId, table.feedId, table.endDate).where(sql`feed_id is not null`),
    // For systems that copy blocks and ask for changes.
    index('blocks_updated_idx').on(table.teamId, table.updatedAt, table.id),
    index('blocks_listing_idx').on(table.teamId, table.listingId, table.startDate),
    // The order of the list of blocks, with the columns of its filters.
    index('blocks_start_idx').on(table.teamId, table.startDate, table.id, table.endDate, table.listingId),
    // For the days on which channels' guests arrive, stay or leave: they leave on the event's end.
    index('blocks_event_days_idx')
      .using('gist', table.teamId, sql`daterange(event_start_date, event_end_date, '[]')`)
      .where(sql`event_start_date is not null`),
    check('blocks_dates_in_order', sql`end_date > start_date`),
    check('blocks_event_dates_in_order', sql`event_end_date > event_start_date`),
  ],
);

/**
 * The nights `[start_date, end_date)` on which a unit is taken, including a booking's preparation nights. The
 * constraint `occupancies_no_overlap`, written by hand in the migrations, makes double bookings impossible.
 */
export const occupancies = pgTable(
  'occupancies',
  {
    teamId: teamId(),
    unitId: uuid('unit_id').notNull(),
    startDate: stayDate('start_date').notNull(),
    endDate: stayDate('end_date').notNull(),
    bookingId: uuid('booking_id'),
    blockId: uuid('block_id'),
    /** Copied from the booking, so that reads leave out lapsed holds without a join. */
    expiresAt: instant('expires_at'),
    /** When the nights last changed. Null for a row of an earlier version. */
    changedAt: instant('changed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.unitId, table.startDate] }),
    teamForeignKey('occupancies_unit_fk', table, table.unitId, units),
    teamForeignKey('occupancies_booking_fk', table, table.bookingId, bookings),
    teamForeignKey('occupancies_block_fk', table, table.blockId, blocks),
    // A search reads all occupancies of a team in a window of nights, however many units the team has.
    index('occupancies_nights_idx').using('gist', table.teamId, sql`daterange(start_date, end_date, '[)')`),
    index('occupancies_booking_idx').on(table.teamId, table.bookingId).where(sql`booking_id is not null`),
    index('occupancies_block_idx').on(table.teamId, table.blockId).where(sql`block_id is not null`),
    check('occupancies_dates_in_order', sql`end_date > start_date`),
    check('occupancies_booking_or_block', sql`(booking_id is null) <> (block_id is null)`),
  ],
);
