import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { parseUuid } from '../../../../domain/formats.ts';
import { findOccupiedNights } from '../../../../domain/inventory/inventory.ts';
import { MAX_SEARCH_RESULTS_PER_PAGE } from '../../../../domain/limits.ts';
import { hasManyNights } from '../../../../plugins/shares/admission.ts';
import { isReadMethod } from '../../../../plugins/writes.ts';
import { stayQuery, toStayRequest } from '../../../../schemas/availability.ts';
import { newBookingBody } from '../../../../schemas/bookings/bodies.ts';
import { searchQuery, toSearchRequest } from '../../../../schemas/search.ts';
import { listOccupancies } from '../../../../services/availability/occupancies.ts';
import { quoteListing } from '../../../../services/availability/quote.ts';
import { searchListings } from '../../../../services/availability/search.ts';
import { findStayOptions, type StayOptions } from '../../../../services/availability/stay-options.ts';
import { createBooking } from '../../../../services/bookings/create.ts';
import type { Booking } from '../../../../services/bookings/read.ts';
import { findGuest, type Guest } from '../../../../services/guests/guests.ts';
import { findUnitLabel, type UnitLabel } from '../../../../services/unit-labels.ts';
import { emptyForm, type Form } from '../../../../web/form.ts';
import { LONG_FORM, teamPath } from '../../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { type Query, readPageNumber, readQuery } from '../../../../web/paging.ts';
import { readPlaceNames } from '../../../../web/place-names.ts';
import { readForm, toRefusedForm } from '../../../../web/sent-form.ts';
import { EMPTY_HTML, type Html } from '../../../../web/views/html.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { NEW_BOOKING } from './forms.ts';
import { HOLD_NAME } from './hold.ts';
import {
  newBookingPage,
  renderAskForDates,
  renderQuoteAndForm,
  renderSearchResults,
  STAY_FILTERS,
} from './new-page.ts';
import { normaliseAges, readGuestCount, toStayPath } from './party.ts';

const OTHER_DATES = 5;
/** Of bookings and blocks that take the nights. */
const FEW = { page: 1, perPage: 5 };
/** Of what the address has. */
const LABELS = { ...NEW_BOOKING.labels, q: 'Name or city', guest: 'The guest' };

const ONLY_PENDING = 'Only a pending booking is held for some hours. Choose “Pending”, or leave this empty.';

const BOOKED_ONCE = 'It is booked. The form was sent twice.';

type NamedInAddress = { listing: StayOptions | null; unit: UnitLabel | null; guest: Guest | null };
/** What is below the form of the stay, and the errors in that form. */
type Next = { next: Html; errors: Record<string, string> };

/** A 404 for what does not belong to the team. */
async function findNamed(request: FastifyRequest, query: Query): Promise<NamedInAddress> {
  const find = async <Row>(name: string, findById: (id: string) => Promise<Row | null>) => {
    const value = query[name];
    if (value === undefined) return null;
    const id = parseUuid(value);
    return requireForPage(id === null ? null : await findById(id));
  };
  const listing = await find('listing', (id) => findStayOptions(request.scope, { id }));
  const unit = listing && (await find('unit', (id) => findUnitLabel(request.scope, id)));
  if (unit) requireForPage(unit.listingId === listing?.id ? unit : null);
  return { listing, unit, guest: await find('guest', (id) => findGuest(request.scope, id)) };
}

/** In the address, `guests` means adults, and each extra is a parameter of its own. */
function readStay(sent: unknown): Query {
  const { guests, ...query } = readQuery(sent, [...STAY_FILTERS, 'guests']);
  const extras = [(sent as Record<string, unknown>).extras].flat().filter((one) => one);
  return {
    adults: guests ?? '2',
    ...query,
    ...(extras.length > 0 ? { extras: extras.join(',') } : {}),
  };
}

const toStayParameters = ({ check_in, check_out, adults, children_ages, pets }: Query) => ({
  check_in,
  check_out,
  adults,
  ...(children_ages === undefined ? {} : { children_ages: normaliseAges(children_ages) }),
  ...(pets === undefined ? {} : { pets }),
});

async function searchAndRender(request: FastifyRequest, query: Query): Promise<Next> {
  const form = readForm({}, LABELS);
  const input = form.check(searchQuery, {
    ...toStayParameters(query),
    ...(query.q === undefined ? {} : { q: query.q }),
    available: 'all',
    sort: 'title',
  });
  if (!input) return { next: EMPTY_HTML, errors: form.errors };
  const page = { page: readPageNumber(request.query), perPage: MAX_SEARCH_RESULTS_PER_PAGE };
  const search = { request: toSearchRequest(input), page };
  const found = await searchListings(request.scope, search);
  const presentPlace = await readPlaceNames(
    request.scope,
    found.rows.map(({ listing }) => listing),
  );
  const next = renderSearchResults(teamPath(request), query, { ...found, page, presentPlace });
  return { next, errors: {} };
}

