/** Listings with their units, photos, seasons and days (contract, sections 4 and 11). */

import type { z } from 'zod';
import {
  MAX_DAY_OVERRIDES,
  MAX_GUESTS,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHOTOS,
  MAX_REGISTRATION_LENGTH,
  MAX_SEASONS,
  MAX_UNITS,
} from '../../domain/limits.ts';
import { isBuilding, isInBuilding } from '../../domain/listing.ts';
import { LISTING_KINDS, LISTING_STATUSES, PROPERTY_TYPES, RESEATING } from '../../domain/vocabulary.ts';
import { cancellationPolicy } from '../../schemas/cancellation-policy.ts';
import {
  cents,
  coordinate,
  count,
  currency,
  date,
  flag,
  guestCount,
  id,
  integer,
  list,
  object,
  optionalLongText,
  optionalText,
  ruleDays,
  slug,
  stayRule,
  text,
  timeOfDay,
  times,
  timezone,
  word,
} from '../../schemas/entry-fields.ts';
import { shown } from '../catalogue/problems.ts';
import { dayFields } from './days.ts';
import { duplicatesOf, type Issue, isGiven, isRequired, type Kind, rulesFor, type Whole } from './kind.ts';

const seasonSchema = object({
  name: text(MAX_NAME_LENGTH).describe('The name of the season.'),
  start_date: date.describe('Its first night.'),
  end_date: date.describe('Its last night. Seasons must not overlap.'),
  nightly: cents.nullish().describe("In cents. Default: the listing's."),
  weekend_nightly: cents.nullish().describe('In cents. Default: `nightly`.'),
  min_stay: stayRule.nullish().describe("Nights, for arrivals on these days. Default: the listing's."),
  max_stay: stayRule.nullish().describe("Nights, for arrivals on these days. Default: the listing's."),
});

const daySchema = object({ date: date.describe('The night.'), ...dayFields });

export const photoSchema = object({
  id: id.nullish().describe('Kept from another system.'),
  is_featured: flag
    .nullish()
    .meta({ description: "Whether it is the listing's main photo.", default: false }),
  sort_order: integer(-1_000_000, 1_000_000)
    .nullish()
    .describe('Photos are sorted by this number. Default: the place in the list.'),
  width: count.nullish().describe('In pixels.'),
  height: count.nullish().describe('In pixels.'),
  thumbnail_url: optionalText(2_000).describe('The URL of a small version.'),
  medium_url: optionalText(2_000).describe('The URL of a version for pages.'),
  original_url: optionalText(2_000).describe('The URL of the full-size picture.'),
});

export const unitSchema = object({
  id: id.nullish().describe('Kept from another system.'),
  name: text(MAX_NAME_LENGTH).describe('Identifies the unit within its listing.'),
  active: flag.nullish().meta({ description: 'Whether it can be booked.', default: true }),
});

