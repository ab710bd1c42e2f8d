/** Quotes, calendars and listings, for the team and for the public. */

import fc from 'fast-check';
import { type FieldErrors, invalid, notThere, pageOf, type Told } from '../answers.ts';
import { command, expectSame, note, read, send } from '../asking.ts';
import { between, dayIn, plus } from '../dates.ts';
import {
  anyCoupon,
  anyGuests,
  anyPick,
  anyStay,
  anyToken,
  codeOf,
  datesOf,
  NOBODY,
  picked,
  pickOf,
  sometimes,
  tokenOf,
} from '../drawing.ts';
import { nightlyRates, priceOf, type Stay } from '../price.ts';
import { type State, todayOf } from '../state.ts';
import { calendarOf, couponFor, reasonsFor, unitsLeft } from '../stays.ts';
import { byTitle, isOnSite, type Listing, shownListing, siteListing } from '../team.ts';
import { policyOf, quotedTerms } from '../terms.ts';

const NOT_A_DATE = (field: string) =>
  `The ${field.replace('_', ' ')} field must be a date in the form YYYY-MM-DD.`;

/** The problems of a request's dates themselves. */
export function rangeErrors({ check_in, check_out }: { check_in: string; check_out: string }): FieldErrors {
  const length = between(check_in, check_out);
  if (length < 1) return [['check_out', 'The check out field must be a date after check in.']];
  return length > 365
    ? [['check_out', 'The check out field must be at most 365 nights after check in.']]
    : [];
}

/** The complete answer of a quote. */
function quoted(
  state: State,
  listing: Listing,
  stay: Stay,
  code: string | null,
): { told: Told; because: string[] } {
  const wanted = code?.trim() || null;
  const applied = wanted === null ? null : couponFor(state, listing, stay, wanted);
  if (applied && 'refusal' in applied)
    return { told: invalid([['coupon_code', applied.refusal]]), because: [`coupon ${applied.why}`] };
  const coupon = applied?.coupon ?? null;
  const bookedOn = dayIn(state.team.team.timezone, state.now);
  const priced = priceOf(state.team, listing, { ...stay, coupon, bookedOn });
  const reasons = reasonsFor(state, listing, stay, { booking: null, override: false });
  const { discount_total: discount_amount, price_breakdown, ...totals } = priced;
  const text = (type: string) => JSON.stringify(price_breakdown.filter((line) => line.type === type));
  const data = {
    available: reasons.length === 0,
    reason_code: reasons[0]?.code ?? null,
    reason_message: reasons[0]?.message ?? null,
    alternatives: [],
    cancellation: quotedTerms(policyOf(state.team, listing), stay.check_in),
    reasons,
    price: {
      ...totals,
      discount_amount,
      currency: state.team.team.currency,
      nightly_rates: nightlyRates(listing, stay),
      discounts: text('discount'),
      fees: text('fee'),
      taxes: text('tax'),
      coupon_code: coupon?.code ?? null,
      price_breakdown,
    },
    units_left: unitsLeft(state, listing, stay),
  };
  const because = reasons.length > 0 ? reasons.map(({ code: why }) => why) : ['available'];
  return { told: { status: 200, body: { data } }, because };
}

const FLAWS: [query: Record<string, string>, errors: FieldErrors][] = [
  [{ check_in: '2031-02-30' }, [['check_in', NOT_A_DATE('check_in')]]],
  [
    { check_out: 'today', guests: '0' },
    [
      ['check_out', NOT_A_DATE('check_out')],
      ['guests', 'The guests field must be at least 1.'],
    ],
  ],
  [{ guests: '1001' }, [['guests', 'The guests field must not be greater than 1000.']]],
  [{ guests: '02' }, [['guests', 'The guests field must be an integer.']]],
  [
    { coupon_code: 'x'.repeat(41) },
    [['coupon_code', 'The coupon code field must not have more than 40 characters.']],
  ],
];

const whereFrom = fc.record({ listing: anyPick, isPublic: fc.boolean(), token: anyToken });
const flaw = sometimes(fc.nat(FLAWS.length - 1), 5);

/** The requested listing, the caller, and the path: the team's or the site's. */
function placeOf(
  state: State,
  { listing: pick, isPublic, token }: { listing: number; isPublic: boolean; token: number },
) {
  const listing = pick === 999 ? undefined : pickOf(state.team.listings, pick);
  const isThere = listing && (!isPublic || isOnSite(state.team, listing));
  const site = `/public/${state.team.team.slug}/listings/${listing?.slug ?? 'nowhere'}`;
  return { listing, isThere, site, who: isPublic ? null : tokenOf(state, token), id: listing?.id ?? NOBODY };
}

