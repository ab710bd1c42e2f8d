/** Listings with their units, photos, seasons and days (contract, sections 4 and 11). */

import type { z } from 'zod';
import {
  MAX_DAY_OVERRIDES,
  MAX_GUESTS,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHOTOS,
  MAX_SEASONS,
  MAX_UNITS,
} from '../../domain/limits.ts';
import { isBuilding, isInBuilding } from '../../domain/listing-kind.ts';
import { LISTING_KINDS, LISTING_STATUSES, PROPERTY_TYPES } from '../../domain/vocabulary.ts';
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
} from './fields.ts';
import { duplicatesOf, type Issue, isGiven, isRequired, type Kind, rulesFor, type Whole } from './kind.ts';
import { shown } from './wording.ts';

const seasonSchema = object({
  name: text(MAX_NAME_LENGTH),
  start_date: date,
  end_date: date,
  nightly: cents.nullish(),
  weekend_nightly: cents.nullish(),
  min_stay: stayRule.nullish(),
  max_stay: stayRule.nullish(),
});

const daySchema = object({
  date,
  nightly: cents.nullish(),
  min_stay: stayRule.nullish(),
  max_stay: stayRule.nullish(),
  closed_for_arrival: flag.nullish(),
  closed_for_departure: flag.nullish(),
  closed: flag.nullish(),
});

const photoSchema = object({
  id: id.nullish(),
  is_featured: flag.nullish(),
  sort_order: integer(-1_000_000, 1_000_000).nullish(),
  width: count.nullish(),
  height: count.nullish(),
  thumbnail_url: optionalText(2_000),
  medium_url: optionalText(2_000),
  original_url: optionalText(2_000),
});

export const listingSchema = object({
  id: id.nullish(),
  slug,
  kind: word(LISTING_KINDS).optional(),
  building: slug.nullish(),
  whole_building_bookable: flag.nullish(),
  public_title: text(MAX_NAME_LENGTH).optional(),
  nickname: optionalText(MAX_NAME_LENGTH),
  status: word(LISTING_STATUSES).nullish(),
  listed_on_site: flag.nullish(),
  property_type: word(PROPERTY_TYPES).nullish(),
  max_guests: guestCount.optional(),
  bedrooms_count: count.nullish(),
  beds_count: count.nullish(),
  bathrooms_count: count.nullish(),
  bathrooms_half: flag.nullish(),
  currency: currency.nullish(),
  timezone: timezone.nullish(),
  check_in_time: timeOfDay.nullish(),
  check_out_time: timeOfDay.nullish(),
  address: object({
    street: optionalText(MAX_NAME_LENGTH),
    city: optionalText(MAX_NAME_LENGTH),
    state: optionalText(MAX_NAME_LENGTH),
    postcode: optionalText(MAX_NAME_LENGTH),
    country: optionalText(MAX_NAME_LENGTH),
    latitude: coordinate(90),
    longitude: coordinate(180),
  }).nullish(),
  headline: optionalText(MAX_NAME_LENGTH),
  description: optionalLongText(MAX_NOTES_LENGTH),
  rates: object({
    nightly: cents.optional(),
    weekend_nightly: cents.nullish(),
    weekend_days: list(integer(1, 7), 7).nullish(),
    included_guests: integer(0, MAX_GUESTS).nullish(),
    extra_guest_nightly: cents.nullish(),
  }).optional(),
  rules: object({
    min_stay: stayRule.nullish(),
    max_stay: stayRule.nullish(),
    advance_notice_days: ruleDays.nullish(),
    booking_window_days: ruleDays.nullish(),
    preparation_days: ruleDays.nullish(),
  }).nullish(),
  security_deposit: cents.nullish(),
  seasons: list(seasonSchema, MAX_SEASONS).nullish(),
  days: list(daySchema, MAX_DAY_OVERRIDES).nullish(),
  units: list(
    object({ id: id.nullish(), name: text(MAX_NAME_LENGTH), active: flag.nullish() }),
    MAX_UNITS,
  ).nullish(),
  photos: list(photoSchema, MAX_PHOTOS).nullish(),
  ...times,
});

export type ListingEntry = z.infer<typeof listingSchema>;

const REQUIRED = ['slug', 'kind', 'public_title', 'max_guests', 'rates'] as const;
export type WholeListing = Whole<ListingEntry, (typeof REQUIRED)[number]>;

const listingRule = rulesFor<WholeListing>();

export const LISTING: Kind<ListingEntry, (typeof REQUIRED)[number]> = {
  schema: listingSchema,
  required: REQUIRED,
  rules: [
    listingRule(['rates'], ({ rates }) => [!isGiven(rates.nightly) && isRequired('rates', 'nightly')]),
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

/** Both dates of a season are nights of it, so that one has to end before the next begins. */
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
