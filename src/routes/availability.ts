import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { chooseNamedLanguage } from '../domain/languages/negotiate.ts';
import { isCsvPreferred, sendCsv, unlessCsv } from '../plugins/csv-answer.ts';
import { requireFound } from '../plugins/errors.ts';
import { paginate } from '../plugins/paging.ts';
import { hasManyNights } from '../plugins/shares/admission.ts';
import {
  availabilityAnswer,
  calendarAnswer,
  calendarListAnswer,
  calendarQuery,
  calendarsQuery,
  presentCalendarDay,
  presentListingCalendar,
  presentQuote,
  stayQueryInLanguage,
  toCalendarDates,
  toStayRequest,
} from '../schemas/availability.ts';
import { listAnswerColumns, toAnswerCells } from '../schemas/fields/csv-columns.ts';
import { listingParams } from '../schemas/listings/listing.ts';
import {
  createOccupancyPresenter,
  occupancyListAnswer,
  occupancyQuery,
  occupancySchema,
} from '../schemas/occupancy.ts';
import { mayDo } from '../services/access/access.ts';
import { listCalendars, readListingCalendar } from '../services/availability/calendars.ts';
import { listOccupancies, writeOccupancyList } from '../services/availability/occupancies.ts';
import { quoteListing } from '../services/availability/quote.ts';

const OCCUPANCY_COLUMNS = listAnswerColumns(occupancySchema);
const tags = ['Availability'];

export const availabilityRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/availability/:listing',
    {
      config: { permission: 'prices:read', dear: hasManyNights('check_in', 'check_out') },
      schema: {
        operationId: 'getAvailability',
        tags,
        summary: 'Quote a stay',
        description:
          'Says whether the stay is available, which rules it fails, and its total price. The answer is a 200 with a price even if the stay is not available. A coupon that does not apply is a 422 under `coupon_code`.',
        params: listingParams,
        querystring: stayQueryInLanguage,
        response: { 200: availabilityAnswer },
      },
    },
    async ({ scope, params, query }) => {
      const listing = { id: params.listing };
      const quote = requireFound('listing', await quoteListing(scope, listing, toStayRequest(query)));
      return { data: presentQuote(quote, chooseNamedLanguage(scope.terms.languages, query.language)) };
    },
  );

  app.get(
    '/listings/:listing/calendar',
    {
      config: { permission: { all: ['calendar:read', 'prices:read'] } },
      schema: {
        operationId: 'getCalendar',
        tags,
        summary: 'Read a listing’s calendar',
        description: 'One entry for each day from `start_date` to `end_date`, both included.',
        params: listingParams,
        querystring: calendarQuery,
        response: { 200: calendarAnswer },
      },
    },
    async ({ scope, params, query }) => {
      const listing = { id: params.listing };
      const days = requireFound('listing', await readListingCalendar(scope, listing, toCalendarDates(query)));
      return { data: days.map(presentCalendarDay) };
    },
  );

  app.get(
    '/calendars',
    {
      config: { permission: { all: ['calendar:read', 'prices:read'] }, dear: true },
      schema: {
        operationId: 'listCalendars',
        tags,
        summary: 'Read many calendars',
        description:
          'The calendars of the team’s listings, by title and then slug. Each is the same as the listing’s own calendar.',
        querystring: calendarsQuery,
        response: { 200: calendarListAnswer },
      },
    },
    (request) => {
      const { scope, query } = request;
      const filter = { statuses: query.status, kinds: query.kind, ids: query.listing_ids };
      return paginate(request, presentListingCalendar, (page) =>
        listCalendars(scope, { filter, window: toCalendarDates(query), page }),
      );
    },
  );

  app.get(
    '/occupancies',
    {
      config: { permission: 'calendar:read', dear: unlessCsv(hasManyNights('from', 'to')) },
      schema: {
        operationId: 'listOccupancies',
        tags,
        summary: 'List occupied units',
        description:
          'Everything that takes a unit on a night from `from` up to, but not including, `to`: bookings with their preparation nights, and blocks. By listing, unit and first night. With `Accept: text/csv`, the whole filtered list as CSV; `page` and `per_page` are then ignored.',
        querystring: occupancyQuery,
        response: { 200: occupancyListAnswer },
      },
    },
    (request, reply) => {
      const presentOccupancy = createOccupancyPresenter(mayDo(request.scope.access, 'guests:read'));
      const { from, to, listing_id: listingId = null, unit_id: unitId = null } = request.query;
      const filter = { startDate: from, endDate: to, listingId, unitId };
      if (isCsvPreferred(request, reply))
        return sendCsv(request, reply, {
          name: 'occupancies',
          columns: OCCUPANCY_COLUMNS.map(({ name }) => name),
          read: (write) =>
            writeOccupancyList(request.scope, filter, (rows) =>
              write(rows.map((row) => toAnswerCells(OCCUPANCY_COLUMNS, presentOccupancy(row)))),
            ),
        });
      return paginate(request, presentOccupancy, (page) => listOccupancies(request.scope, filter, page));
    },
  );
};
