import { z } from 'zod';
import { LISTING_KINDS, LISTING_STATUSES } from '../../domain/vocabulary.ts';
import { idParameter, slugField, wordListParameter } from '../fields.ts';
import { resource } from '../operation.ts';
import { list, read } from '../reading.ts';
import { listingSchema, presentListing } from '../wire/listing.ts';

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
    slug: slugField.optional().describe('The one with this slug.'),
  },
  item: listingSchema,
  find: ({ services, teamId, query: { status, kind, slug } }, page) =>
    services.listings.listListings(teamId, { statuses: status, kinds: kind, slug }, page),
  present: presentListing,
});

const getListing = read({
  id: 'getListing',
  tag: 'Listings',
  summary: 'Read a listing',
  asks: 'team',
  route: 'GET /v1/listings/:listing',
  resource: resource({
    name: 'listing',
    params: { listing: idParameter('The listing’s id.') },
    find: ({ services, teamId, params }) => services.listings.findListing(teamId, params.listing),
  }),
  success: z.object({ data: listingSchema }),
  answer: ({ found }) => ({ data: presentListing(found) }),
});

export const listingOperations = [listListings, getListing];
