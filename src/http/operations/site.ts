/** The parts of a team's booking site that everybody can read. */
import { z } from 'zod';
import { ASKED_EVERY_TIME, MAY_BE_KEPT } from '../../plugins/etag.ts';
import { slugField } from '../../schemas/fields.ts';
import { presentSiteListing, siteListingSchema } from '../../schemas/site-listing.ts';
import { presentSiteTerms, siteTermsSchema } from '../../schemas/site-terms.ts';
import { calendarQuery, stayQuery } from '../../schemas/stay-parameters.ts';
import { availabilityAnswer, calendarAnswer, calendarOf, quoteOf } from '../offer-answers.ts';
import { resource } from '../operation.ts';
import { list, read } from '../reading.ts';

const params = { listingSlug: slugField.describe('The listing’s slug, or a unit type’s.') };

const offeredListing = resource({
  name: 'listing',
  params,
  find: ({ services, teamId, params: { listingSlug } }) =>
    services.availability.findSiteListing(teamId, listingSlug),
});

const listPublicListings = list({
  id: 'listPublicListings',
  tag: 'Booking site',
  summary: 'List the site’s places',
  description: 'Places and buildings, by title and then slug. Unit types are inside their building.',
  asks: 'site',
  route: 'GET /v1/public/:teamSlug/listings',
  keeping: MAY_BE_KEPT,
  item: siteListingSchema,
  find: ({ services, teamId }, page) => services.listings.listSiteListings(teamId, page),
  present: presentSiteListing,
});

const getPublicListing = read({
  id: 'getPublicListing',
  tag: 'Booking site',
  summary: 'Read a listing',
  asks: 'site',
  route: 'GET /v1/public/:teamSlug/listings/:listingSlug',
  resource: resource({
    name: 'listing',
    params,
    find: ({ services, teamId, params: { listingSlug } }) =>
      services.listings.findSiteListing(teamId, listingSlug),
  }),
  keeping: MAY_BE_KEPT,
  success: z.object({ data: siteListingSchema }),
  answer: ({ found }) => ({ data: presentSiteListing(found) }),
});

const getPublicTerms = read({
  id: 'getPublicTerms',
  tag: 'Booking site',
  summary: 'Read a listing’s terms',
  asks: 'site',
  route: 'GET /v1/public/:teamSlug/listings/:listingSlug/terms',
  resource: resource({
    name: 'listing',
    params,
    find: ({ services, teamId, params: { listingSlug } }) =>
      services.listings.findSiteTerms(teamId, listingSlug),
  }),
  keeping: ASKED_EVERY_TIME,
  success: z.object({ data: siteTermsSchema }),
  answer: ({ found }) => ({ data: presentSiteTerms(found) }),
});

const getPublicAvailability = read({
  id: 'getPublicAvailability',
  tag: 'Booking site',
  summary: 'Quote a stay',
  description: 'The answer is the same as for the team.',
  asks: 'site',
  route: 'GET /v1/public/:teamSlug/listings/:listingSlug/availability',
  resource: offeredListing,
  query: stayQuery,
  keeping: ASKED_EVERY_TIME,
  success: availabilityAnswer,
  findsItself: true,
  answer: (asked) => quoteOf({ slug: asked.params.listingSlug }, asked),
});

const getPublicCalendar = read({
  id: 'getPublicCalendar',
  tag: 'Booking site',
  summary: 'Read a listing’s calendar',
  description: 'One entry for each day from `start_date` to `end_date`, both included.',
  asks: 'site',
  route: 'GET /v1/public/:teamSlug/listings/:listingSlug/calendar',
  resource: offeredListing,
  query: calendarQuery,
  keeping: ASKED_EVERY_TIME,
  success: calendarAnswer,
  findsItself: true,
  answer: (asked) => calendarOf({ slug: asked.params.listingSlug }, asked),
});

export const siteOperations = [
  listPublicListings,
  getPublicListing,
  getPublicTerms,
  getPublicAvailability,
  getPublicCalendar,
];
