import { MAX_CALENDAR_DAYS, MAX_LISTING_IDS } from '../../domain/limits.ts';
import { LISTING_KINDS, LISTING_STATUSES } from '../../domain/vocabulary.ts';
import { listingCalendarSchema, presentListingCalendar } from '../../schemas/availability.ts';
import { idField, idListParameter, idParameter, wordListParameter } from '../../schemas/fields.ts';
import { occupancySchema, presentOccupancy } from '../../schemas/occupancy.ts';
import {
  calendarQuery,
  calendarsDays,
  dateField,
  stayQuery,
  windowChecks,
} from '../../schemas/stay-parameters.ts';
import { availabilityAnswer, calendarAnswer, calendarOf, quoteOf } from '../offer-answers.ts';
import { resource } from '../operation.ts';
import { list, read } from '../reading.ts';

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
  findsItself: true,
  answer: (asked) => quoteOf({ id: asked.params.listing }, asked),
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
  findsItself: true,
  answer: (asked) => calendarOf({ id: asked.params.listing }, asked),
});

const listCalendars = list({
  id: 'listCalendars',
  tag: 'Availability',
  summary: 'Read many calendars',
  description:
    'The calendars of the team’s listings, by title and then slug. Each is the same as the listing’s own calendar.',
  asks: 'team',
  route: 'GET /v1/calendars',
  filters: {
    ...calendarsDays.fields,
    status: wordListParameter(LISTING_STATUSES).optional().describe('Any of these, separated by commas.'),
    kind: wordListParameter(LISTING_KINDS).optional().describe('Any of these, separated by commas.'),
    listing_ids: idListParameter(MAX_LISTING_IDS)
      .optional()
      .describe(`Only these listings, separated by commas: at most ${MAX_LISTING_IDS}.`),
  },
  checks: calendarsDays.checks,
  item: listingCalendarSchema,
  find: ({ services, teamId, query: { start_date, end_date, status, kind, listing_ids } }, page, { cost }) =>
    services.calendars.listCalendars(
      teamId,
      {
        filter: { statuses: status, kinds: kind, ids: listing_ids },
        window: { startDate: start_date, endDate: end_date },
      },
      page,
      cost,
    ),
  present: presentListingCalendar,
});

const listOccupancies = list({
  id: 'listOccupancies',
  tag: 'Availability',
  summary: 'List occupied units',
  description:
    'Everything that takes a unit on a night from `from` up to, but not including, `to`: bookings with their preparation nights, and blocks. By listing, unit and first night.',
  asks: 'team',
  route: 'GET /v1/occupancies',
  filters: {
    from: dateField.describe('The first night.'),
    to: dateField.describe(`The day after the last night: at most ${MAX_CALENDAR_DAYS} nights later.`),
    listing_id: idField
      .optional()
      .describe('Only units of this listing; for a building, those of its unit types.'),
    unit_id: idField.optional().describe('Only this unit.'),
  },
  checks: windowChecks,
  item: occupancySchema,
  find: ({ services, teamId, query: { from, to, listing_id, unit_id } }, page) =>
    services.occupancies.listOccupancies(
      teamId,
      { startDate: from, endDate: to, listingId: listing_id ?? null, unitId: unit_id ?? null },
      page,
    ),
  present: presentOccupancy,
});

export const availabilityOperations = [getAvailability, getCalendar, listCalendars, listOccupancies];
