import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { addDays, addMonths, isStayDate, todayIn } from '../../domain/dates.ts';
import { FIRST_DATE, LAST_DATE } from '../../domain/limits.ts';
import { listingChangeBody } from '../../schemas/listings/bodies.ts';
import { daysChangeOfForm } from '../../schemas/listings/days.ts';
import { presentRates, ratesChangeBody } from '../../schemas/listings/rates.ts';
import { readCalendar } from '../../services/availability/calendars.ts';
import type { ListingRates } from '../../services/catalogue/rates.ts';
import type { Listing } from '../../services/listings.ts';
import type { Services } from '../../services/services.ts';
import { setFlash, takeNotice } from '../flash.ts';
import type { Form } from '../form.ts';
import { computeFormVersion, openForm } from '../open-form.ts';
import { noSuchPage } from '../page-error.ts';
import { buildUrl, ROWS_PER_PAGE, readPageNumber, readQuery } from '../paging.ts';
import { buildMemberCall, readId, teamPath } from '../team-scope.ts';
import { dateWithYear } from '../views/format.ts';
import { sendPage } from '../views/layout.ts';
import {
  DAY_LABELS,
  OWN_LABELS,
  SEASON_LABELS,
  toDayField,
  toDaysBody,
  toOwnBody,
  toOwnForm,
  toSeasonBody,
  toSeasonField,
  toSeasonForm,
} from './forms.ts';
import { computeGuestsVersion, GUESTS_LABELS, toGuestsBody, toGuestsForm } from './guests-card.ts';
import { pricesPage } from './list-page.ts';
import { listingPricesPage } from './listing-page.ts';

/** The forms of a place's page that are shown with what was sent. */
type Sent = { own?: Form; guests?: Form; season?: Form; days?: Form; chosen?: string; month?: string };

const computeRatesVersion = (rates: ListingRates): string => computeFormVersion(presentRates(rates));

/** The prices of a team's places: rates, rules, seasons and days. */
export const priceRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { rates } = services;
  app.get('/prices', async (request, reply) => {
    const query = readQuery(request.query, ['q']);
    const page = readPageNumber(request.query);
    const pageRequest = { page, perPage: ROWS_PER_PAGE };
    const { id } = request.teamVisit.team;
    const listings = await rates.listPricedListings(id, query.q ?? null, pageRequest);
    const body = pricesPage({ base: teamPath(request), query, page, listings });
    return sendPage(reply, { title: 'Prices', tab: 'prices', body });
  });

  const { show } = pricePages(services);
  app.get('/prices/:listing', (request, reply) => show(reply, 200, {}, takeNotice(request, reply)));
  app.register(ratesRoutes, services);
  app.register(guestsRoute, services);
  app.register(daysRoute, services);
};

/** Looks a place's rates up, and shows its page. */
function pricePages(services: Services) {
  const { rates, days, clock } = services;

  async function ratesIn(request: FastifyRequest): Promise<ListingRates> {
    const found = await rates.findRates(request.teamVisit.team.id, readId(request, 'listing'));
    if (!found) throw noSuchPage();
    return found;
  }

  async function show(reply: FastifyReply, status: number, sent: Sent = {}, notice: string | null = null) {
    const { request } = reply;
    const teamId = request.teamVisit.team.id;
    const stored = await ratesIn(request);
    const { listing } = stored;
    const query = readQuery(request.query, ['month', 'season', 'from', 'to']);
    const today = todayIn(listing.timezone, clock());
    const first = findFirstOfMonth(sent.month ?? query.month, today);
    const last = addDays(addMonths(first, 1), -1);
    const calendar = await readCalendar(
      services,
      teamId,
      { id: listing.id },
      { startDate: first, endDate: last },
    );
    if (!calendar) throw noSuchPage();
    const overrides = await days.listDays(teamId, listing.id, { from: first, to: last });
    const shown = presentRates(stored);
    const chosen =
      sent.chosen ?? (shown.seasons.some((one) => one.start_date === query.season) ? query.season : '') ?? '';
    const range = { values: { start_date: query.from ?? '', end_date: query.to ?? '' }, errors: {} };
    const body = listingPricesPage(reply, {
      base: teamPath(request),
      rates: stored,
      month: {
        path: `${teamPath(request)}/prices/${listing.id}`,
        currency: listing.currency,
        today,
        first,
        days: calendar,
        overrides,
        form: sent.days ?? range,
      },
      seen: computeRatesVersion(stored),
      own: sent.own ?? toOwnForm(shown),
      guests: sent.guests ?? toGuestsForm(listing),
      infantAge: request.teamVisit.team.infantAge,
      season: sent.season ?? toSeasonForm(shown, chosen),
      chosen,
      notice,
    });
    return sendPage(reply, { title: listing.publicTitle, status, tab: 'prices', body });
  }

  return { ratesIn, show };
}

const showAgain = (
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  month: string | null = null,
) => {
  setFlash(reply, { what: 'notice', text });
  const path = `${teamPath(request)}/prices/${readId(request, 'listing')}`;
  return reply.redirect(buildUrl(path, { month }), 303);
};

