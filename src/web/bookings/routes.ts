import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { todayInZone } from '../../domain/dates.ts';
import { BOOKING_STATUSES } from '../../domain/vocabulary.ts';
import { bookingChangeBody } from '../../schemas/booking-bodies.ts';
import { bookingSourcesParameter } from '../../schemas/booking-source.ts';
import { dateField } from '../../schemas/date-fields.ts';
import { textField } from '../../schemas/fields.ts';
import { wordListParameter } from '../../schemas/parameters.ts';
import { confirmBooking } from '../../services/bookings/cancel.ts';
import { changeBooking } from '../../services/bookings/change.ts';
import { type Booking, listArrivals, searchBookings } from '../../services/bookings/read.ts';
import type { Services } from '../../services/services.ts';
import type { TeamScope } from '../../services/team-scope.ts';
import { redirectWithNotice } from '../flash.ts';
import { emptyForm } from '../form.ts';
import { LONG_FORM, readId, teamPath } from '../member-visit.ts';
import { type Query, ROWS_PER_PAGE, readPageNumber, readQuery } from '../paging.ts';
import { computeFormVersion, forgetSeen, readForm, toRefusedForm } from '../sent-form.ts';
import { sendPage } from '../views/layout.ts';
import { BOOKING_FILTERS, bookingsPage } from './list-page.ts';
import { bookingPath, listNotes, showBooking } from './show-booking.ts';

const LABELS = {
  q: 'The search',
  status: 'Status',
  source: 'Source',
  from: 'Arrival from',
  to: 'Arrival to',
  notes: 'Your team’s notes',
  special_requests: 'The guest’s requests',
};

const filters = z.object({
  q: textField({ max: 100 }).optional(),
  status: wordListParameter(BOOKING_STATUSES),
  source: bookingSourcesParameter,
  from: dateField.optional(),
  to: dateField.optional(),
});

/** The list of bookings. The list opens with bookings that arrive from today on, or with all if there are none. */
export const bookingListRoute: FastifyPluginAsync<Services> = async (app, { clock }) => {
  /** From a day on, the next arrival comes first. Without that day, the newest booking comes first. */
  async function find(scope: TeamScope, query: Query, page: number) {
    const form = readForm({}, LABELS);
    const { q: text, from, to, status, source } = form.check(filters, query) ?? {};
    const filter = { statuses: status, sources: source, checkInFrom: from, checkInTo: to };
    const pageRequest = { page, perPage: ROWS_PER_PAGE };
    const found =
      from !== undefined && text === undefined
        ? { ...(await listArrivals(scope, filter, pageRequest)), isCut: false }
        : await searchBookings(scope, { text, ...filter }, pageRequest);
    return { query, bookings: found, errors: form.errors };
  }

  app.get('/bookings', async (request, reply) => {
    const { team } = request.teamVisit;
    const page = readPageNumber(request.query);
    const isOpened = Object.keys(request.query as object).length === 0;
    const arrivals = isOpened
      ? await find(request.scope, { from: todayInZone(team.timezone, clock()) }, page)
      : null;
    const found =
      arrivals !== null && arrivals.bookings.total > 0
        ? arrivals
        : await find(request.scope, readQuery(request.query, BOOKING_FILTERS), page);
    const body = bookingsPage(reply, { base: teamPath(request), page, ...found });
    return sendPage(reply, {
      title: 'Bookings',
      status: Object.keys(found.errors).length === 0 ? 200 : 422,
      tab: 'bookings',
      body,
    });
  });
};

/** One booking: shown, confirmed, and its notes. */
export const bookingRoutes: FastifyPluginAsync = async (app) => {
  app.get('/bookings/:booking', (_request, reply) => showBooking(reply));

  app.post('/bookings/:booking/confirm', async (request, reply) => {
    try {
      await confirmBooking(request.scope, readId(request, 'booking'));
      return redirectWithNotice(reply, bookingPath(request), 'The booking is confirmed.');
    } catch (error) {
      return showBooking(reply, toRefusedForm(emptyForm, error), 422);
    }
  });

  app.post('/bookings/:booking/notes', LONG_FORM, async (request, reply) => {
    const form = readForm(request.body, LABELS);
    const seen = form.text('seen');
    // The form of a booking that is over has notes alone.
    const hasRequests = Object.hasOwn(request.body as object, 'special_requests');
    const input = form.check(bookingChangeBody, {
      notes: form.optional('notes'),
      ...(hasRequests ? { special_requests: form.optional('special_requests') } : {}),
    });
    if (!input) return showBooking(reply, form, 422);
    const isCurrent = (stored: Booking) => computeFormVersion(listNotes(stored)) === seen;
    try {
      await changeBooking(request.scope, readId(request, 'booking'), input, { isCurrent });
      return redirectWithNotice(reply, bookingPath(request), 'The notes are saved.');
    } catch (error) {
      return showBooking(reply, forgetSeen(form.refused(error)), 422);
    }
  });
};
