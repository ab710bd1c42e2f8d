import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { todayInZone } from '../../../../domain/dates/dates.ts';
import { BALANCE_STATES, BOOKING_SORTS, BOOKING_STATUSES } from '../../../../domain/vocabulary.ts';
import { sendCsv } from '../../../../plugins/csv-answer.ts';
import { bookingSourcesParameter } from '../../../../schemas/bookings/source.ts';
import { BOOKING_COLUMNS, listColumnNames, toCells } from '../../../../schemas/fields/csv-columns.ts';
import { dateField } from '../../../../schemas/fields/dates.ts';
import { textField } from '../../../../schemas/fields/fields.ts';
import { wordListParameter } from '../../../../schemas/parameters.ts';
import { mayDo } from '../../../../services/access/access.ts';
import { type ListedBooking, writeBookingList } from '../../../../services/bookings/csv-list.ts';
import { listArrivals, searchBookings } from '../../../../services/bookings/read.ts';
import type { Services } from '../../../../services/services.ts';
import type { TeamScope } from '../../../../services/team-scope.ts';
import { needs, teamPath } from '../../../../web/member-visit.ts';
import { buildUrl, type Query, ROWS_PER_PAGE, readPageNumber, readQuery } from '../../../../web/paging.ts';
import { readPlaceNames } from '../../../../web/place-names.ts';
import { readForm } from '../../../../web/sent-form.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { bookingsPage, listBookingFilters } from './list-page.ts';

const LABELS = {
  q: 'The search',
  status: 'Status',
  source: 'Source',
  balance: 'Payments',
  sort: 'Order',
  from: 'Arrival from',
  to: 'Arrival to',
  arriving_on: 'Arriving on',
  departing_on: 'Leaving on',
  in_house_on: 'In house on',
};

const filters = z.object({
  q: textField({ max: 100 }).optional(),
  status: wordListParameter(BOOKING_STATUSES),
  source: bookingSourcesParameter,
  balance: z.enum(BALANCE_STATES).optional(),
  sort: z.enum(BOOKING_SORTS).optional(),
  from: dateField.optional(),
  to: dateField.optional(),
  arriving_on: dateField.optional(),
  departing_on: dateField.optional(),
  in_house_on: dateField.optional(),
});

function readFilters(query: Query) {
  const form = readForm({}, LABELS);
  const input = form.check(filters, query) ?? {};
  const { q: text, status, source, balance, sort, from, to } = input;
  const filter = {
    statuses: status,
    sources: source,
    balance,
    checkInFrom: from,
    checkInTo: to,
    arrivingOn: input.arriving_on,
    departingOn: input.departing_on,
    inHouseOn: input.in_house_on,
  };
  // By arrival the next one comes first, and otherwise the newest booking.
  const isByArrival = sort === undefined && from !== undefined && text === undefined;
  return { text, sort, filter, isByArrival, errors: form.errors };
}

/** Those in the address that the member may use. */
const readQueryOf = ({ query, scope }: FastifyRequest): Query =>
  readQuery(query, listBookingFilters(mayDo(scope.access, 'money:read')));

async function find(scope: TeamScope, query: Query, page: number) {
  const { text, sort, filter, isByArrival, errors } = readFilters(query);
  const pageRequest = { page, perPage: ROWS_PER_PAGE };
  const bookings = isByArrival
    ? { ...(await listArrivals(scope, filter, pageRequest)), isCut: false }
    : await searchBookings(scope, { text, sort, ...filter }, pageRequest);
  return { query, bookings, errors };
}

/** Without filters in its address, the page shows arrivals from today on, or all bookings if nobody arrives. */
export const bookingListRoutes: FastifyPluginAsync<Services> = async (app, { clock }) => {
  app.get('/bookings', needs('bookings:read'), async (request, reply) => {
    const { team } = request.teamVisit;
    const page = readPageNumber(request.query);
    const isOpened = Object.keys(request.query as object).length === 0;
    const today = todayInZone(team.timezone, clock());
    const arrivals = isOpened ? await find(request.scope, { from: today }, page) : null;
    const found =
      arrivals !== null && arrivals.bookings.total > 0
        ? arrivals
        : await find(request.scope, readQueryOf(request), page);
    const presentPlace = await readPlaceNames(
      request.scope,
      found.bookings.rows.map(({ listing }) => listing),
    );
    const showsMoney = mayDo(request.scope.access, 'money:read');
    const view = { base: teamPath(request), page, today, showsMoney, presentPlace, ...found };
    const body = bookingsPage(reply, view);
    return sendPage(reply, {
      title: 'Bookings',
      status: Object.keys(found.errors).length === 0 ? 200 : 422,
      tab: 'bookings',
      body,
    });
  });

  /** All pages of the list. If a filter is wrong, the page shows the error instead of the file. */
  app.get('/bookings.csv', needs('bookings:read'), (request, reply) => {
    const query = readQueryOf(request);
    const { text, sort, filter, isByArrival, errors } = readFilters(query);
    if (Object.keys(errors).length > 0)
      return reply.redirect(buildUrl(`${teamPath(request)}/bookings`, query), 303);
    const list = { ...filter, text, hasNicknames: true, sort: isByArrival ? ('check_in' as const) : sort };
    return sendCsv(request, reply, {
      name: 'bookings',
      columns: listColumnNames(BOOKING_COLUMNS),
      read: (write) =>
        writeBookingList(request.scope, list, (rows) =>
          write(rows.map((row) => toCells<ListedBooking>(BOOKING_COLUMNS, row))),
        ),
    });
  });
};