async function quoteAndRender(
  reply: FastifyReply,
  { listing, unit, guest }: NamedInAddress & { listing: StayOptions },
  { query, form }: { query: Query; form: Form },
): Promise<Next> {
  const { request } = reply;
  const stayForm = readForm({}, LABELS);
  const input = stayForm.check(stayQuery, {
    ...toStayParameters(query),
    coupon_code: query.coupon_code,
    extras: query.extras,
    alternatives: String(OTHER_DATES),
  });
  if (!input) return { next: EMPTY_HTML, errors: stayForm.errors };
  const named = { id: listing.id };
  const stay = toStayRequest(input);
  const quote = requireForPage(await quoteListing(request.scope, named, stay));
  const nights = findOccupiedNights(stay.stay, listing.preparationDays);
  // The page names what takes the chosen unit, or the whole place if none of its units is free.
  const isTaken = unit !== null || quote.reasons.some(({ code }) => code === 'dates_unavailable');
  const span = { ...nights, listingId: listing.id, unitId: unit?.id ?? null };
  const taken = isTaken ? (await listOccupancies(request.scope, span, FEW)).rows : [];
  const view = {
    base: teamPath(request),
    query,
    listing,
    unit,
    taken,
    quote,
    guest,
    form: { ...form, values: { language: guest?.language ?? '', ...form.values } },
  };
  return { next: renderQuoteAndForm(reply, view), errors: {} };
}

async function showStay(
  reply: FastifyReply,
  { query, form, status }: { query: Query; form: Form; status: number },
): Promise<FastifyReply> {
  const { request } = reply;
  const { listing, unit, guest } = await findNamed(request, query);
  const hasDates = query.check_in !== undefined && query.check_out !== undefined;
  const find = async (): Promise<Next> => {
    if (!hasDates) return { next: renderAskForDates(), errors: {} };
    return listing
      ? quoteAndRender(reply, { listing, unit, guest }, { query, form })
      : searchAndRender(request, query);
  };
  const refused = (error: unknown): Next => ({
    next: EMPTY_HTML,
    errors: toRefusedForm(emptyForm, error, { labels: LABELS }).errors,
  });
  const { next, errors } = await find().catch(refused);
  const body = newBookingPage({
    base: teamPath(request),
    query,
    stay: { values: { ...query }, errors },
    guest,
    listing,
    presentPlace: await readPlaceNames(request.scope, listing ? [listing] : []),
    next,
  });
  const isWrong = Object.keys(errors).length > 0;
  return sendPage(reply, {
    title: 'New booking',
    status: isWrong ? 422 : status,
    tab: 'bookings',
    script: 'new-booking.js',
    body,
  });
}

const hasManyNightsOfStay = hasManyNights('check_in', 'check_out');

/** Without a chosen place, all places are searched. */
function isDearStay(request: FastifyRequest): boolean {
  if (!isReadMethod(request.method)) return hasManyNightsOfStay(request);
  const { check_in, check_out, listing } = readStay(request.query);
  const isSearch = check_in !== undefined && check_out !== undefined && listing === undefined;
  return isSearch || hasManyNightsOfStay(request);
}

export const newBookingRoutes: FastifyPluginAsync = async (app) => {
  const list = (request: FastifyRequest) => `${teamPath(request)}/bookings`;
  const show = (reply: FastifyReply, query: Query, form: Form, status: number) =>
    showStay(reply, { query, form, status });

  app.get('/bookings/new', { config: { permission: 'bookings:write', dear: isDearStay } }, (request, reply) =>
    show(reply, readStay(request.query), { ...emptyForm, values: { source: 'manual' } }, 200),
  );

  app.post(
    '/bookings/new',
    { ...LONG_FORM, config: { permission: 'bookings:write', dear: isDearStay } },
    async (request, reply) => {
      const form = NEW_BOOKING.open(request.body, toStayPath);
      const guestId = form.optional('guest_id');
      const isOtherGuest = (path: string) =>
        guestId === null ? path === 'guest_id' : path.startsWith('guest.');
      const booked = NEW_BOOKING.read(form, isOtherGuest);
      const body = { ...booked, ...readGuestCount(form) };
      if (booked.expires_in !== null && booked.status !== 'pending') form.errors[HOLD_NAME] = ONLY_PENDING;
      const input = form.check(newBookingBody, body);
      const { values } = form;
      const { listing_id: listing, unit_id: unit, number_of_guests: guests, ...stay } = values;
      const query = readStay({
        ...stay,
        listing,
        ...(unit ? { unit } : {}),
        guests,
        ...(guestId === null ? {} : { guest: guestId }),
      });
      if (!input) return show(reply, query, form, 422);
      try {
        return await doOncePerForm<Booking>(
          reply,
          (options) => createBooking(request.scope, input, options),
          ({ booking: { id, confirmationCode } }) =>
            toNotice(`${list(request)}/${id}`, `Booked: ${confirmationCode}.`, BOOKED_ONCE),
        );
      } catch (error) {
        return show(reply, query, form.refused(error), 422);
      }
    },
  );
};
