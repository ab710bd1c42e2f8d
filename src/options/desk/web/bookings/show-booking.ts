import type { FastifyReply, FastifyRequest } from 'fastify';
import { todayInZone } from '../../../../domain/dates/dates.ts';
import { MAX_UNITS_OF_LISTING } from '../../../../domain/limits.ts';
import { presentBareBooking } from '../../../../schemas/bookings/booking.ts';
import { mayDo } from '../../../../services/access/access.ts';
import { type Booking, findBookingDetails, readBooking } from '../../../../services/bookings/read.ts';
import { listUnitsOfListing } from '../../../../services/catalogue/units.ts';
import { findPlaceNames } from '../../../../services/place-names.ts';
import { findUnitLabels } from '../../../../services/unit-labels.ts';
import { takeNotice } from '../../../../web/flash.ts';
import { emptyForm, type Form } from '../../../../web/form.ts';
import { readId, teamPath } from '../../../../web/member-visit.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { readPageNumber } from '../../../../web/paging.ts';
import { readPlaceNames } from '../../../../web/place-names.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { presentPlaceName } from '../../../../web/views/place-name.ts';
import { listMailsOfBooking } from '../../../mail/services/mails.ts';
import { findStayDifference } from '../../services/problems.ts';
import { listIdsInEvents } from './events.ts';
import { BILLING } from './folio/billing.ts';
import { NOTES } from './forms.ts';
import { bookingPage } from './page/page.ts';
import { REFERENCES } from './references.ts';

const EVENTS_PER_PAGE = 50;
const ALL_UNITS = { page: 1, perPage: MAX_UNITS_OF_LISTING };

export const bookingPath = (request: FastifyRequest): string =>
  `${teamPath(request)}/bookings/${readId(request, 'booking')}`;

/** Throws a 404. */
export const readBookingOfPath = async (request: FastifyRequest): Promise<Booking> =>
  requireForPage(await readBooking(request.scope, readId(request, 'booking')));

export async function showBooking(
  reply: FastifyReply,
  form: Form = emptyForm,
  status = 200,
  guestLink: string | null = null,
): Promise<FastifyReply> {
  const { request } = reply;
  const page = readPageNumber(request.query);
  const events = { page, perPage: EVENTS_PER_PAGE };
  const file = requireForPage(await findBookingDetails(request.scope, readId(request, 'booking'), events));
  const { listing, unit } = file.booking;
  const units =
    unit === null ? [] : (await listUnitsOfListing(request.scope, { listingId: listing.id }, ALL_UNITS)).rows;
  const { rows } = file.events;
  const labels = await findUnitLabels(request.scope, listIdsInEvents(rows, 'unit_id'));
  const named = await findPlaceNames(request.scope, listIdsInEvents(rows, 'listing_id'));
  const listingNames = new Map([...named].map(([id, place]) => [id, presentPlaceName(place)]));
  const unitNames = new Map([...labels].map(([id, label]) => [id, label.name]));
  const presented = presentBareBooking(file.booking);
  const values = {
    ...NOTES.toValues(presented),
    seen: NOTES.computeVersion(presented),
    ...REFERENCES.toValues(presented),
    references_seen: REFERENCES.computeVersion(presented),
    ...BILLING.toValues(presented),
    billing_seen: BILLING.computeVersion(presented),
    ...form.values,
  };
  const body = bookingPage(reply, {
    base: teamPath(request),
    file,
    readsMoney: mayDo(request.scope.access, 'money:read'),
    teamZone: request.teamVisit.team.timezone,
    today: todayInZone(listing.timezone, request.scope.clock()),
    difference: await findStayDifference(request.scope, file.booking.booking),
    unitNames,
    listingNames,
    presentPlace: await readPlaceNames(request.scope, [listing]),
    otherUnits: units.filter(({ id, active }) => active && id !== unit?.id),
    events: { page, pages: Math.ceil(file.events.total / EVENTS_PER_PAGE) },
    form: { values, errors: form.errors },
    sent: form.values,
    notice: takeNotice(reply),
    guestLink,
    mails: await listMailsOfBooking(request.scope, file.booking.booking.id),
  });
  const title = file.booking.booking.confirmationCode;
  return sendPage(reply, { title, status, tab: 'bookings', body });
}
