import type { FastifyReply } from 'fastify';
import { MAX_UNITS } from '../../domain/limits.ts';
import { type Booking, findBookingFile } from '../../services/bookings/read.ts';
import type { Services } from '../../services/services.ts';
import { emptyForm, type Form } from '../form.ts';
import { computeFormVersion } from '../open-form.ts';
import { noSuchPage } from '../page-error.ts';
import { readPageNumber } from '../paging.ts';
import { readId, teamPath } from '../team-scope.ts';
import { sendPage } from '../views/layout.ts';
import { bookingPage } from './booking-page.ts';

const EVENTS_PER_PAGE = 50;
const ALL_UNITS = { page: 1, perPage: MAX_UNITS };

/** The notes as a form shows them. */
export const listNotes = ({ booking }: Booking) => [booking.notes, booking.specialRequests];

type Shown = { form?: Form; status?: number; notice?: string | null };

/** Shows the booking of the request's path, with the errors of a form on its page. */
export async function showBooking(
  { db, catalogue }: Pick<Services, 'db' | 'catalogue'>,
  reply: FastifyReply,
  { form = emptyForm, status = 200, notice = null }: Shown,
): Promise<FastifyReply> {
  const { request } = reply;
  const page = readPageNumber(request.query);
  const events = { page, perPage: EVENTS_PER_PAGE };
  const teamId = request.teamVisit.team.id;
  const file = await findBookingFile(db, teamId, readId(request, 'booking'), events);
  if (!file) throw noSuchPage();
  const { listing, unit } = file.booking;
  const units = unit === null ? [] : (await catalogue.listUnits(teamId, listing.id, ALL_UNITS)).rows;
  const [notes, requests] = listNotes(file.booking);
  const values = {
    notes: notes ?? '',
    special_requests: requests ?? '',
    seen: computeFormVersion(listNotes(file.booking)),
    ...form.values,
  };
  const body = bookingPage(reply, {
    base: teamPath(request),
    file,
    otherUnits: units.filter(({ id, active }) => active && id !== unit?.id),
    events: { page, pages: Math.ceil(file.events.total / EVENTS_PER_PAGE) },
    form: { values, errors: form.errors },
    notice,
  });
  const title = file.booking.booking.confirmationCode;
  return sendPage(reply, { title, status, tab: 'bookings', body });
}