export const listingSchema = object({
  id: id.nullish().describe('Kept from another system.'),
  slug: slug.describe('Identifies the listing, also in URLs.'),
  kind: word(LISTING_KINDS)
    .optional()
    .describe("A place of its own, a building, or a building's unit type. It cannot change."),
  building: slug.nullish().describe('For a unit type: the slug of its building.'),
  whole_building_bookable: flag
    .nullish()
    .meta({ description: 'Whether a building can be booked as a whole.', default: false }),
  public_title: text(MAX_NAME_LENGTH).optional().describe('The title for guests.'),
  nickname: optionalText(MAX_NAME_LENGTH).describe('A name for the team.'),
  status: word(LISTING_STATUSES)
    .nullish()
    .meta({ description: 'Only an active listing can be booked.', default: 'active' }),
  listed_on_site: flag
    .nullish()
    .meta({ description: 'Whether the booking site shows it while it is active.', default: true }),
  property_type: word(PROPERTY_TYPES).nullish().meta({ description: 'The kind of place.', default: 'other' }),
  max_guests: guestCount.optional().describe('The maximum number of guests in one stay.'),
  bedrooms_count: count.nullish().meta({ description: 'Bedrooms.', default: 0 }),
  beds_count: count.nullish().meta({ description: 'Beds.', default: 0 }),
  bathrooms_count: count.nullish().meta({ description: 'Whole bathrooms.', default: 0 }),
  bathrooms_half: flag
    .nullish()
    .meta({ description: 'Whether there is half a bathroom more.', default: false }),
  currency: currency.nullish().describe("A unit type has its building's. Default: the team's."),
  timezone: timezone.nullish().describe("A unit type has its building's. Default: the team's."),
  check_in_time: timeOfDay
    .nullish()
    .meta({ description: 'From when guests may come, on its own clocks.', default: '15:00' }),
  check_out_time: timeOfDay
    .nullish()
    .meta({ description: 'The time by which guests must leave.', default: '11:00' }),
  address: object({
    street: optionalText(MAX_NAME_LENGTH).describe('Street and number.'),
    city: optionalText(MAX_NAME_LENGTH).describe('City.'),
    state: optionalText(MAX_NAME_LENGTH).describe('State or region.'),
    postcode: optionalText(MAX_NAME_LENGTH).describe('Postcode.'),
    country: optionalText(MAX_NAME_LENGTH).describe('Country.'),
    latitude: coordinate(90).describe('As "38.711300".'),
    longitude: coordinate(180).describe('As "-9.139600".'),
  })
    .nullish()
    .describe('Where it is; a unit type is where its building is. Only what is given changes.'),
  headline: optionalText(MAX_NAME_LENGTH).describe('One sentence for guests.'),
  description: optionalLongText(MAX_NOTES_LENGTH).describe('The description for guests.'),
  rates: object({
    nightly: cents.optional().describe('In cents: the price of a night. Required for a new listing.'),
    weekend_nightly: cents.nullish().describe('In cents: the price of a weekend night. Default: `nightly`.'),
    weekend_days: list(integer(1, 7), 7)
      .nullish()
      .meta({
        description: 'The weekdays (1 is Monday) whose nights have the weekend price.',
        default: [5, 6],
      }),
    included_guests: integer(0, MAX_GUESTS)
      .nullish()
      .describe('The number of guests that the price includes. Default: all.'),
    extra_guest_nightly: cents
      .nullish()
      .meta({ description: 'In cents: the price of each further guest per night.', default: 0 }),
  })
    .optional()
    .describe('The prices of nights. Fields that are left out stay.'),
  rules: object({
    min_stay: stayRule.nullish().describe('The minimum number of nights. Default: no limit.'),
    max_stay: stayRule.nullish().describe('The maximum number of nights. Default: no limit.'),
    advance_notice_days: ruleDays
      .nullish()
      .describe('How many days before check-in a booking must be made. Default: none.'),
    booking_window_days: ruleDays
      .nullish()
      .describe('How many days ahead the last night may be. Default: no limit.'),
    preparation_days: ruleDays
      .nullish()
      .meta({ description: 'How many nights stay empty after a stay.', default: 0 }),
  })
    .nullish()
    .describe('The rules for stays. Fields that are left out stay.'),
  security_deposit: cents.nullish().describe('In cents: the deposit held against damage. Default: nothing.'),
  registration_number: optionalText(MAX_REGISTRATION_LENGTH).describe(
    'The number under which the authorities know it.',
  ),
  cancellation_policy: cancellationPolicy
    .nullish()
    .describe("What a cancellation costs. Default: its building's or the team's terms."),
  reseating: word(RESEATING)
    .nullish()
    .describe("Whether bookings may be moved to other units to make room. Default: the team's."),
  seasons: list(seasonSchema, MAX_SEASONS)
    .nullish()
    .describe('Prices and rules for periods; replaced as a whole.'),
  days: list(daySchema, MAX_DAY_OVERRIDES)
    .nullish()
    .describe('Prices and rules for single days; replaced as a whole.'),
  units: list(unitSchema, MAX_UNITS)
    .nullish()
    .describe(
      'The places that can be occupied. Units that are left out stay. Without this key, a new standalone listing gets one, named by its title.',
    ),
  photos: list(photoSchema, MAX_PHOTOS).nullish().describe('Pictures; replaced as a whole.'),
  ...times,
});

export type ListingEntry = z.infer<typeof listingSchema>;
export type PhotoEntry = z.infer<typeof photoSchema>;

