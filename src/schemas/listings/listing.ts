/** Listings: their entries in a team file, their bodies and their answers. */
import { z } from 'zod';
import { toInstantText } from '../../domain/formats.ts';
import {
  MAX_DAY_OVERRIDES_OF_LISTING,
  MAX_GUESTS,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PETS,
  MAX_PHOTOS_OF_LISTING,
  MAX_REGISTRATION_NUMBER_LENGTH,
  MAX_UNITS_OF_LISTING,
} from '../../domain/limits.ts';
import { LISTING_KINDS, LISTING_STATUSES, PROPERTY_TYPES, RESEATING_MODES } from '../../domain/vocabulary.ts';
import type { DayOverride } from '../../services/catalogue/days.ts';
import type { ListingRecord, SeasonRecord } from '../../services/catalogue/rates.ts';
import type { Unit } from '../../services/catalogue/units.ts';
import type { Listing, ListingRow, PhotoRow } from '../../services/listings.ts';
import { presentCancellationPolicy } from '../cancellation-policy.ts';
import { listOf } from '../entries/lists.ts';
import {
  booleanField,
  coordinateField,
  countField,
  createdAndUpdatedEntries,
  currencyField,
  guestCountEntry,
  idField,
  integer,
  objectEntry,
  optionalLongText,
  optionalText,
  requiredText,
  slugField,
  slugParameter,
  timeOfDayField,
  timezoneField,
  wordField,
} from '../fields.ts';
import {
  currencySchema,
  idSchema,
  instantSchema,
  listingHoursFields,
  nullableText,
  type PresentedEntry,
  wordSchema,
} from '../formats.ts';
import { pageParameters, pageSchema } from '../page.ts';
import { wordListParameter } from '../parameters.ts';
import { cancellationPolicySchema } from '../price.ts';
import { dayOverrideEntry, presentDayOverride } from './days.ts';
import { photoEntry, photoSchema, presentPhoto } from './photo.ts';
import { presentRatesAndRules, presentSeason, ratesEntry } from './rates.ts';
import { presentUnitEntry, unitEntry } from './unit.ts';

