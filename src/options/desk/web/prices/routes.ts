import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { findLastNight } from '../../../../domain/availability/offer.ts';
import { addDays, isStayDate, todayInZone } from '../../../../domain/dates/dates.ts';
import { FIRST_ALLOWED_DATE, LAST_ALLOWED_DATE, MAX_CALENDAR_DAYS } from '../../../../domain/limits.ts';
import { listExceededSpans } from '../../../../domain/pricing/bounds.ts';
import { listingChangeBody, ratesChangeBody } from '../../../../schemas/listings/bodies.ts';
import { daysChangeForm } from '../../../../schemas/listings/days.ts';
import { presentRates } from '../../../../schemas/listings/rates.ts';
import { readListingCalendar } from '../../../../services/availability/calendars.ts';
import {
  changeDaysAndKeepFormer,
  type FormerDays,
  listDayOverrides,
} from '../../../../services/catalogue/days.ts';
import { changeListing } from '../../../../services/catalogue/listings.ts';
import {
  changeRates,
  findRates,
  type ListingRates,
  listPricedListings,
} from '../../../../services/catalogue/rates.ts';
import type { Listing } from '../../../../services/listings.ts';
import type { Services } from '../../../../services/services.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import type { Form } from '../../../../web/form.ts';
import { needs, readId, teamPath } from '../../../../web/member-visit.ts';
import { computeFormKey, doOncePerForm, isLedOnAgain, toNotice } from '../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { buildUrl, ROWS_PER_PAGE, readPageNumber, readQuery } from '../../../../web/paging.ts';
import { readPlaceNames } from '../../../../web/place-names.ts';
import { computeFormVersion, forgetSeen, readForm } from '../../../../web/sent-form.ts';
import { dateWithYear } from '../../../../web/views/format.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { findPlace } from '../../services/places.ts';
import {
  buildDaysForm,
  buildRatesForm,
  buildSeasonForm,
  isDaysChange,
  toDayPath,
  toDaysBody,
  toSeasonForm,
  toSeasonPath,
} from './forms.ts';
import { computeGuestsVersion, GUESTS, toGuestsForm } from './guests-card.ts';
import { pricesPage } from './list-page.ts';
import { listingPricesPage } from './listing-page.ts';
import { findLastShownDay } from './month.ts';
import { buildDaysUndo, findUndo, type KeptUndo } from './undo.ts';

/** Refused forms, to show them again with the typed values. */
type Sent = { own?: Form; guests?: Form; season?: Form; days?: Form; chosen?: string; month?: string };

const computeRatesVersion = (rates: ListingRates): string =>
  buildRatesForm(rates.listing.currency).computeVersion(presentRates(rates));
/** A form of one season sends all of them. */
const computeSeasonsVersion = (rates: ListingRates): string =>
  computeFormVersion(presentRates(rates).seasons);

const listingPath = (request: FastifyRequest): string =>
  `${teamPath(request)}/prices/${readId(request, 'listing')}`;

const NO_CHANGE = 'Fill in what these days should have: a price, a length of stay, or what is closed.';