const REQUIRED = ['slug', 'kind', 'public_title', 'max_guests', 'rates'] as const;
export type WholeListing = Whole<ListingEntry, (typeof REQUIRED)[number]>;

const listingRule = rulesFor<WholeListing>();

type Picture = Pick<PhotoEntry, 'thumbnail_url' | 'medium_url' | 'original_url'>;

/** Whether a photo has the address of at least one version of its picture. */
export const hasPicture = ({ thumbnail_url, medium_url, original_url }: Picture): boolean =>
  [thumbnail_url, medium_url, original_url].some(isGiven);

/** The problem of a photo in a list that has no address. */
export const lacksPicture = (index: number): Issue => ({
  path: ['photos', index, 'original_url'],
  message: 'is required for a photo without medium_url and thumbnail_url',
});

export const LISTING: Kind<ListingEntry, (typeof REQUIRED)[number]> = {
  schema: listingSchema,
  required: REQUIRED,
  rules: [
    {
      ...listingRule(['rates'], ({ rates }) => [!isGiven(rates.nightly) && isRequired('rates', 'nightly')]),
      isLack: true,
    },
    listingRule(['kind', 'building'], ({ kind, building }) => [
      isInBuilding(kind) &&
        !isGiven(building) && { path: ['building'], message: 'is required with kind "unit_type"' },
      !isInBuilding(kind) &&
        isGiven(building) && {
          path: ['building'],
          message: `must not be given with kind ${shown(kind)}`,
          input: building,
        },
    ]),
    listingRule(['kind', 'whole_building_bookable'], ({ kind, whole_building_bookable: whole }) => [
      !isBuilding(kind) &&
        whole && {
          path: ['whole_building_bookable'],
          message: `must be false with kind ${shown(kind)}`,
          input: true,
        },
    ]),
    listingRule(['kind', 'units'], ({ kind, units }) => [
      isBuilding(kind) &&
        (units?.length ?? 0) > 0 && {
          path: ['units'],
          message: 'must not be given with kind "building", whose unit types have them',
          input: units,
        },
    ]),
    listingRule(['units'], ({ units }) => duplicatesOf(units ?? [], 'units', 'name', (unit) => unit.name)),
    listingRule(['photos'], ({ photos }) =>
      duplicatesOf(photos ?? [], 'photos', 'id', (photo, index) => photo.id ?? `${index}`),
    ),
    // One with an id may be a photo that is stored without an address: an export has it, and must come back.
    listingRule(['photos'], ({ photos }) =>
      (photos ?? []).map((photo, index) => !isGiven(photo.id) && !hasPicture(photo) && lacksPicture(index)),
    ),
    listingRule(['days'], ({ days }) => duplicatesOf(days ?? [], 'days', 'date', (day) => day.date)),
    listingRule(['seasons'], ({ seasons }) => [
      ...(seasons ?? []).map(
        ({ start_date, end_date }, index) =>
          end_date < start_date && {
            path: ['seasons', index, 'end_date'],
            message: 'must not be before start_date',
            input: end_date,
          },
      ),
      ...overlapsOfSeasons(seasons ?? []),
    ]),
  ],
};

type Season = NonNullable<ListingEntry['seasons']>[number];

/** A season includes both of its dates, so it must end before the next begins. */
function overlapsOfSeasons(seasons: readonly Season[]): Issue[] {
  const inOrder = [...seasons.entries()].toSorted(([, a], [, b]) => (a.start_date < b.start_date ? -1 : 1));
  const issues: Issue[] = [];
  let lastToEnd = inOrder[0];
  for (const next of inOrder.slice(1)) {
    const [index, season] = next;
    if (lastToEnd && season.start_date <= lastToEnd[1].end_date) {
      const [other, { name }] = lastToEnd;
      const span = `${season.start_date} to ${season.end_date}`;
      const message = `must not overlap seasons[${other}] (${shown(name)}), not ${shown(season.name)} from ${span}`;
      issues.push({ path: ['seasons', index], message });
    }
    if (!lastToEnd || season.end_date > lastToEnd[1].end_date) lastToEnd = next;
  }
  return issues;
}
