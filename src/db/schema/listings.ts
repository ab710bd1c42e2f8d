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
import type { ListingText, NameText, PhotoText } from '../../domain/translations.ts';
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
  translations,
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
    /** Without infants. Null if only the number of guests limits the children. */
    maxChildren: integer('max_children'),
    maxInfants: integer('max_infants'),
    // A default, so that an earlier version can still insert listings.
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
    // Defaults, so that an earlier version can still insert listings.
    amenities: jsonb('amenities').$type<Amenity[]>().notNull().default([]),
    houseRules: jsonb('house_rules').$type<HouseRules>(),
    rooms: jsonb('rooms').$type<Room[]>().notNull().default([]),
    nightlyCents: cents('nightly_cents').notNull(),
    weekendNightlyCents: cents('weekend_nightly_cents'),
    /** ISO numbers: 1 is Monday. */
    weekendDays: smallint('weekend_days').array().notNull(),
    /** Null if the rate includes all guests. */
    includedGuests: integer('included_guests'),
    extraGuestNightlyCents: cents('extra_guest_nightly_cents').notNull(),
    /** Null if an extra child costs as much as an extra adult. */
    extraChildNightlyCents: cents('extra_child_nightly_cents'),
    minStay: integer('min_stay'),
    maxStay: integer('max_stay'),
    advanceNoticeDays: integer('advance_notice_days'),
    bookingWindowDays: integer('booking_window_days'),
    preparationDays: integer('preparation_days').notNull(),
    securityDepositCents: cents('security_deposit_cents'),
    registrationNumber: text('registration_number'),
    /** Shown only to guests of confirmed bookings. */
    arrivalInstructions: text('arrival_instructions'),
    /** Null for the policy of the building or team. */
    cancellationPolicy: jsonb('cancellation_policy').$type<CancellationPolicy>(),
    /** Whether bookings may be moved to other units to make room, or null for the team's setting. */
    reseating: word('reseating', RESEATING_MODES),
    externalReference: externalReference(),
    customFields: customFields(),
    translations: translations<ListingText>(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('listings_slug_key').on(table.teamId, table.slug),
    // An index instead of a key: updating a key's column would lock out bookings, which refer to the
    // listing's keys.
    uniqueIndex('listings_external_reference_key')
      .on(table.teamId, table.externalReference)
      .where(sql`external_reference is not null`),
    teamForeignKey('listings_building_fk', table, table.buildingId, table),
    // The order of the list of listings, with the columns of its filters.
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
 * One booking occupies a unit at a time. A building's units belong to its unit types, never to its own
 * listing.
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
    // A default, so that an earlier version can still insert units.
    updatedAt: instant('updated_at').notNull().default(sql`date_trunc('second', now())`),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    uniqueIndex('units_external_reference_key')
      .on(table.teamId, table.externalReference)
      .where(sql`external_reference is not null`),
    unique('units_name_key').on(table.teamId, table.listingId, table.name),
    // For the foreign keys of bookings and blocks, whose unit always belongs to their listing.
    unique('units_of_listing_key').on(table.teamId, table.listingId, table.id),
    teamForeignKey('units_listing_fk', table, table.listingId, listings),
  ],
);

/**
 * The days on which a unit could be sold: it, its listing and its building were active at the end of the day.
 * A unit of an earlier version has no row: it counts as it is now.
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
    translations: translations<PhotoText>(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    teamForeignKey('photos_listing_fk', table, table.listingId, listings),
    index('photos_listing_idx').on(table.teamId, table.listingId, table.sortOrder, table.id),
    check('photos_sizes_not_negative', sql`width >= 0 and height >= 0`),
  ],
);

/**
 * A period with its own rates and stay rules. Both dates belong to it, and a listing's seasons never overlap.
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
    translations: translations<NameText>(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.listingId, table.startDate] }),
    teamForeignKey('seasons_listing_fk', table, table.listingId, listings),
    check('seasons_dates_in_order', sql`end_date >= start_date`),
    check('seasons_amounts_not_negative', sql`least(nightly_cents, weekend_nightly_cents) >= 0`),
    check('seasons_stay_rules_in_range', sql`min_stay >= 1 and max_stay >= 1`),
  ],
);

/** Terms of one day, in place of those of its season or listing. */
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
    // For all overrides of a team between two days.
    index('day_overrides_date_idx').on(table.teamId, table.date),
    check('day_overrides_amounts_not_negative', sql`nightly_cents >= 0`),
    check('day_overrides_stay_rules_in_range', sql`min_stay >= 1 and max_stay >= 1`),
  ],
);
