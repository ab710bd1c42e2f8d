import { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_UNITS } from '../../domain/limits.ts';
import { LISTING_KINDS, LISTING_STATUSES } from '../../domain/vocabulary.ts';
import { idParameter, slugField, wordListParameter } from '../../schemas/fields.ts';
import { listingSchema, presentListing } from '../../schemas/listing.ts';
import { LISTING_FORM, NEW_LISTING_FORM } from '../../services/catalogue/listing-form.ts';
import type { Listing } from '../../services/listings.ts';
import {
  id as givenId,
  integer,
  list as listOf,
  optionalSlug,
  text,
} from '../../services/team-data/fields.ts';
import { givenBody } from '../../services/team-data/judging.ts';
import { LISTING, listingSchema as listingEntry } from '../../services/team-data/listing.ts';
import { resource } from '../operation.ts';
import { list, read } from '../reading.ts';
import { write } from '../writing.ts';

const listListings = list({
  id: 'listListings',
  tag: 'Listings',
  summary: 'List the team’s listings',
  description: 'In any status, by title and then slug.',
  asks: 'team',
  route: 'GET /v1/listings',
  filters: {
    status: wordListParameter(LISTING_STATUSES).optional().describe('Any of these, separated by commas.'),
    kind: wordListParameter(LISTING_KINDS).optional().describe('Any of these, separated by commas.'),
    slug: slugField.optional().describe('The listing with this slug.'),
  },
  item: listingSchema,
  find: ({ services, teamId, query: { status, kind, slug } }, page) =>
    services.listings.listListings(teamId, { statuses: status, kinds: kind, slug }, page),
  present: presentListing,
});

const theListing = resource({
  name: 'listing',
  params: { listing: idParameter('The listing’s id.') },
  find: ({ services, teamId, params }) => services.listings.findListing(teamId, params.listing),
});
const listingAnswer = z.object({ data: listingSchema });
const present = (listing: Listing) => ({ data: presentListing(listing) });

const getListing = read({
  id: 'getListing',
  tag: 'Listings',
  summary: 'Read a listing',
  asks: 'team',
  route: 'GET /v1/listings/:listing',
  resource: theListing,
  success: listingAnswer,
  isTagged: true,
  answer: ({ found }) => present(found),
});

const ownFields = listingEntry.omit({
  ...{ id: true, building: true, created_at: true, updated_at: true },
  ...{
    rates: true,
    rules: true,
    security_deposit: true,
    seasons: true,
    days: true,
    units: true,
    photos: true,
  },
});
const buildingId = givenId.nullish().describe('For a unit type: its building.');

export const newListingBody = givenBody(
  LISTING,
  ownFields.required({ kind: true, public_title: true, max_guests: true }).extend({
    slug: optionalSlug.describe('Default: made from the title.'),
    building_id: buildingId,
    rates: listingEntry.shape.rates.nonoptional(),
    rules: listingEntry.shape.rules,
    security_deposit: listingEntry.shape.security_deposit,
    units: z
      .union([listOf(text(MAX_NAME_LENGTH), MAX_UNITS), integer(0, MAX_UNITS)], {
        error: `must be a list of at most ${MAX_UNITS} names, or a number up to ${MAX_UNITS}`,
      })
      .nullish()
      .describe(
        'The names of its units, or their number, to name them 1, 2, 3 and so on. Default: one unit with the listing’s name, and none in a building.',
      ),
  }),
  'make',
  NEW_LISTING_FORM,
).meta({ id: 'NewListing' });

const createListing = write({
  id: 'createListing',
  tag: 'Listings',
  summary: 'Add a listing',
  description:
    'Photos, seasons and days have their own requests. A unit type has the address, time zone and currency of its building, and may repeat them.',
  asks: 'team',
  route: 'POST /v1/listings',
  body: newListingBody,
  furtherProblems: ({ services, teamId, idIn }) =>
    services.catalogue.unknownBuilding(teamId, idIn('building_id')),
  run: ({ services, body }, call) => services.catalogue.createListing(call, body),
  success: 201,
  answers: listingAnswer,
  present,
});

const changeListing = write({
  id: 'changeListing',
  tag: 'Listings',
  summary: 'Change a listing',
  description:
    'Send only what changes: an absent key keeps its value, null clears it, also within `address`. The kind, the building and the currency cannot change once there are units, bookings or unit types. Prices and rules have their own request.',
  asks: 'team',
  route: 'PUT /v1/listings/:listing',
  resource: theListing,
  body: givenBody(
    LISTING,
    ownFields.extend({ slug: listingEntry.shape.slug.optional(), building_id: buildingId }),
    'change',
    LISTING_FORM,
  ).meta({ id: 'ListingChange' }),
  furtherProblems: ({ services, teamId, idIn }) =>
    services.catalogue.unknownBuilding(teamId, idIn('building_id')),
  ifMatch: { schema: listingAnswer, present },
  run: ({ services, params, body }, call) => services.catalogue.changeListing(call, params.listing, body),
  success: 200,
  answers: listingAnswer,
  present,
});

const deleteListing = write({
  id: 'deleteListing',
  tag: 'Listings',
  summary: 'Delete a listing',
  description:
    'Deletes a listing that never had a booking or a block and has no unit types, with its units, prices and photos. Any other is a 422 under `listing`: give it the status `archived` instead. Charges that name the listing no longer do, and a charge for this listing only then applies to nothing.',
  asks: 'team',
  route: 'DELETE /v1/listings/:listing',
  resource: theListing,
  ifMatch: { schema: listingAnswer, present },
  run: ({ services, params }, call) => services.catalogue.deleteListing(call, params.listing),
  success: 204,
});

export const listingOperations = [listListings, getListing, createListing, changeListing, deleteListing];