/** The rates, rules and seasons of a place. */
const ratesRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { rates } = services;
  const { ratesIn, show } = pricePages(services);

  /** Changes rates if they are still those that the sender saw. */
  const changeRates = async (
    request: FastifyRequest,
    seen: string,
    change: Parameters<typeof rates.changeRates>[2],
  ) => {
    const isCurrent = (stored: ListingRates) => computeRatesVersion(stored) === seen;
    const call = { ...buildMemberCall(request), isCurrent };
    await rates.changeRates(call, readId(request, 'listing'), change);
  };

  app.post('/prices/:listing', async (request, reply) => {
    const { listing } = await ratesIn(request);
    const form = openForm(request.body, OWN_LABELS);
    const seen = form.text('seen');
    const read = form.check(ratesChangeBody, toOwnBody(form, listing.currency));
    if (!read.ok) return show(reply, 422, { own: read.form });
    try {
      await changeRates(request, seen, read.value);
      return showAgain(
        request,
        reply,
        'The rates and rules are saved. Bookings that exist keep their prices.',
      );
    } catch (error) {
      return show(reply, 422, { own: form.refused(error) });
    }
  });

  app.post('/prices/:listing/seasons', async (request, reply) => {
    const stored = await ratesIn(request);
    const form = openForm(request.body, SEASON_LABELS, toSeasonField);
    const [seen, chosen] = [form.text('seen'), form.text('chosen')];
    const others = presentRates(stored).seasons.filter((one) => one.start_date !== chosen);
    const season = toSeasonBody(form, stored.listing.currency);
    const isRemoved = form.isChecked('remove');
    // The typed season comes last, so that its problems are those of the form.
    const seasons = isRemoved ? others : [...others, season];
    const read = isRemoved
      ? openForm({}, {}).check(ratesChangeBody, { seasons })
      : form.check(ratesChangeBody, { seasons });
    if (!read.ok) return show(reply, 422, { season: nameClashingSeasons(read.form), chosen });
    try {
      await changeRates(request, seen, read.value);
      const text = isRemoved ? 'The season is removed.' : `The season “${season.name.trim()}” is saved.`;
      return showAgain(request, reply, `${text} Bookings that exist keep their prices.`);
    } catch (error) {
      return show(reply, 422, { season: nameClashingSeasons(form.refused(error)), chosen });
    }
  });
};

/** The limits of a place on who may stay. */
const guestsRoute: FastifyPluginAsync<Services> = async (app, services) => {
  const { show } = pricePages(services);
  app.post('/prices/:listing/guests', async (request, reply) => {
    const id = readId(request, 'listing');
    const form = openForm(request.body, GUESTS_LABELS);
    const seen = form.text('seen');
    const read = form.check(listingChangeBody, toGuestsBody(form));
    if (!read.ok) return show(reply, 422, { guests: read.form });
    const isCurrent = (stored: Listing) => computeGuestsVersion(stored) === seen;
    try {
      const call = { ...buildMemberCall(request), isCurrent };
      await services.catalogue.changeListing(call, id, read.value);
      return showAgain(request, reply, 'The limits are saved. Bookings that exist stay as they are.');
    } catch (error) {
      return show(reply, 422, { guests: form.refused(error) });
    }
  });
};

const NO_CHANGE = 'Fill in what these days should have: a price, a length of stay, or what is closed.';
const SPAN = new Set(['start_date', 'end_date', 'weekdays']);

/** Whether a range says more than which days it is about. */
const isChange = (range: object): boolean => Object.keys(range).some((field) => !SPAN.has(field));

/** The days of a place, changed by range. */
const daysRoute: FastifyPluginAsync<Services> = async (app, services) => {
  const { days } = services;
  const { ratesIn, show } = pricePages(services);
  app.post('/prices/:listing/days', async (request, reply) => {
    const { listing } = await ratesIn(request);
    const form = openForm(request.body, DAY_LABELS, toDayField);
    const month = form.text('month');
    const body = toDaysBody(form, listing.currency);
    if (!body.ranges.some(isChange)) form.form.errors.nightly ??= NO_CHANGE;
    const read = form.check(daysChangeOfForm, body);
    if (!read.ok) return show(reply, 422, { days: read.form, month });
    const call = buildMemberCall(request);
    const { ranges } = read.value;
    try {
      await days.changeDays(call, listing.id, ranges, request.cost);
    } catch (error) {
      return show(reply, 422, { days: form.refused(error), month });
    }
    const { start_date: from = '', end_date: to = '' } = form.form.values as Record<string, string>;
    const span = from === to ? dateWithYear(from) : `${dateWithYear(from)} to ${dateWithYear(to)}`;
    return showAgain(request, reply, `Changed: ${span}.`, from.slice(0, 7));
  });
};

/** The first day of a month, `YYYY-MM`, in which stays can be. Anything else is the month of today. */
function findFirstOfMonth(month: string | undefined, today: string): string {
  const first = `${month ?? ''}-01`;
  const isMonth = isStayDate(first) && first >= FIRST_DATE && first <= LAST_DATE;
  return isMonth ? first : `${today.slice(0, 7)}-01`;
}

/** A clash of seasons names the other by its place in the list, which the page does not number. */
const nameClashingSeasons = ({ values, errors }: Form): Form => ({
  values,
  errors: Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      field,
      text.replace(/ seasons\[\d+\] \("(.*?)"\).*$/, ' the season “$1”.'),
    ]),
  ),
});
