import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AvailabilityService } from '../../services/availability.ts';
import type { ListingService } from '../../services/listings.ts';
import { notFound } from '../errors.ts';
import { answerCalendar, answerQuote, availabilityAnswer, calendarAnswer } from '../offer-answers.ts';
import { calendarQuery, stayQuery } from '../stay-parameters.ts';
import { pageParameters, pageRequestOf, pageSchema, presentPage } from '../wire/page.ts';
import { presentSiteListing, siteListingSchema } from '../wire/site-listing.ts';

type PublicServices = { listings: ListingService; availability: AvailabilityService };

const params = z.object({ listingSlug: z.string() });

/** What a team's booking site shows to anyone. */
export const publicRoutes: FastifyPluginCallbackZod<PublicServices> = (
  app,
  { listings, availability },
  done,
) => {
  app.get(
    '/listings',
    { schema: { querystring: z.object(pageParameters), response: { 200: pageSchema(siteListingSchema) } } },
    async (request) => {
      const page = pageRequestOf(request.query);
      const found = await listings.listSiteListings(request.site.id, page);
      return presentPage(request, page, found, presentSiteListing);
    },
  );

  app.get(
    '/listings/:listingSlug',
    {
      schema: {
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
    { attachValidation: true, schema: { params, querystring: stayQuery, response: availabilityAnswer } },
    async (request) => {
      const listing = await availability.findSiteListing(request.site.id, request.params.listingSlug);
      if (!listing) throw notFound('listing');
      return answerQuote(request, availability, request.site.id, listing);
    },
  );

  app.get(
    '/listings/:listingSlug/calendar',
    { attachValidation: true, schema: { params, querystring: calendarQuery, response: calendarAnswer } },
    async (request) => {
      const listing = await availability.findSiteListing(request.site.id, request.params.listingSlug);
      if (!listing) throw notFound('listing');
      return answerCalendar(request, availability, request.site.id, listing);
    },
  );
  done();
};
