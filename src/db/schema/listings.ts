import { sql } from 'drizzle-orm';
import {
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
import type { Amenity } from '../../domain/amenities.ts';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import type { HouseRules } from '../../domain/house-rules.ts';
import type { Room } from '../../domain/listing.ts';
import { LISTING_KINDS, LISTING_STATUSES, PROPERTY_TYPES, RESEATING_MODES } from '../../domain/vocabulary.ts';
import {
  cents,
  customFields,
  daySpans,
  externalReference,
  id,
  instant,
  isOneOfWords,
  stayDate,
  teamForeignKey,
  teamId,
  text,
  times,
  word,
} from './columns.ts';
import { teams } from './teams.ts';

/** What a team sells: a standalone place, a building, or a building's unit type, with its rates and rules. */
export const listings = pgTable(
  'listings',
  {
    teamId: teamId().references(() => teams.id),
    id: id(),
    slug: text('slug').notNull(),
    kind: word('kind', LISTING_KINDS).notNull(),
    buildingId: uuid('building_id'),
    wholeBuildingBookable: boolean('whole_building_bookable').notNull(),
    publicTitle: text('public_title').notNull(),
    nickname: text('nickname'),
    status: word('status', LISTING_STATUSES).notNull(),
    listedOnSite: boolean('listed_on_site').notNull(),
    propertyType: word('property_type', PROPERTY_TYPES).notNull(),
    maxGuests: integer('max_guests').notNull(),
    /**
     * The most children who may stay, not counting infants, or null if only the number of guests limits the
     * children.
     */
    maxChildren: integer('max_children'),
    maxInfants: integer('max_infants'),
    // The column has a default in the database, so that an earlier version of the service can still insert
    // listings.
    /** Null only for a unit type: then its building's decides. */
    maxPets: smallint('max_pets').default(0),
    bedroomsCount: integer('bedrooms_count').notNull(),
    bedsCount: integer('beds_count').notNull(),
    bathroomsCount: integer('bathrooms_count').notNull(),
    bathroomsHalf: boolean('bathrooms_half').notNull(),
    currency: text('currency').notNull(),
    timezone: text('timezone').notNull(),
    checkInTime: text('check_in_time').notNull(),
    checkOutTime: text('check_out_time').notNull(),
    street: text('street'),
    city: text('city'),
    state: text('state'),
    postcode: text('postcode'),
    country: text('country'),
    latitude: text('latitude'),
    longitude: text('longitude'),
    headline: text('headline'),
    description: text('description'),
    // Columns with defaults in the database, so that an earlier version of the service can still insert
    // listings.
    amenities: jsonb('amenities').$type<Amenity[]>().notNull().default([]),
    /** House rules, such as quiet hours, each null if the listing does not have the rule. */
    houseRules: jsonb('house_rules').$type<HouseRules>(),
    rooms: jsonb('rooms').$type<Room[]>().notNull().default([]),
    nightlyCents: cents('nightly_cents').notNull(),
    weekendNightlyCents: cents('weekend_nightly_cents'),
    /** The weekdays as ISO numbers: 1 is Monday. */
    weekendDays: smallint('weekend_days').array().notNull(),
    /** The number of guests that the nightly rate includes, or null if it includes all of them. */
    includedGuests: integer('included_guests'),
    extraGuestNightlyCents: cents('extra_guest_nightly_cents').notNull(),
    /** The nightly rate for an extra child, or null if an extra child costs as much as an extra adult. */
    extraChildNightlyCents: cents('extra_child_nightly_cents'),
    minStay: integer('min_stay'),
    maxStay: integer('max_stay'),
    advanceNoticeDays: integer('advance_notice_days'),
    bookingWindowDays: integer('booking_window_days'),
    preparationDays: integer('preparation_days').notNull(),
    securityDepositCents: cents('security_deposit_cents'),
    registrationNumber: text('registration_number'),
    /** What guests of a confirmed booking need to arrive, which the booking site shows to nobody else. */
    arrivalInstructions: text('arrival_instructions'),
    /** The listing's own cancellation policy, or null to use that of its building or team. */
    cancellationPolicy: jsonb('cancellation_policy').$type<CancellationPolicy>(),
    /**
     * Whether the listing's bookings may be moved to other units to make room, or null to use the team's
     * setting.
     */
    reseating: word('reseating', RESEATING_MODES),
    externalReference: externalReference(),
    customFields: customFields(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('listings_slug_key').on(table.teamId, table.slug),
    // A unique index instead of a key: an update of a key column would lock out bookings, which refer to the
    // listing's keys.
    uniqueIndex('listings_external_reference_key')
      .on(table.teamId, table.externalReference)
      .where(sql`external_reference is not null`),
    teamForeignKey('listings_building_fk', table, table.buildingId, table),
    // An index in the order in which the list of listings is sorted, with the columns of its filters.
    index('listings_title_idx').on(
      table.teamId,
      table.publicTitle,
      table.slug,
      table.status,
      table.kind,
      table.id,
    ),
    index('listings_building_idx').on(table.teamId, table.buildingId).where(sql`building_id is not null`),
    check('listings_slug_is_dns_label', sql`slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'`),
    check('listings_kind_known', isOneOfWords('kind', LISTING_KINDS)),
    check('listings_status_known', isOneOfWords('status', LISTING_STATUSES)),
    check('listings_property_type_known', isOneOfWords('property_type', PROPERTY_TYPES)),
    check('listings_unit_type_has_building', sql`(building_id is not null) = (kind = 'unit_type')`),
    check('listings_not_its_own_building', sql`building_id <> id`),
    check('listings_whole_is_building', sql`not whole_building_bookable or kind = 'building'`),
    check('listings_currency_is_code', sql`currency ~ '^[A-Z]{3}$'`),
    check(
      'listings_times_of_day',
      sql`check_in_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and check_out_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`,
    ),
    check(
      'listings_counts_in_range',
      sql`max_guests between 1 and 1000 and least(bedrooms_count, beds_count, bathrooms_count, preparation_days) >= 0 and included_guests >= 0`,
    ),
    check(
      'listings_party_in_range',
      sql`max_children >= 0 and max_children <= 1000 and max_infants between 0 and 1000 and max_pets between 0 and 100`,
    ),
    check('listings_extra_child_not_negative', sql`extra_child_nightly_cents >= 0`),
    check(
      'listings_amounts_not_negative',
      sql`least(nightly_cents, weekend_nightly_cents, extra_guest_nightly_cents, security_deposit_cents) >= 0`,
    ),
    check(
      'listings_weekend_days_are_weekdays',
      sql`weekend_days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[] and array_position(weekend_days, null) is null`,
    ),
    check('listings_stay_rules_in_range', sql`min_stay >= 1 and max_stay >= 1`),
    check('listings_reseating_known', isOneOfWords('reseating', RESEATING_MODES)),
    check('listings_days_not_negative', sql`advance_notice_days >= 0 and booking_window_days >= 0`),
  ],
);

/**
 * A physical place that one booking occupies at a time, such as a flat or a room. Units never belong to a
 * building's own listing, but to its unit types.
 */
export const units = pgTable(
  'units',
  {
    teamId: teamId(),
    id: id(),
    listingId: uuid('listing_id').notNull(),
    name: text('name').notNull(),
    active: boolean('active').notNull(),
    externalReference: externalReference(),
    customFields: customFields(),
    // The column has a default in the database, so that an earlier version of the service can still insert
    // units.
    updatedAt: instant('updated_at').notNull().default(sql`date_trunc('second', now())`),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    uniqueIndex('units_external_reference_key')
      .on(table.teamId, table.externalReference)
      .where(sql`external_reference is not null`),
    unique('units_name_key').on(table.teamId, table.listingId, table.name),
    // The foreign keys of bookings and blocks need a unique key of listing and unit, so that their unit
    // always belongs to their listing.
    unique('units_of_listing_key').on(table.teamId, table.listingId, table.id),
    teamForeignKey('units_listing_fk', table, table.listingId, listings),
  ],
);

/**
 * The days on which each unit could be sold: on which it, its listing and its listing's building were active, as they were
 * at the end of the day. A unit that an earlier version of the service inserted has no row: it counts as it is now.
 */
export const sellableDays = pgTable(
  'sellable_days',
  {
    teamId: teamId(),
    unitId: uuid('unit_id').notNull(),
    days: daySpans('days').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.unitId] }),
    teamForeignKey('sellable_days_unit_fk', table, table.unitId, units),
  ],
);