export const quote = command(
  'quote',
  fc.record({ where: whereFrom, stay: anyStay, guests: anyGuests, coupon: anyCoupon, flaw }),
  async (state, service, draw) => {
    const { listing, isThere, site, who, id } = placeOf(state, draw.where);
    const dates = listing
      ? datesOf(state, listing, draw.stay)
      : { check_in: plus(todayOf(state), 1), check_out: plus(todayOf(state), 2) };
    const code = codeOf(state, draw.coupon);
    const [query, errors] = (draw.flaw === null ? undefined : FLAWS[draw.flaw]) ?? [{}, []];
    const plain = { ...dates, guests: String(draw.guests), ...(code === null ? {} : { coupon_code: code }) };
    const parameters = new URLSearchParams({ ...plain, ...query });
    const path = `${who ? `/availability/${id}` : `${site}/availability`}?${parameters}`;
    await read(state, service, who ? 'quote' : 'public quote', { path, token: who }, () => {
      if (!listing || !isThere) return { told: notThere('listing') };
      const areDates = !('check_in' in query || 'check_out' in query);
      const wrong = [...errors, ...(areDates ? rangeErrors(dates) : [])];
      if (wrong.length > 0)
        return { told: invalid(wrong), because: wrong.map(([field]) => `field ${field}`) };
      return quoted(state, listing, { ...dates, guests: draw.guests }, code);
    });
  },
);

export const calendar = command(
  'calendar',
  fc.record({
    where: whereFrom,
    from: fc.integer({ min: -5, max: 40 }),
    length: fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 1, max: 60 }) },
      { weight: 1, arbitrary: fc.constantFrom(0, 731, 732) },
    ),
  }),
  async (state, service, { where, from, length }) => {
    const { listing, isThere, site, who, id } = placeOf(state, where);
    const start_date = plus(todayOf(state), from);
    const end_date = plus(start_date, length - 1);
    const path = `${who ? `/listings/${id}/calendar` : `${site}/calendar`}?start_date=${start_date}&end_date=${end_date}`;
    await read(state, service, who ? 'calendar' : 'public calendar', { path, token: who }, () => {
      if (!listing || !isThere) return { told: notThere('listing') };
      const no = (message: string) => ({
        told: invalid([['end_date', `The end date field ${message}.`]]),
        because: ['field end_date'],
      });
      if (length < 1) return no('must not be a date before start date');
      if (length > 731) return no('must be within 731 days from start date, both included');
      return { told: { status: 200, body: { data: calendarOf(state, listing, start_date, end_date) } } };
    });
  },
);

export const readListings = command(
  'listings',
  fc.record({
    token: anyToken,
    pick: anyPick,
    status: sometimes(fc.constantFrom('active', 'inactive,draft', 'archived'), 40),
  }),
  async (state, service, { token, pick, status }) => {
    const who = tokenOf(state, token);
    const { team } = state;
    const query: Record<string, string> = status === null ? {} : { status };
    await read(
      state,
      service,
      'listings',
      { path: `/listings?${new URLSearchParams(query)}`, token: who },
      () => {
        const found = team.listings.filter(
          (one) => status === null || status.split(',').includes(one.status),
        );
        return {
          told: pageOf('/v1/listings', query, found.toSorted(byTitle), (one) => shownListing(team, one)),
        };
      },
    );
    const listing = pickOf(team.listings, pick);
    await read(state, service, 'listing', { path: `/listings/${listing?.id}`, token: who }, () => ({
      told: { status: 200, body: { data: listing && shownListing(team, listing) } },
    }));
  },
);

export const readSite = command('site', anyPick, async (state, service, pick) => {
  const { team } = state;
  const path = `/public/${team.team.slug}/listings`;
  await read(state, service, 'site', { path, token: null }, () => {
    const found = team.listings.filter((one) => one.kind !== 'unit_type' && isOnSite(team, one));
    return { told: pageOf(`/v1${path}`, {}, found.toSorted(byTitle), (one) => siteListing(team, one)) };
  });
  const listing = picked(team.listings, pick);
  await read(state, service, 'site listing', { path: `${path}/${listing.slug}`, token: null }, () => ({
    told: isOnSite(team, listing)
      ? { status: 200, body: { data: siteListing(team, listing) } }
      : notThere('listing'),
  }));
});

export const readAccount = command('account', anyPick, async (state, service, pick) => {
  const token = picked(state.tokens, pick);
  const answer = await send(state, service, { method: 'GET', path: '/me', token: token.text });
  const { slug, name } = state.team.team;
  if (!token.isLive)
    expectSame(answer, { status: 401, body: { success: false, message: 'Unauthenticated.', errors: {} } });
  else {
    // Stored later than the request, so its exact time is unknown. But it is always present.
    const last_used_at = answer.body.data?.token?.last_used_at;
    if (Number.isNaN(Date.parse(last_used_at))) throw new Error(`The last use is ${last_used_at}.`);
    const about = { name: token.name, abilities: [token.scope], last_used_at };
    const body = { success: true, data: { team: { id: state.teamId, slug, name }, token: about } };
    expectSame(answer, { status: 200, body });
  }
  note(state, 'account', answer.status);
});
