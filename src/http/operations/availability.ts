import { idParameter } from '../fields.ts';
import { availabilityAnswer, calendarAnswer, calendarOf, quoteOf } from '../offer-answers.ts';
import { resource } from '../operation.ts';
import { read } from '../reading.ts';
import { calendarQuery, stayQuery } from '../stay-parameters.ts';

/** A team's listing in any status. */
const offeredListing = resource({
  name: 'listing',
  params: { listing: idParameter('The listing’s id.') },
  find: ({ services, teamId, params }) => services.availability.findListing(teamId, params.listing),
});

const getAvailability = read({
  id: 'getAvailability',
  tag: 'Availability',
  summary: 'Quote a stay',
  description:
    'Says whether the stay is available, which rules it fails, and its total price. The answer is a 200 with a price even if the stay is not available. A coupon that does not apply is a 422 under `coupon_code`.',
  asks: 'team',
  route: 'GET /v1/availability/:listing',
  resource: offeredListing,
  query: stayQuery,
  success: availabilityAnswer,
  answer: quoteOf,
});

const getCalendar = read({
  id: 'getCalendar',
  tag: 'Availability',
  summary: 'Read a listing’s calendar',
  description: 'One entry for each day from `start_date` to `end_date`, both included.',
  asks: 'team',
  route: 'GET /v1/listings/:listing/calendar',
  resource: offeredListing,
  query: calendarQuery,
  success: calendarAnswer,
  answer: calendarOf,
});

export const availabilityOperations = [getAvailability, getCalendar];
