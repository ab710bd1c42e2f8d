import { z } from 'zod';
import { instantText } from '../domain/formats.ts';
import { MAX_NAME_LENGTH, MAX_PHOTOS, MAX_UNITS } from '../domain/limits.ts';
import { LISTING_KINDS, LISTING_STATUSES, PROPERTY_TYPES, RESEATING } from '../domain/vocabulary.ts';
import type { Listing, PhotoRow } from '../services/listings.ts';
import { givenBody } from '../services/team-data/judging.ts';
import {
  LISTING,
  listingSchema as listingEntry,
  photoSchema as photoEntry,
} from '../services/team-data/listing.ts';
import { LISTING_FORM, NEW_LISTING_FORM } from '../services/team-data/listing-form.ts';
import { policyAsGiven } from './cancellation-policy.ts';
import { id, integer, list, optionalSlug, text } from './entry-fields.ts';
import { idField, slugField, wordListParameter } from './fields.ts';
import { currencySchema, hoursSchema, idSchema, instantSchema, nullableText, wordSchema } from './formats.ts';
import { pageParameters, pageSchema } from './page.ts';
import { cancellationPolicySchema } from './price.ts';

export const photoSchema = z
  .object({
    id: idSchema,
    is_featured: z.boolean(),
    sort_order: z.int(),
    width: z.int().nullable().describe('Of the original, in pixels.'),
    height: z.int().nullable().describe('Of the original, in pixels.'),
    thumbnail_url: nullableText,
    medium_url: nullableText,
    original_url: nullableText,
  })
  .meta({ id: 'Photo' });

export const presentPhoto = (photo: PhotoRow): z.infer<typeof photoSchema> => ({
  id: photo.id,
  is_featured: photo.isFeatured,
  sort_order: photo.sortOrder,
  width: photo.width,
  height: photo.height,
  thumbnail_url: photo.thumbnailUrl,
  medium_url: photo.mediumUrl,
  original_url: photo.originalUrl,
});

export const photosAnswer = z.object({ data: z.object({ photos: z.array(photoSchema) }) });

export const photosChangeBody = givenBody(
  LISTING,
  z.object({ photos: list(photoEntry, MAX_PHOTOS) }),
  'change',
).meta({ id: 'PhotosChange', examples: [{ photos: [{ original_url: 'https://pics.example/1.jpg' }] }] });

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
    property_type: wordSchema(PROPERTY_TYPES),
    max_guests: z.int(),
    bedrooms_count: z.int(),
    beds_count: z.int(),
    bathrooms_count: z.int(),
    bathrooms_half: z.boolean().describe('Whether there is half a bathroom in addition.'),
    currency: currencySchema,
    ...hoursSchema,
    address: z.object({
      street: nullableText,
      city: nullableText,
      state: nullableText,
      postcode: nullableText,
      country: nullableText,
      latitude: nullableText,
      longitude: nullableText,
    }),
    headline: nullableText,
    description: nullableText,
    created_at: instantSchema,
    updated_at: instantSchema,
    photos: z.array(photoSchema).describe('In the order in which they are shown.'),
    listed_on_site: z.boolean().describe('Whether the booking site shows it while it is active.'),
    registration_number: nullableText.describe('The number under which the authorities know it.'),
    cancellation_policy: cancellationPolicySchema
      .nullable()
      .describe('Its own terms; null if its building’s or the team’s apply.'),
    reseating: wordSchema(RESEATING)
      .nullable()
      .describe('Whether bookings are moved to other units to make room; null if it does as the team.'),
  })
  .meta({ id: 'Listing' });

export const presentListing = (listing: Listing): z.infer<typeof listingSchema> => ({
  id: listing.id,
  slug: listing.slug,
  kind: listing.kind,
  building_id: listing.buildingId,
  whole_building_bookable: listing.wholeBuildingBookable,
  public_title: listing.publicTitle,
  nickname: listing.nickname,
  status: listing.status,
  property_type: listing.propertyType,
  max_guests: listing.maxGuests,
  bedrooms_count: listing.bedroomsCount,
  beds_count: listing.bedsCount,
  bathrooms_count: listing.bathroomsCount,
  bathrooms_half: listing.bathroomsHalf,
  currency: listing.currency,
  timezone: listing.timezone,
  check_in_time: listing.checkInTime,
  check_out_time: listing.checkOutTime,
  address: {
    street: listing.street,
    city: listing.city,
    state: listing.state,
    postcode: listing.postcode,
    country: listing.country,
    latitude: listing.latitude,
    longitude: listing.longitude,
  },
  headline: listing.headline,
  description: listing.description,
  created_at: instantText(listing.createdAt),
  updated_at: instantText(listing.updatedAt),
  photos: listing.photos.map(presentPhoto),
  listed_on_site: listing.listedOnSite,
  registration_number: listing.registrationNumber,
  cancellation_policy: policyAsGiven(listing.cancellationPolicy),
  reseating: listing.reseating,
});

export const listingParams = z.object({ listing: idField.describe('The listing’s id.') });

export const listingAnswer = z.object({ data: listingSchema });
export const listingPage = pageSchema(listingSchema);

export const listingQuery = z.object({
  ...pageParameters,
  status: wordListParameter(LISTING_STATUSES),
  kind: wordListParameter(LISTING_KINDS),
  slug: slugField.optional().describe('The listing with this slug.'),
});

/** The fields of a listing in a team file without its building, its parts and its prices. */
const ownFields = listingEntry.omit({
  id: true,
  building: true,
  rates: true,
  rules: true,
  security_deposit: true,
  seasons: true,
  days: true,
  units: true,
  photos: true,
  created_at: true,
  updated_at: true,
});
const buildingId = id.nullish().describe('For a unit type: its building.');

export const newListingBody = givenBody(
  LISTING,
  ownFields.required({ kind: true, public_title: true, max_guests: true }).extend({
    slug: optionalSlug.describe('Default: made from the title.'),
    building_id: buildingId,
    rates: listingEntry.shape.rates.nonoptional(),
    rules: listingEntry.shape.rules,
    security_deposit: listingEntry.shape.security_deposit,
    units: z
      .union([list(text(MAX_NAME_LENGTH), MAX_UNITS), integer(0, MAX_UNITS)], {
        error: `must be a list of at most ${MAX_UNITS} names, or a number up to ${MAX_UNITS}`,
      })
      .nullish()
      .describe(
        'The names of its units, or their number, to name them 1, 2, 3 and so on. Default: one unit with the listing’s name, and none in a building.',
      ),
  }),
  'make',
  NEW_LISTING_FORM,
).meta({
  id: 'NewListing',
  examples: [
    {
      kind: 'standalone',
      public_title: 'Sea Loft',
      property_type: 'loft',
      max_guests: 4,
      rates: { nightly: 12000, weekend_nightly: 15000, included_guests: 2, extra_guest_nightly: 1500 },
    },
  ],
});

export const listingChangeBody = givenBody(
  LISTING,
  ownFields.extend({ slug: listingEntry.shape.slug.optional(), building_id: buildingId }),
  'change',
  LISTING_FORM,
).meta({ id: 'ListingChange', examples: [{ headline: 'By the sea', max_guests: 5 }] });