export const listingEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  slug: slugField.describe('Identifies the listing, also in URLs.'),
  kind: wordField(LISTING_KINDS)
    .optional()
    .describe("A place of its own, a building, or a building's unit type. It cannot change."),
  building: slugField.nullish().describe('For a unit type: the slug of its building.'),
  whole_building_bookable: booleanField
    .nullish()
    .meta({ description: 'Whether a building can be booked as a whole.', default: false }),
  public_title: requiredText(MAX_NAME_LENGTH).optional().describe('The title for guests.'),
  nickname: optionalText(MAX_NAME_LENGTH).describe('A name for the team.'),
  status: wordField(LISTING_STATUSES)
    .nullish()
    .meta({ description: 'Only an active listing can be booked.', default: 'active' }),
  listed_on_site: booleanField
    .nullish()
    .meta({ description: 'Whether the booking site shows it while it is active.', default: true }),
  property_type: wordField(PROPERTY_TYPES)
    .nullish()
    .meta({ description: 'The kind of place.', default: 'other' }),
  max_guests: guestCountEntry.optional().describe('The maximum number of guests in one stay.'),
  max_children: integer(0, MAX_GUESTS)
    .nullish()
    .describe('The maximum number of children, without infants. Default: no limit of its own.'),
  max_infants: integer(0, MAX_GUESTS)
    .nullish()
    .describe('The maximum number of infants. Default: no limit of its own.'),
  max_pets: integer(0, MAX_PETS).nullish().meta({ description: 'The maximum number of pets.', default: 0 }),
  bedrooms_count: countField.nullish().meta({ description: 'Bedrooms.', default: 0 }),
  beds_count: countField.nullish().meta({ description: 'Beds.', default: 0 }),
  bathrooms_count: countField.nullish().meta({ description: 'Whole bathrooms.', default: 0 }),
  bathrooms_half: booleanField
    .nullish()
    .meta({ description: 'Whether there is half a bathroom more.', default: false }),
  currency: currencyField.nullish().describe("A unit type has its building's. Default: the team's."),
  timezone: timezoneField.nullish().describe("A unit type has its building's. Default: the team's."),
  check_in_time: timeOfDayField
    .nullish()
    .meta({ description: 'The time from which guests may arrive, in its time zone.', default: '15:00' }),
  check_out_time: timeOfDayField
    .nullish()
    .meta({ description: 'The time by which guests must leave.', default: '11:00' }),
  address: objectEntry({
    street: optionalText(MAX_NAME_LENGTH).describe('Street and number.'),
    city: optionalText(MAX_NAME_LENGTH).describe('City.'),
    state: optionalText(MAX_NAME_LENGTH).describe('State or region.'),
    postcode: optionalText(MAX_NAME_LENGTH).describe('Postcode.'),
    country: optionalText(MAX_NAME_LENGTH).describe(
      'Country, in any form. Searches compare it whole: `PT` does not find `Portugal`.',
    ),
    latitude: coordinateField(90).describe('As "38.711300".'),
    longitude: coordinateField(180).describe('As "-9.139600".'),
  })
    .nullish()
    .describe(
      'Where it is. A unit type has the address of its building. Keys that are left out keep their values.',
    ),
  headline: optionalText(MAX_NAME_LENGTH).describe('One sentence for guests.'),
  description: optionalLongText(MAX_NOTES_LENGTH).describe('The description for guests.'),
  rates: ratesEntry.shape.rates,
  rules: ratesEntry.shape.rules,
  security_deposit: ratesEntry.shape.security_deposit,
  registration_number: optionalText(MAX_REGISTRATION_NUMBER_LENGTH).describe(
    'The number under which the authorities know it.',
  ),
  cancellation_policy: ratesEntry.shape.cancellation_policy,
  reseating: wordField(RESEATING_MODES)
    .nullish()
    .describe("Whether bookings may be moved to other units to make room. Default: the team's."),
  seasons: ratesEntry.shape.seasons,
  days: listOf(dayOverrideEntry, MAX_DAY_OVERRIDES_OF_LISTING)
    .nullish()
    .describe('Prices and rules for single days; replaced as a whole.'),
  units: listOf(unitEntry, MAX_UNITS_OF_LISTING)
    .nullish()
    .describe(
      'The places that can be occupied. Units that are left out stay. Without this key, a new standalone listing gets one, named by its title.',
    ),
  photos: listOf(photoEntry, MAX_PHOTOS_OF_LISTING).nullish().describe('Pictures; replaced as a whole.'),
  ...createdAndUpdatedEntries,
});

export type ListingEntry = z.infer<typeof listingEntry>;

export const addressSchema = z.object({
  street: nullableText,
  city: nullableText,
  state: nullableText,
  postcode: nullableText,
  country: nullableText,
  latitude: nullableText,
  longitude: nullableText,
});
type Address = z.infer<typeof addressSchema>;

export const presentAddress = (listing: Pick<ListingRow, keyof Address>) =>
  ({
    street: listing.street,
    city: listing.city,
    state: listing.state,
    postcode: listing.postcode,
    country: listing.country,
    latitude: listing.latitude,
    longitude: listing.longitude,
  }) satisfies PresentedEntry<NonNullable<ListingEntry['address']>>;

