import { invalidFields } from '../../plugins/errors.ts';
import { ASKED_EVERY_TIME } from '../../plugins/etag.ts';
import { pageRequestOf } from '../../plugins/paging.ts';
import { listingSchema, presentListing } from '../../schemas/listing.ts';
import { presentSearch, searchSchema } from '../../schemas/search.ts';
import { searchQuery, searchRequestOf } from '../../schemas/search-parameters.ts';
import { presentSiteListing, siteListingSchema } from '../../schemas/site-listing.ts';
import { read } from '../reading.ts';

const DESCRIPTION =
  'Checks and prices a stay at every place at once. Each answer is the same as the place’s own quote. Places whose price is too large are left out.';

const searchListings = read({
  id: 'searchListings',
  tag: 'Availability',
  summary: 'Search for a stay',
  description: `${DESCRIPTION} The search covers the team’s active listings.`,
  asks: 'team',
  route: 'GET /v1/search',
  query: searchQuery,
  success: searchSchema(listingSchema, 'SearchResult'),
  async answer({ services, teamId, query }, request) {
    const page = pageRequestOf(query);
    const found = await services.search.searchListings(teamId, searchRequestOf(query), page, request.cost);
    if (!found.ok) throw invalidFields(found.errors);
    return presentSearch(request, page, found.answer, presentListing);
  },
});

const searchPublicListings = read({
  id: 'searchPublicListings',
  tag: 'Booking site',
  summary: 'Search for a stay',
  description: `${DESCRIPTION} The search covers the places that the booking site shows.`,
  asks: 'site',
  route: 'GET /v1/public/:teamSlug/search',
  query: searchQuery,
  keeping: ASKED_EVERY_TIME,
  success: searchSchema(siteListingSchema, 'PublicSearchResult'),
  async answer({ services, teamId, query }, request) {
    const page = pageRequestOf(query);
    const found = await services.search.searchSiteListings(
      teamId,
      searchRequestOf(query),
      page,
      request.cost,
    );
    if (!found.ok) throw invalidFields(found.errors);
    return presentSearch(request, page, found.answer, presentSiteListing);
  },
});

export const searchOperations = [searchListings];
export const siteSearchOperations = [searchPublicListings];
