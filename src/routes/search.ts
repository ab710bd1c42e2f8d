import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { chooseNamedLanguage } from '../domain/languages/negotiate.ts';
import { presentPage, toPageRequest } from '../plugins/paging.ts';
import { TIMES_SEARCH_COUNTS } from '../plugins/rate-limit.ts';
import { listingSchema, presentListing } from '../schemas/listings/listing.ts';
import {
  createSearchAnswer,
  createSearchResultPresenter,
  presentSearchPage,
  SEARCH_DESCRIPTION,
  searchQueryInLanguage,
  toSearchRequest,
} from '../schemas/search.ts';
import { searchListings } from '../services/availability/search.ts';

export const searchRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/search',
    {
      config: { permission: 'prices:read', dear: true, timesCounted: TIMES_SEARCH_COUNTS },
      schema: {
        operationId: 'searchListings',
        tags: ['Availability'],
        summary: 'Search for a stay',
        description: `${SEARCH_DESCRIPTION} The search covers the team’s active listings.`,
        querystring: searchQueryInLanguage,
        response: { 200: createSearchAnswer(listingSchema, 'SearchResult') },
      },
    },
    async (request) => {
      const { scope, query } = request;
      const page = toPageRequest(query);
      const search = { request: toSearchRequest(query), page };
      const result = await searchListings(scope, search);
      const choice = chooseNamedLanguage(scope.terms.languages, query.language);
      const present = createSearchResultPresenter(choice, presentListing);
      const results = presentPage(request, page, result, present);
      return presentSearchPage(results, result);
    },
  );
};
