import { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_UNITS_OF_LISTING } from '../../domain/limits.ts';
import type { NewListing } from '../../services/catalogue/listings.ts';
import type { RatesChange } from '../../services/catalogue/rates.ts';
import {
  idField,
  integer,
  objectEntry,
  optionalSlugField,
  requiredText,
  slugField,
} from '../fields/fields.ts';
import { listOf } from '../fields/lists.ts';
import { toListingColumns } from './columns.ts';
import { writtenPlaceFields, writtenTermFields } from './fields.ts';
import { listingEntry } from './listing.ts';
import { ratesEntry, toSeasonColumns } from './rates.ts';

const bodyFields = {
  slug: listingEntry.shape.slug,
  kind: listingEntry.shape.kind,
  ...writtenPlaceFields,
  ...writtenTermFields,
};
const buildingIdField = idField.nullish().describe('For a unit type: its building.');

export const newListingBody = objectEntry(bodyFields)
  .required({ kind: true, public_title: true, max_guests: true })
  .extend({
    slug: optionalSlugField.describe('Default: made from the title.'),
    building_id: buildingIdField,
    rates: ratesEntry.shape.rates.unwrap().required({ nightly: true }).describe('The prices of nights.'),
    rules: listingEntry.shape.rules,
    security_deposit: listingEntry.shape.security_deposit,
    units: z
      .union(
        [listOf(requiredText(MAX_NAME_LENGTH), MAX_UNITS_OF_LISTING), integer(0, MAX_UNITS_OF_LISTING)],
        {
          error: `must be a list of at most ${MAX_UNITS_OF_LISTING} names, or a number up to ${MAX_UNITS_OF_LISTING}`,
        },
      )
      .nullish()
      .describe(
        'The names of its units, or their number, to name them 1, 2, 3 and so on. Default: one unit with the listing’s name, and none in a building.',
      ),
  })
  .transform(
    ({ building_id, units, slug, ...entry }): NewListing => ({
      listing: {
        ...toListingColumns({ ...entry, slug: slug ?? undefined }, building_id),
        publicTitle: entry.public_title,
      },
      units,
    }),
  )
  .meta({
    id: 'NewListing',
    description: 'A new place, building or unit type.',
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

export const listingChangeBody = objectEntry(bodyFields)
  .extend({
    slug: slugField.optional().describe('Links to the booking site with the old one no longer find it.'),
    building_id: buildingIdField,
  })
  .transform(({ building_id, ...entry }) => toListingColumns(entry, building_id))
  .meta({
    id: 'ListingChange',
    description: 'What is left out stays as it is.',
    examples: [{ headline: 'By the sea', max_guests: 5 }],
  });

export const ratesChangeBody = ratesEntry
  .pick({ rates: true, rules: true, security_deposit: true, cancellation_policy: true, seasons: true })
  .transform(
    ({ seasons, ...listing }): RatesChange => ({
      listing: toListingColumns(listing),
      seasons: seasons === null ? null : seasons?.map(toSeasonColumns),
    }),
  )
  .meta({
    id: 'RatesChange',
    description: 'What is left out stays as it is.',
    examples: [
      {
        rates: { nightly: 13000 },
        rules: { min_stay: 2 },
        seasons: [{ name: 'Summer', start_date: '2027-06-15', end_date: '2027-09-14', nightly: 18000 }],
      },
    ],
  });
