import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireFound } from '../../plugins/errors.ts';
import { REVALIDATED_ANSWER } from '../../plugins/etag.ts';
import { paginate, publicBaseUrl } from '../../plugins/paging.ts';
import { hasLargePage, hasManyNights } from '../../plugins/shares/admission.ts';
import {
  availabilityAnswer,
  calendarQuery,
  presentQuote,
  presentSiteDay,
  siteCalendarAnswer,
  stayQuery,
  toCalendarDates,
  toStayRequest,
} from '../../schemas/availability.ts';
import { pageQuery } from '../../schemas/page.ts';
import { presentSiteDetails, siteDetailsAnswer } from '../../schemas/public/details.ts';
import {
  presentSiteListing,
  presentSiteTerms,
  siteListingAnswer,
  siteListingListAnswer,
  siteListingParams,
  siteParams,
  siteTermsAnswer,
} from '../../schemas/public/listing.ts';
import { readListingCalendar } from '../../services/availability/calendars.ts';
import { quoteListing } from '../../services/availability/quote.ts';
import { findSiteDetails } from '../../services/availability/site-details.ts';
import {
  findSiteListing,
  findSiteTerms,
  listSiteListings,
  type SiteListing,
} from '../../services/listings.ts';

const tags = ['Booking site'];

export const publicListingRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/:teamSlug/listings',
    {
      config: { keeping: REVALIDATED_ANSWER, dear: hasLargePage },
      schema: {
        operationId: 'listPublicListings',
        tags,
        summary: 'List the site’s places',
        description: 'Places and buildings, by title and then slug. Unit types are inside their building.',
        params: siteParams,
        querystring: pageQuery,
        response: { 200: siteListingListAnswer },
      },
    },
    (request) => {
      const { scope, languageChoice } = request;
      return paginate(
        request,
        (listing: SiteListing, baseUrl) => presentSiteListing(listing, baseUrl, languageChoice),
        (page) => listSiteListings(scope, page),
      );
    },
  );

  app.get(
    '/:teamSlug/listings/:listingSlug',
    {
      config: { keeping: REVALIDATED_ANSWER },
      schema: {
        operationId: 'getPublicListing',
        tags,
        summary: 'Read a listing',
        description: 'A place, or a building with its unit types. One that the site does not show is a 404.',
        params: siteListingParams,
        response: { 200: siteListingAnswer },
      },
    },
    async (request) => {
      const found = await findSiteListing(request.scope, request.params.listingSlug);
      const listing = requireFound('listing', found);
      return { data: presentSiteListing(listing, publicBaseUrl(request), request.languageChoice) };
    },
  );

  app.get(
    '/:teamSlug/listings/:listingSlug/details',
    {
      config: { keeping: REVALIDATED_ANSWER },
      schema: {
        operationId: 'getPublicListingDetails',
        tags,
        summary: 'Read what a listing has',
        description:
          'Amenities, house rules, rooms and beds, captions of photos, and the extras that can be chosen.',
        params: siteListingParams,
        response: { 200: siteDetailsAnswer },
      },
    },
    async ({ scope, params, languageChoice }) => {
      const details = requireFound('listing', await findSiteDetails(scope, params.listingSlug));
      return { data: presentSiteDetails(details, languageChoice) };
    },
  );

  app.get(
    '/:teamSlug/listings/:listingSlug/terms',
    {
      config: { keeping: REVALIDATED_ANSWER },
      schema: {
        operationId: 'getPublicTerms',
        tags,
        summary: 'Read a listing’s terms',
        description: 'Cancellation, deposit and balance, and times of arrival and departure.',
        params: siteListingParams,
        response: { 200: siteTermsAnswer },
      },
    },
    async ({ scope, params, languageChoice }) => {
      const terms = requireFound('listing', await findSiteTerms(scope, params.listingSlug));
      return { data: presentSiteTerms(terms, languageChoice) };
    },
  );

  app.get(
    '/:teamSlug/listings/:listingSlug/availability',
    {
      config: { keeping: REVALIDATED_ANSWER, dear: hasManyNights('check_in', 'check_out') },
      schema: {
        operationId: 'getPublicAvailability',
        tags,
        summary: 'Quote a stay',
        description: 'The answer is the same as for the team.',
        params: siteListingParams,
        querystring: stayQuery,
        response: { 200: availabilityAnswer },
      },
    },
    async ({ scope, params, query, languageChoice }) => {
      const listing = { slug: params.listingSlug };
      const quote = requireFound('listing', await quoteListing(scope, listing, toStayRequest(query)));
      return { data: presentQuote(quote, languageChoice) };
    },
  );

  app.get(
    '/:teamSlug/listings/:listingSlug/calendar',
    {
      config: { keeping: REVALIDATED_ANSWER },
      schema: {
        operationId: 'getPublicCalendar',
        tags,
        summary: 'Read a listing’s calendar',
        description: 'One entry for each day from `start_date` to `end_date`, both included.',
        params: siteListingParams,
        querystring: calendarQuery,
        response: { 200: siteCalendarAnswer },
      },
    },
    async ({ scope, params, query }) => {
      const listing = { slug: params.listingSlug };
      const days = requireFound('listing', await readListingCalendar(scope, listing, toCalendarDates(query)));
      return { data: days.map(presentSiteDay) };
    },
  );
};
