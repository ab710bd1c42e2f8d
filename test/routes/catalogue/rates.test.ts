import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { openInn } from '../../helpers/bookings.ts';
import { buildSeason, day } from '../../helpers/factories.ts';
import { eventsIn } from '../events/team-events.ts';

const world = await openSharedApp();

const PLAIN = {
  currency: 'EUR',
  rates: {
    nightly: 10_000,
    weekend_nightly: null,
    weekend_days: [5, 6],
    included_guests: null,
    extra_guest_nightly: 0,
    extra_child_nightly: null,
  },
  rules: {
    min_stay: null,
    max_stay: null,
    advance_notice_days: null,
    booking_window_days: null,
    preparation_days: 0,
  },
  security_deposit: null,
  cancellation_policy: null,
  seasons: [],
};
const SUMMER = {
  name: 'Summer',
  start_date: day(10),
  end_date: day(19),
  nightly: 18_000,
  weekend_nightly: null,
  min_stay: 4,
  max_stay: null,
  translations: {},
};

async function openRates() {
  const inn = await openInn(world);
  const path = `/listings/${inn.listing.id}/rates`;
  const put = (body: object) => inn.send('PUT', path, body);
  return { ...inn, path, put, events: () => eventsIn(world, inn.teamId) };
}

describe('the rates of a listing', () => {
  it('a listing’s rates are changed key by key, with an event without dates', async () => {
    const { read, path, put, events, listing } = await openRates();
    expect(await read(path)).toEqual(PLAIN);
    const policy = { name: 'Firm', tiers: [{ days_before: 30, refund_percent: 33.3333 }] };
    const changed = {
      ...PLAIN,
      rates: { ...PLAIN.rates, weekend_nightly: 15_000, weekend_days: [6, 7] },
      rules: { ...PLAIN.rules, min_stay: 2, preparation_days: 1 },
      security_deposit: 20_000,
      cancellation_policy: {
        ...policy,
        grace_hours: 0,
        grace_days_before: 0,
        fee_of: 'total',
        fee_tax: null,
        translations: {},
      },
    };
    const body = {
      rates: { weekend_nightly: 15_000, weekend_days: [7, 6, 7] },
      rules: { min_stay: 2, preparation_days: 1 },
      security_deposit: 20_000,
      cancellation_policy: policy,
    };
    expect((await put(body)).body).toEqual({ data: changed });
    expect(await read(path)).toEqual(changed);
    // Equal values are no change and write no event, be they some of the rates or all that was read.
    for (const same of [body, changed, {}]) expect((await put(same)).body).toEqual({ data: changed });
    const none = { start_date: null, end_date: null };
    expect(await events()).toEqual([
      { type: 'rates.changed', actor: 'Back office', data: { listing_id: listing.id, ...none } },
    ]);
    const cleared = await put({
      rates: { weekend_nightly: null, weekend_days: null },
      rules: null,
      security_deposit: null,
      cancellation_policy: null,
    });
    expect(cleared.body).toEqual({ data: PLAIN });
  });

  it('a listing’s seasons are replaced as a whole, with an event about the days that differ', async () => {
    const { teamId, listing, read, path, put, events, quote } = await openRates();
    await buildSeason(world, { teamId, listingId: listing.id, startDate: day(40), endDate: day(45) });
    const [old] = (await read(path)).seasons;
    const later = { ...SUMMER, name: 'Later', start_date: day(30), end_date: day(34), min_stay: null };
    const seasons = [SUMMER, later];
    expect((await put({ seasons: [later, SUMMER] })).body.data).toEqual({ ...PLAIN, seasons });
    await put({ seasons: [SUMMER, { ...later, end_date: day(33) }] });
    await put({ seasons });
    await put({ rates: { nightly: 9_000 } });
    expect((await read(path)).seasons).toEqual(seasons);
    expect((await put({ seasons: null })).body.data.seasons).toEqual([]);
    const spans = (await events()).map(({ data }) => [data.start_date, data.end_date]);
    expect(spans).toEqual([
      [day(10), old.end_date],
      [day(30), day(34)],
      [day(30), day(34)],
      [null, null],
      [day(10), day(34)],
    ]);
    const { body } = await quote(listing.id, { check_in: day(10), check_out: day(14) });
    expect(body.data.price.grand_total).toBe(4 * 9_000);
  });

  it('changed rates affect new quotes, and no bookings that are already made', async () => {
    const { book, read, put, quote, listing } = await openRates();
    const booking = await book();
    await put({ rates: { nightly: 1 }, rules: { max_stay: 4 }, security_deposit: 5, seasons: [SUMMER] });
    expect(await read(`/bookings/${booking.id}`)).toEqual(booking);
    const stay = { check_in: day(4), check_out: day(8) };
    expect((await quote(listing.id, stay)).body.data.price.grand_total).toBe(4);
  });

  it('a listing’s rates are refused with everything that is wrong with them, and stay as they are', async () => {
    const { send, read, path, put, events } = await openRates();
    const answer = await put({
      rates: { nightly: null, weekend_days: [8] },
      rules: { min_stay: 0 },
      security_deposit: '5',
      cancellation_policy: { name: 'None', tiers: [] },
      seasons: [SUMMER, { ...SUMMER, name: 'Other', nightly: -1 }],
    });
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([
      422,
      [
        'cancellation_policy.tiers',
        'rates.nightly',
        'rates.weekend_days.0',
        'rules.min_stay',
        'seasons.1',
        'seasons.1.nightly',
        'security_deposit',
      ],
    ]);
    const overlapping = await put({ seasons: [SUMMER, { ...SUMMER, end_date: day(9) }] });
    expect(Object.keys(overlapping.body.errors)).toEqual(['seasons.1.end_date', 'seasons.1']);
    expect((await send('PUT', '/listings/nothing/rates', { rates: 1 })).status).toBe(404);
    const unknown = await send('PUT', `/listings/${randomUUID()}/rates`, {
      seasons: [{ ...SUMMER, end_date: day(9) }],
    });
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['seasons.0.end_date']]);
    expect(await read(path)).toEqual(PLAIN);
    expect(await events()).toEqual([]);
  });

  it('what a body of rates contradicts in itself is refused together with its other wrong fields', async () => {
    const { put } = await openRates();
    const tier = (days_before: unknown, refund_percent: unknown) => ({ days_before, refund_percent });
    const errorsOf = async (body: object) => Object.keys((await put(body)).body.errors).sort();
    const early = { ...SUMMER, end_date: day(9), name: '' };
    expect(await errorsOf({ rates: { nightly: -1 }, seasons: [early, null, SUMMER] })).toEqual([
      'rates.nightly',
      'seasons.0.end_date',
      'seasons.0.name',
      'seasons.1',
    ]);
    // Dates that are wrong by themselves are compared with nothing.
    const wrong = { ...SUMMER, start_date: '2031-02-30' };
    expect(await errorsOf({ seasons: [SUMMER, wrong, { ...SUMMER, end_date: null }] })).toEqual([
      'seasons.1.start_date',
      'seasons.2.end_date',
    ]);
    const tiers = [tier(7, 50), tier(7, 'half'), null, tier(3, 10), tier(1, 20)];
    expect(await errorsOf({ cancellation_policy: { name: '', tiers } })).toEqual([
      'cancellation_policy.name',
      'cancellation_policy.tiers.1.days_before',
      'cancellation_policy.tiers.1.refund_percent',
      'cancellation_policy.tiers.2',
      'cancellation_policy.tiers.4.refund_percent',
    ]);
    expect(await errorsOf({ cancellation_policy: { name: '', tiers: Array(11).fill(tier(1, 1)) } })).toEqual([
      'cancellation_policy.name',
      'cancellation_policy.tiers',
    ]);
  });
});