export const priceRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { clock } = services;

  const ratesIn = async (request: FastifyRequest): Promise<ListingRates> =>
    requireForPage(await findRates(request.scope, readId(request, 'listing')));

  async function show(reply: FastifyReply, sent: Sent = {}, status = 200) {
    const { request } = reply;
    const { infantAge } = request.teamVisit.team;
    const stored = await ratesIn(request);
    const { listing } = stored;
    const query = readQuery(request.query, ['month', 'season', 'from', 'to', 'done']);
    const kept = await findUndo(request, listing.id, query.done);
    const today = todayInZone(listing.timezone, clock());
    const first = findFirstOfMonth(sent.month ?? query.month, today);
    const last = findLastShownDay(first, today);
    const span = { startDate: first, endDate: last };
    const calendar = requireForPage(await readListingCalendar(request.scope, { id: listing.id }, span));
    const ahead = { startDate: today, endDate: addDays(today, MAX_CALENDAR_DAYS - 1) };
    const days = requireForPage(await readListingCalendar(request.scope, { id: listing.id }, ahead));
    const overrides = await listDayOverrides(request.scope, listing.id, { from: first, to: last });
    const shown = presentRates(stored);
    const chosen =
      sent.chosen ?? (shown.seasons.some((one) => one.start_date === query.season) ? query.season : '') ?? '';
    const range = { values: { start_date: query.from ?? '', end_date: query.to ?? '' }, errors: {} };
    const body = listingPricesPage(reply, {
      base: teamPath(request),
      place: requireForPage(await findPlace(request.scope, listing.id)),
      rates: stored,
      month: {
        path: listingPath(request),
        currency: listing.currency,
        today,
        first,
        days: calendar,
        overrides,
        form: sent.days ?? range,
      },
      impossible: listExceededSpans(days, findLastNight(listing, today)),
      lastNight: findLastNight(listing, today),
      ratesSeen: sent.own?.values.seen ?? computeRatesVersion(stored),
      seasonsSeen: sent.season?.values.seen ?? computeSeasonsVersion(stored),
      own: sent.own ?? { values: buildRatesForm(listing.currency).toValues(shown), errors: {} },
      guests: sent.guests ?? toGuestsForm(listing),
      infantAge,
      season: sent.season ?? toSeasonForm(shown, chosen),
      chosen,
      undo: kept === null ? null : { what: kept.what, done: query.done ?? '' },
    });
    return sendPage(reply, { title: listing.publicTitle, status, tab: 'prices', body });
  }

  app.get('/prices', needs('prices:read'), async (request, reply) => {
    const query = readQuery(request.query, ['q']);
    const page = readPageNumber(request.query);
    const pageRequest = { page, perPage: ROWS_PER_PAGE };
    const listings = await listPricedListings(request.scope, query.q ?? null, pageRequest);
    const named = listings.rows.map(({ listing }) => listing);
    const presentPlace = await readPlaceNames(request.scope, named);
    const body = pricesPage({ base: teamPath(request), query, page, listings, presentPlace });
    return sendPage(reply, { title: 'Prices', tab: 'prices', body });
  });

  app.get('/prices/:listing', needs('prices:read'), (_request, reply) => show(reply));

  app.post('/prices/:listing', needs('prices:write'), async (request, reply) => {
    const { listing } = await ratesIn(request);
    const { open, read } = buildRatesForm(listing.currency);
    const form = open(request.body);
    const seen = form.text('seen');
    const input = form.check(ratesChangeBody, read(form));
    if (!input) return show(reply, { own: form }, 422);
    try {
      const isCurrent = (stored: ListingRates) => computeRatesVersion(stored) === seen;
      await changeRates(request.scope, listing.id, input, { isCurrent });
      const text = 'The rates and rules are saved. Bookings that exist keep their prices.';
      return redirectWithNotice(reply, listingPath(request), text);
    } catch (error) {
      return show(reply, { own: forgetSeen(form.refused(error)) }, 422);
    }
  });

  app.post('/prices/:listing/seasons', needs('prices:write'), async (request, reply) => {
    const stored = await ratesIn(request);
    // First of all: a season that was sent twice would overlap itself.
    if (await isLedOnAgain(reply)) return reply;
    const { id, currency } = stored.listing;
    const { open, read } = buildSeasonForm(currency);
    const form = open(request.body, toSeasonPath);
    const seen = form.text('seen');
    const chosen = form.text('chosen');
    const shown = presentRates(stored).seasons;
    const others = shown.filter((one) => one.start_date !== chosen);
    const before = shown.find((one) => one.start_date === chosen);
    const { season } = read(form);
    const isRemoved = form.isChecked('remove');
    const removed = isRemoved ? before : undefined;
    // With another first day or name, it would be a new season without translations.
    const typed = { translations: before?.translations, ...(typeof season === 'object' ? season : {}) };
    // The typed season is the last, so that errors about it are shown at its form.
    const seasons = isRemoved ? others : [...others, typed];
    const checked = isRemoved ? readForm({}, {}) : form;
    const input = checked.check(ratesChangeBody, { seasons });
    if (!input) return show(reply, { season: checked, chosen }, 422);
    try {
      const what = isRemoved
        ? 'The season is removed.'
        : `The season “${form.values.season_name?.trim()}” is saved.`;
      const isCurrent = (now: ListingRates) => computeSeasonsVersion(now) === seen;
      return await doOncePerForm<ListingRates>(
        reply,
        (options) => changeRates(request.scope, id, input, { ...options, isCurrent }),
        () => ({
          ...toNotice(
            isRemoved
              ? buildUrl(listingPath(request), { done: computeFormKey(request) })
              : listingPath(request),
            `${what} Bookings that exist keep their prices.`,
          ),
          kept:
            removed === undefined
              ? null
              : ({ what: 'season', listingId: id, season: removed } satisfies KeptUndo),
        }),
      );
    } catch (error) {
      return show(reply, { season: forgetSeen(form.refused(error)), chosen }, 422);
    }
  });

  app.post('/prices/:listing/guests', needs('prices:write'), async (request, reply) => {
    const form = GUESTS.open(request.body);
    const seen = form.text('seen');
    const input = form.check(listingChangeBody, GUESTS.read(form));
    if (!input) return show(reply, { guests: form }, 422);
    const isCurrent = (stored: Listing) => computeGuestsVersion(stored) === seen;
    try {
      await changeListing(request.scope, readId(request, 'listing'), input, { isCurrent });
      const text = 'The limits are saved. Bookings that exist stay as they are.';
      return redirectWithNotice(reply, listingPath(request), text);
    } catch (error) {
      return show(reply, { guests: forgetSeen(form.refused(error)) }, 422);
    }
  });

  app.post(
    '/prices/:listing/days',
    { config: { permission: 'prices:write', dear: true } },
    async (request, reply) => {
      const { listing } = await ratesIn(request);
      const form = buildDaysForm(listing.currency).open(request.body, toDayPath);
      const month = form.text('month');
      const body = toDaysBody(form, listing.currency);
      if (!body.ranges.some(isDaysChange)) form.errors.nightly ??= NO_CHANGE;
      const input = form.check(daysChangeForm, body);
      if (!input) return show(reply, { days: form, month }, 422);
      const { start_date: from = '', end_date: to = '' } = form.values as Record<string, string>;
      const span = from === to ? dateWithYear(from) : `${dateWithYear(from)} to ${dateWithYear(to)}`;
      const page = { month: from.slice(0, 7), done: computeFormKey(request) };
      try {
        const days = { listingId: listing.id, ranges: input.ranges };
        return await doOncePerForm<FormerDays>(
          reply,
          (options) => changeDaysAndKeepFormer(request.scope, days, options),
          (changed) => ({
            ...toNotice(buildUrl(listingPath(request), page), `Changed: ${span}.`),
            kept: buildDaysUndo(listing.id, changed),
          }),
        );
      } catch (error) {
        return show(reply, { days: form.refused(error), month }, 422);
      }
    },
  );
};

/** `month` is `YYYY-MM`, within the dates that stays may have. An invalid one is the present month. */
function findFirstOfMonth(month: string | undefined, today: string): string {
  const first = `${month ?? ''}-01`;
  const isMonth = isStayDate(first) && first >= FIRST_ALLOWED_DATE && first <= LAST_ALLOWED_DATE;
  return isMonth ? first : `${today.slice(0, 7)}-01`;
}
