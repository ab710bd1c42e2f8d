import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { LISTING_KINDS, LISTING_STATUSES } from '../../domain/vocabulary.ts';
import type { ListingService } from '../../services/listings.ts';
import { notFound } from '../errors.ts';
import { idField, wordListParameter } from '../fields.ts';
import { operation } from '../reference/operation.ts';
import { teamIdOf } from '../team-scope.ts';
import { listingSchema, presentListing } from '../wire/listing.ts';
import { pageParameters, pageRequestOf, pageSchema, presentPage } from '../wire/page.ts';

const listQuery = z.object({
  ...pageParameters,
  status: wordListParameter(LISTING_STATUSES).optional().describe('Any of these, separated by commas.'),
  kind: wordListParameter(LISTING_KINDS).optional().describe('Any of these, separated by commas.'),
});

const listListings = operation({
  id: 'listListings',
  tag: 'Listings',
  summary: 'List the team’s listings',
  description: 'In any status, by title and then slug.',
});
const getListing = operation({ id: 'getListing', tag: 'Listings', summary: 'Read a listing' });

/** A team's listings, in any status. */
export const listingRoutes: FastifyPluginCallbackZod<{ listings: ListingService }> = (
  app,
  { listings },
  done,
) => {
  app.get(
    '/listings',
    { schema: { ...listListings, querystring: listQuery, response: { 200: pageSchema(listingSchema) } } },
    async (request) => {
      const { status, kind, ...paging } = request.query;
      const page = pageRequestOf(paging);
      const found = await listings.listListings(teamIdOf(request), { statuses: status, kinds: kind }, page);
      return presentPage(request, page, found, presentListing);
    },
  );

  app.get(
    '/listings/:listing',
    {
      schema: {
        ...getListing,
        params: z.object({ listing: idField.describe('The listing’s id.') }),
        response: { 200: z.object({ data: listingSchema }) },
      },
    },
    async (request) => {
      const listing = await listings.findListing(teamIdOf(request), request.params.listing);
      if (!listing) throw notFound('listing');
      return { data: presentListing(listing) };
    },
  );
  done();
};
