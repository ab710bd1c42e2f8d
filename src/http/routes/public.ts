import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AvailabilityService } from '../../services/availability.ts';
import type { ListingService } from '../../services/listings.ts';
import { ASKED_EVERY_TIME, MAY_BE_KEPT } from '../caching.ts';
import { notFound } from '../errors.ts';
import { answerCalendar, answerQuote, availabilityAnswer, calendarAnswer } from '../offer-answers.ts';
import { operation } from '../reference/operation.ts';
import { calendarQuery, stayQuery } from '../stay-parameters.ts';
import { pageParameters, pageRequestOf, pageSchema, presentPage } from '../wire/page.ts';
import { presentSiteListing, siteListingSchema } from '../wire/site-listing.ts';

type PublicServices = { listings: ListingService; availability: AvailabilityService };

const siteParams = z.object({
  teamSlug: z.string().describe('The first label of the booking site’s host name.'),
});
const params = siteParams.extend({
  listingSlug: z.string().describe('The listing’s slug, or a unit type’s.'),
});

const listPublicListings = operation({
  id: 'listPublicListings',
  tag: 'Booking site',
  summary: 'List what the booking site shows',
  description: 'Places and buildings, by title and then slug; unit types stand inside their building.',
});
const getPublicListing = operation({
  id: 'getPublicListing',
  tag: 'Booking site',
  summary: 'Read a listing',
});
const getPublicAvailability = operation({
  id: 'getPublicAvailability',
  tag: 'Booking site',
  summary: 'Quote a stay',
  description: 'The same answer as the team gets.',
});
const getPublicCalendar = operation({
  id: 'getPublicCalendar',
  tag: 'Booking site',
  summary: 'Read a listing’s calendar',
  description: 'One entry for each day from `start_date` to `end_date`, both included.',
});

/** What a team's booking site shows to anyone. */
export const publicRoutes: FastifyPluginCallbackZod<PublicServices> = (
  app,
  { listings, availability },
  done,
) => {
  app.get(
    '/listings',
    {
      config: MAY_BE_KEPT,
      schema: {
        ...listPublicListings,
        params: siteParams,
        querystring: z.object(pageParameters),
        response: { 200: pageSchema(siteListingSchema) },
      },
    },
    async (request) => {
      const page = pageRequestOf(request.query);
      const found = await listings.listSiteListings(request.site.id, page);
      return presentPage(request, page, found, presentSiteListing);
    },
  );

  app.get(
    '/listings/:listingSlug',
    {
      config: MAY_BE_KEPT,
      schema: {
        ...getPublicListing,
        params,
        response: { 200: z.object({ data: siteListingSchema }) },
      },
    },
    async (request) => {
      const listing = await listings.findSiteListing(request.site.id, request.params.listingSlug);
      if (!listing) throw notFound('listing');
      return { data: presentSiteListing(listing) };
    },
  );

  app.get(
    '/listings/:listingSlug/availability',
    {
      attachValidation: true,
      config: ASKED_EVERY_TIME,
      schema: { ...getPublicAvailability, params, querystring: stayQuery, response: availabilityAnswer },
    },
    async (request) => {
      const listing = await availability.findSiteListing(request.site.id, request.params.listingSlug);
      if (!listing) throw notFound('listing');
      return answerQuote(request, availability, request.site.id, listing);
    },
  );

  app.get(
    '/listings/:listingSlug/calendar',
    {
      attachValidation: true,
      config: ASKED_EVERY_TIME,
      schema: { ...getPublicCalendar, params, querystring: calendarQuery, response: calendarAnswer },
    },
    async (request) => {
      const listing = await availability.findSiteListing(request.site.id, request.params.listingSlug);
      if (!listing) throw notFound('listing');
      return answerCalendar(request, availability, request.site.id, listing);
    },
  );
  done();
};
