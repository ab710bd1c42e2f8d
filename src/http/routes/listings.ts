import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { LISTING_KINDS, LISTING_STATUSES } from '../../domain/vocabulary.ts';
import type { ListingService } from '../../services/listings.ts';
import { notFound } from '../errors.ts';
import { idField, wordListParameter } from '../fields.ts';
import { teamIdOf } from '../team-scope.ts';
import { listingSchema, presentListing } from '../wire/listing.ts';
import { pageParameters, pageRequestOf, pageSchema, presentPage } from '../wire/page.ts';

const listQuery = z.object({
  ...pageParameters,
  status: wordListParameter(LISTING_STATUSES).optional(),
  kind: wordListParameter(LISTING_KINDS).optional(),
});

/** A team's listings, in any status. */
export const listingRoutes: FastifyPluginCallbackZod<{ listings: ListingService }> = (
  app,
  { listings },
  done,
) => {
  app.get(
    '/listings',
    { schema: { querystring: listQuery, response: { 200: pageSchema(listingSchema) } } },
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
        params: z.object({ listing: idField }),
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