export const photos = pgTable(
  'photos',
  {
    teamId: teamId(),
    id: id(),
    listingId: uuid('listing_id').notNull(),
    isFeatured: boolean('is_featured').notNull(),
    sortOrder: integer('sort_order').notNull(),
    width: integer('width'),
    height: integer('height'),
    thumbnailUrl: text('thumbnail_url'),
    mediumUrl: text('medium_url'),
    originalUrl: text('original_url'),
    caption: text('caption'),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    teamForeignKey('photos_listing_fk', table, table.listingId, listings),
    index('photos_listing_idx').on(table.teamId, table.listingId, table.sortOrder, table.id),
    check('photos_sizes_not_negative', sql`width >= 0 and height >= 0`),
  ],
);

/**
 * A season: a period in which a listing has its own rates and stay rules. A season includes its first and its last
 * date, and the seasons of a listing never overlap.
 */
export const seasons = pgTable(
  'seasons',
  {
    teamId: teamId(),
    listingId: uuid('listing_id').notNull(),
    startDate: stayDate('start_date').notNull(),
    endDate: stayDate('end_date').notNull(),
    name: text('name').notNull(),
    nightlyCents: cents('nightly_cents'),
    weekendNightlyCents: cents('weekend_nightly_cents'),
    minStay: integer('min_stay'),
    maxStay: integer('max_stay'),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.listingId, table.startDate] }),
    teamForeignKey('seasons_listing_fk', table, table.listingId, listings),
    check('seasons_dates_in_order', sql`end_date >= start_date`),
    check('seasons_amounts_not_negative', sql`least(nightly_cents, weekend_nightly_cents) >= 0`),
    check('seasons_stay_rules_in_range', sql`min_stay >= 1 and max_stay >= 1`),
  ],
);

/** A day override: terms of one day of a listing, in place of those of its season or listing. */
export const dayOverrides = pgTable(
  'day_overrides',
  {
    teamId: teamId(),
    listingId: uuid('listing_id').notNull(),
    date: stayDate('date').notNull(),
    nightlyCents: cents('nightly_cents'),
    minStay: integer('min_stay'),
    maxStay: integer('max_stay'),
    closedForArrival: boolean('closed_for_arrival').notNull(),
    closedForDeparture: boolean('closed_for_departure').notNull(),
    closed: boolean('closed').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.listingId, table.date] }),
    teamForeignKey('day_overrides_listing_fk', table, table.listingId, listings),
    // An index for finding all day overrides of a team between two days.
    index('day_overrides_date_idx').on(table.teamId, table.date),
    check('day_overrides_amounts_not_negative', sql`nightly_cents >= 0`),
    check('day_overrides_stay_rules_in_range', sql`min_stay >= 1 and max_stay >= 1`),
  ],
);