export const listingSchema = z
  .object({
    id: idSchema,
    slug: z.string(),
    kind: wordSchema(LISTING_KINDS).describe(
      '`standalone` has units of its own, a `building` contains unit types, a `unit_type` is interchangeable units in a building.',
    ),
    building_id: idSchema.nullable().describe('For a unit type: its building.'),
    whole_building_bookable: z.boolean(),
    public_title: z.string(),
    nickname: nullableText.describe('The team’s own name for it, never shown to anyone else.'),
    status: wordSchema(LISTING_STATUSES),
    listed_on_site: z.boolean().describe('Whether the booking site shows it while it is active.'),
    property_type: wordSchema(PROPERTY_TYPES),
    max_guests: z.int(),
    max_children: z.int().nullable().describe('Without infants. Null: no limit of its own.'),
    max_infants: z.int().nullable(),
    max_pets: z.int(),
    bedrooms_count: z.int(),
    beds_count: z.int(),
    bathrooms_count: z.int(),
    bathrooms_half: z.boolean().describe('Whether there is half a bathroom in addition.'),
    currency: currencySchema,
    ...listingHoursFields,
    address: addressSchema,
    headline: nullableText,
    description: nullableText,
    registration_number: nullableText.describe('The number under which the authorities know it.'),
    cancellation_policy: cancellationPolicySchema
      .nullable()
      .describe('Its own terms; null if its building’s or the team’s apply.'),
    reseating: wordSchema(RESEATING_MODES)
      .nullable()
      .describe('Whether bookings are moved to other units to make room; null if it does as the team.'),
    created_at: instantSchema,
    updated_at: instantSchema,
    photos: z.array(photoSchema).describe('In the order in which they are shown.'),
  })
  .meta({ id: 'Listing' });

/** The fields of a listing that a team file and an answer both show. */
const presentSharedListingFields = (listing: ListingRow) => ({
  whole_building_bookable: listing.wholeBuildingBookable,
  public_title: listing.publicTitle,
  nickname: listing.nickname,
  status: listing.status,
  listed_on_site: listing.listedOnSite,
  property_type: listing.propertyType,
  max_guests: listing.maxGuests,
  max_children: listing.maxChildren,
  max_infants: listing.maxInfants,
  max_pets: listing.maxPets,
  bedrooms_count: listing.bedroomsCount,
  beds_count: listing.bedsCount,
  bathrooms_count: listing.bathroomsCount,
  bathrooms_half: listing.bathroomsHalf,
  currency: listing.currency,
  timezone: listing.timezone,
  check_in_time: listing.checkInTime,
  check_out_time: listing.checkOutTime,
  address: presentAddress(listing),
  headline: listing.headline,
  description: listing.description,
});

const presentListingTerms = (listing: ListingRow) => ({
  registration_number: listing.registrationNumber,
  cancellation_policy: presentCancellationPolicy(listing.cancellationPolicy),
  reseating: listing.reseating,
});

const presentCreatedAndUpdated = ({ createdAt, updatedAt }: ListingRow) => ({
  created_at: toInstantText(createdAt),
  updated_at: toInstantText(updatedAt),
});

export const presentListing = (listing: Listing): z.infer<typeof listingSchema> => ({
  id: listing.id,
  slug: listing.slug,
  kind: listing.kind,
  building_id: listing.buildingId,
  ...presentSharedListingFields(listing),
  ...presentListingTerms(listing),
  ...presentCreatedAndUpdated(listing),
  photos: listing.photos.map(presentPhoto),
});

/** The parts of a listing, each in its natural order. */
type ListingParts = {
  units: readonly Omit<Unit, 'teamId'>[];
  photos: readonly PhotoRow[];
  seasons: readonly SeasonRecord[];
  days: readonly DayOverride[];
};

/** A listing in a team file. `building` is the slug of a unit type's building. */
export const presentListingEntry = (listing: ListingRecord, building: string | null, parts: ListingParts) =>
  ({
    id: listing.id,
    slug: listing.slug,
    kind: listing.kind,
    building,
    ...presentSharedListingFields(listing),
    ...presentRatesAndRules(listing),
    ...presentListingTerms(listing),
    seasons: parts.seasons.map(presentSeason),
    days: parts.days.map(presentDayOverride),
    units: parts.units.map(presentUnitEntry),
    photos: parts.photos.map(presentPhoto),
    ...presentCreatedAndUpdated(listing),
  }) satisfies PresentedEntry<ListingEntry>;

export const listingParams = z.object({
  listing: idField.describe('The listing’s id. By its slug, `GET /v1/listings?slug=` finds it.'),
});

export const listingAnswer = z.object({ data: listingSchema });
export const listingListAnswer = pageSchema(listingSchema);

export const listingQuery = z.object({
  ...pageParameters,
  status: wordListParameter(LISTING_STATUSES),
  kind: wordListParameter(LISTING_KINDS),
  slug: slugParameter.optional().describe('The listing with this slug.'),
});
