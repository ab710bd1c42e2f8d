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
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PriceLine } from '../../domain/price-line.ts';
import {
  ACTOR_TYPES,
  type ActorType,
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  type BookingSource,
  type BookingStatus,
  EVENT_TYPES,
  type EventType,
} from '../../domain/vocabulary.ts';
import { coupons } from './charges.ts';
import { cents, condition, id, instant, oneOf, stayDate, teamId, text, times } from './columns.ts';
import { guests } from './guests.ts';
import { listings, units } from './listings.ts';

export const bookings = pgTable(
  'bookings',
  {
    teamId: teamId(),
    id: id(),
    confirmationCode: text('confirmation_code').notNull(),
    listingId: uuid('listing_id').notNull(),
    /** Null for a whole building. */
    unitId: uuid('unit_id'),
    wholeBuilding: boolean('whole_building').notNull(),
    guestId: uuid('guest_id').notNull(),
    status: text('status').$type<BookingStatus>().notNull(),
    source: text('source').$type<BookingSource>().notNull(),
    checkIn: stayDate('check_in').notNull(),
    checkOut: stayDate('check_out').notNull(),
    numberOfGuests: integer('number_of_guests').notNull(),
    /** The number that the booking was made with: changing the listing's rule touches no booking. */
    preparationDays: integer('preparation_days').notNull(),
    currency: text('currency').notNull(),
    accommodationTotalCents: cents('accommodation_total_cents').notNull(),
    discountTotalCents: cents('discount_total_cents').notNull(),
    feesTotalCents: cents('fees_total_cents').notNull(),
    taxesTotalCents: cents('taxes_total_cents').notNull(),
    grandTotalCents: cents('grand_total_cents').notNull(),
    /** The price's lines as they were when it was made: a snapshot, always read and written whole. */
    priceLines: jsonb('price_lines').$type<PriceLine[]>().notNull(),
    /** The coupon that it took, by its code in lower case; a redemption while the booking is live. */
    couponKey: text('coupon_key'),
    notes: text('notes'),
    specialRequests: text('special_requests'),
    cancellationReason: text('cancellation_reason'),
    confirmedAt: instant('confirmed_at'),
    cancelledAt: instant('cancelled_at'),
    completedAt: instant('completed_at'),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('bookings_confirmation_code_key').on(table.teamId, table.confirmationCode),
    foreignKey({
      name: 'bookings_listing_fk',
      columns: [table.teamId, table.listingId],
      foreignColumns: [listings.teamId, listings.id],
    }),
    foreignKey({
      name: 'bookings_unit_fk',
      columns: [table.teamId, table.listingId, table.unitId],
      foreignColumns: [units.teamId, units.listingId, units.id],
    }),
    foreignKey({
      name: 'bookings_guest_fk',
      columns: [table.teamId, table.guestId],
      foreignColumns: [guests.teamId, guests.id],
    }),
    foreignKey({
      name: 'bookings_coupon_fk',
      columns: [table.teamId, table.couponKey],
      foreignColumns: [coupons.teamId, coupons.codeKey],
    }),
    // A list is read backwards, newest first. What it may be filtered by is part of the index, so that rows which do
    // not match are never read.
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
    // A redemption is a live booking with the coupon.
    index('bookings_redemptions_idx')
      .on(table.teamId, table.couponKey)
      .where(sql`coupon_key is not null and status <> 'cancelled'`),
    // What the sweep that completes bookings reads, over all teams.
    index('bookings_due_idx').on(table.checkOut).where(sql`status = 'confirmed'`),
    check('bookings_status_known', oneOf('status', BOOKING_STATUSES)),
    check('bookings_source_known', oneOf('source', BOOKING_SOURCES)),
    check('bookings_dates_in_order', condition('check_out > check_in')),
    check('bookings_guests_in_range', condition('number_of_guests between 1 and 1000')),
    check('bookings_preparation_days_not_negative', condition('preparation_days >= 0')),
    check('bookings_whole_or_unit', condition('whole_building = (unit_id is null)')),
    check(
      'bookings_amounts_not_negative',
      condition(
        'least(accommodation_total_cents, discount_total_cents, fees_total_cents, taxes_total_cents, grand_total_cents) >= 0',
      ),
    ),
    check(
      'bookings_totals_add_up',
      condition(
        'grand_total_cents = accommodation_total_cents - discount_total_cents + fees_total_cents + taxes_total_cents',
      ),
    ),
    check('bookings_cancelled_has_time', condition("(status = 'cancelled') = (cancelled_at is not null)")),
    check('bookings_completed_has_time', condition("(status = 'completed') = (completed_at is not null)")),
  ],
);

/** Nights of one unit that nobody can book: the owner's stay, repairs. */
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
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    foreignKey({
      name: 'blocks_unit_fk',
      columns: [table.teamId, table.listingId, table.unitId],
      foreignColumns: [units.teamId, units.listingId, units.id],
    }),
    index('blocks_listing_idx').on(table.teamId, table.listingId, table.startDate),
    // A list is read in this order; what it may be filtered by is part of the index.
    index('blocks_start_idx').on(table.teamId, table.startDate, table.id, table.endDate, table.listingId),
    check('blocks_dates_in_order', condition('end_date > start_date')),
  ],
);

/**
 * A unit taken for a range of nights, `[start_date, end_date)`, by a booking (its preparation nights included) or a
 * block. The constraint `occupancies_no_overlap`, written by hand in the migrations, is what makes a double booking
 * impossible.
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
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.unitId, table.startDate] }),
    foreignKey({
      name: 'occupancies_unit_fk',
      columns: [table.teamId, table.unitId],
      foreignColumns: [units.teamId, units.id],
    }),
    foreignKey({
      name: 'occupancies_booking_fk',
      columns: [table.teamId, table.bookingId],
      foreignColumns: [bookings.teamId, bookings.id],
    }),
    foreignKey({
      name: 'occupancies_block_fk',
      columns: [table.teamId, table.blockId],
      foreignColumns: [blocks.teamId, blocks.id],
    }),
    index('occupancies_booking_idx').on(table.teamId, table.bookingId).where(sql`booking_id is not null`),
    index('occupancies_block_idx').on(table.teamId, table.blockId).where(sql`block_id is not null`),
    check('occupancies_dates_in_order', condition('end_date > start_date')),
    check('occupancies_booking_or_block', condition('(booking_id is null) <> (block_id is null)')),
  ],
);

/** What happened to a booking. `number` counts up in each booking and orders its events. */
export const bookingEvents = pgTable(
  'booking_events',
  {
    teamId: teamId(),
    bookingId: uuid('booking_id').notNull(),
    number: integer('number').notNull(),
    id: id(),
    type: text('type').$type<EventType>().notNull(),
    actorType: text('actor_type').$type<ActorType>().notNull(),
    actorName: text('actor_name'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.bookingId, table.number] }),
    unique('booking_events_id_key').on(table.teamId, table.id),
    foreignKey({
      name: 'booking_events_booking_fk',
      columns: [table.teamId, table.bookingId],
      foreignColumns: [bookings.teamId, bookings.id],
    }),
    check('booking_events_type_known', oneOf('type', EVENT_TYPES)),
    check('booking_events_actor_known', oneOf('actor_type', ACTOR_TYPES)),
  ],
);
