import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { REVALIDATED_ANSWER } from '../../plugins/etag.ts';
import { presentPage, toPageRequest } from '../../plugins/paging.ts';
import { TIMES_SEARCH_COUNTS } from '../../plugins/rate-limit.ts';
import { presentSiteListing, siteListingSchema, siteParams } from '../../schemas/public/listing.ts';
import {
  createSearchAnswer,
  createSearchResultPresenter,
  presentSearchPage,
  SEARCH_DESCRIPTION,
  searchQuery,
  toSearchRequest,
} from '../../schemas/search.ts';
import { searchSiteListings } from '../../services/availability/search.ts';
import type { SiteListing } from '../../services/listings.ts';

export const publicSearchRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/:teamSlug/search',
    {
      config: { keeping: REVALIDATED_ANSWER, dear: true, timesCounted: TIMES_SEARCH_COUNTS },
      schema: {
        operationId: 'searchPublicListings',
        tags: ['Booking site'],
        summary: 'Search for a stay',
        description: `${SEARCH_DESCRIPTION} The search covers the places that the booking site shows.`,
        params: siteParams,
        querystring: searchQuery,
        response: { 200: createSearchAnswer(siteListingSchema, 'PublicSearchResult') },
      },
    },
    async (request) => {
      const { query, languageChoice } = request;
      const page = toPageRequest(query);
      const search = { request: toSearchRequest(query, languageChoice), page };
      const result = await searchSiteListings(request.scope, search);
      const present = createSearchResultPresenter(languageChoice, (listing: SiteListing, baseUrl) =>
        presentSiteListing(listing, baseUrl, languageChoice),
      );
      const results = presentPage(request, page, result, present);
      return presentSearchPage(results, result);
    },
  );
};
