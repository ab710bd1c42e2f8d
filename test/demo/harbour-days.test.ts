import { describe, expect, it } from 'vitest';
import { type HarbourTeam, harbourTeam } from '../../demo/harbour.ts';
import { tariffOf } from '../../demo/pricing.ts';
import { addDays } from '../../src/domain/dates.ts';
import { dayTermsFrom } from '../../src/domain/rates.ts';
import { seed } from '../helpers/random.ts';
import { words } from '../helpers/words.ts';
import { sized } from '../reliability/figures.ts';
import { expectedPrice, listingOf } from './expected-price.ts';
import { findingsOf } from './findings.ts';

const BASE_URL = 'https://stays.example';
const TODAY = new Date().toISOString().slice(0, 10);
const DAYS = 731;
/** A reliability run looks at every day, any other at a third of them, which its seed chooses. */
const EVERY = sized(1, 3);
const DAY = '2027-03-10';

type Booking = HarbourTeam['bookings'][number];

const distinct = <Value>(values: Iterable<Value>): Set<Value> => new Set(values);
/** What the demo must show on every day of the year. */
function showsEverything(team: HarbourTeam, today: string): boolean[] {
  const { bookings } = team;
  const live = bookings.filter(({ status }) => status !== 'cancelled');
  const payments = bookings.flatMap((booking) => booking.payments ?? []);
  const invoices = bookings.flatMap((booking) => booking.invoices ?? []);
  const deposits = bookings.map((booking) => booking.security_deposit?.status);
  const codes = distinct(bookings.flatMap((booking) => (booking.lines ?? []).map(({ code }) => code)));
  const events = distinct(bookings.flatMap((booking) => (booking.events ?? []).map(({ type }) => type)));
  const inHouse = live.filter((booking) => booking.check_in < today && booking.check_out > today);
  return [
    distinct(bookings.map(({ status }) => status)).size === 4,
    distinct(bookings.map(({ source }) => source)).size === 8,
    inHouse.length >= 5,
    live.some((booking) => booking.check_in === today),
    live.some((booking) => booking.check_in > addDays(today, 90)),
    bookings.some((booking) => booking.status === 'confirmed' && booking.listing === 'pier-house'),
    distinct(payments.map(({ status }) => status)).size === 5,
    distinct(invoices.map(({ status }) => status)).size === 3,
    words('pending held returned kept cancelled').every((status) => deposits.includes(status as never)),
    events.size === 6,
    bookings.some(({ cancellation_fee: fee }) => fee === 0),
    bookings.some(isOwedARefund),
    payments.some(({ status, refunded_amount }) => status === 'paid' && (refunded_amount ?? 0) > 0),
    live.some(({ status, expires_at }) => status === 'pending' && (expires_at ?? '') > addDays(today, 1)),
    team.team.cancellation_policy !== null && team.listings.some((listing) => listing.cancellation_policy),
    [...team.fees, ...team.taxes, ...team.discounts].every(({ code }) => codes.has(code)),
    words('SPRING15 TAKE20 HELLO10 PIER50 THANKYOU25 AUTUMNSEA').every((code) => codes.has(`coupon:${code}`)),
  ];
}

/** More was paid than the fee of the cancellation, and nothing given back yet. */
function isOwedARefund({ cancellation_fee: fee, payments }: Booking): boolean {
  const paid = (payments ?? []).filter(({ status }) => status === 'paid');
  const isUntouched = paid.every(({ refunded_amount }) => !refunded_amount);
  return !!fee && isUntouched && paid.reduce((sum, { amount }) => sum + amount, 0) > fee;
}

describe('the demo team', () => {
  it('is sound and shows everything on every day of the next two years', () => {
    const findings: string[] = [];
    for (let day = seed % EVERY; day < DAYS; day += EVERY) {
      const today = addDays(TODAY, day);
      const team = harbourTeam(today, BASE_URL);
      findings.push(...findingsOf(team, today));
      const shown = showsEverything(team, today);
      if (shown.includes(false)) findings.push(`${today} shows not everything: ${shown.join(' ')}`);
    }
    expect(findings).toEqual([]);
  }, 60_000);

  it('is the same for the same day and address, and plain JSON', () => {
    const team = harbourTeam(DAY, BASE_URL);
    expect(harbourTeam(DAY, BASE_URL)).toEqual(team);
    expect(JSON.parse(JSON.stringify(team))).toEqual(team);
  });

  it('prices the worked example to the cent', () => {
    const team = harbourTeam('2026-11-01', BASE_URL);
    const stay = {
      listing: 'sea-loft',
      check_in: '2027-04-01',
      check_out: '2027-04-04',
      number_of_guests: 3,
    };
    const booking = { ...stay, coupon_code: 'SPRING15' } as Booking;
    const { totals, lines } = expectedPrice(team, booking, '2026-11-01');
    expect(Object.fromEntries(lines.map(({ code, amount }) => [code, amount]))).toEqual({
      ...{ accommodation: 46500, early: -2325, 'coupon:SPRING15': -6626, cleaning: 5000, service: 1314 },
      ...{ city: 1800, vat: 2553 },
    });
    expect(totals?.grand_total).toBe(48216);
  });

  it.each<[what: string, code: string, part: (booking: Booking) => object | null | undefined, to: object]>([
    ['a total', 'HB7K2M9Q', ({ totals }) => totals, { grand_total: 1 }],
    ['a line', 'HB7K2M9Q', ({ lines }) => lines?.[0], { amount: 1 }],
    ['an included line', 'HB5N8ZEH', ({ lines }) => lines?.at(-2), { included: false }],
    ['a payment', 'HB7K2M9Q', ({ payments }) => payments?.[0], { amount: 1 }],
    ['a due date', 'HB7K2M9Q', ({ payments }) => payments?.[1], { due_on: '2027-03-20' }],
    ['an invoice', 'HB7K2M9Q', ({ invoices }) => invoices?.[0], { status: 'paid' }],
    ['a deposit', 'HBP4B7ET', ({ security_deposit }) => security_deposit, { status: 'pending' }],
    ['a unit', 'HB7K2M9Q', (booking) => booking, { unit: 'Loft C' }],
    ['a stay onto another', 'HB7K2M9Q', (booking) => booking, { check_in: '2027-03-11' }],
    ['a room onto a whole house', 'HBV5R9UG', (booking) => booking, { check_in: '2026-12-20' }],
    ['a status', 'HB2P7ULX', (booking) => booking, { status: 'completed' }],
    ['a moment to today', 'HB7K2M9Q', (booking) => booking, { updated_at: `${DAY}T00:30:00+00:00` }],
    ['a coupon', 'HB7K2M9Q', (booking) => booking, { coupon_code: 'OLDFRIENDS' }],
    ['a cancelled stay back to life', 'HB8M5EXT', (booking) => booking, { status: 'confirmed' }],
  ])('is found out when somebody moves %s', (_what, code, part, to) => {
    const team = harbourTeam(DAY, BASE_URL);
    const booking = team.bookings.find(({ confirmation_code }) => confirmation_code === code);
    if (!booking) throw new Error(`no ${code}`);
    Object.assign(part(booking) ?? {}, to);
    expect(findingsOf(team, DAY).join()).toContain(code);
  });

  it('shows every kind of listing, rule, charge and coupon', () => {
    const team = harbourTeam(TODAY, BASE_URL);
    const { listings, fees, taxes, discounts, coupons } = team;
    expect(distinct(listings.map(({ kind }) => kind)).size).toBe(3);
    expect(distinct(listings.map(({ status }) => status ?? 'active')).size).toBe(4);
    expect(distinct(listings.map(({ property_type }) => property_type)).size).toBeGreaterThanOrEqual(12);
    const unitTypes = listings.filter(({ building }) => building === 'pier-house');
    expect(unitTypes.map(({ units }) => units?.length)).toEqual([4, 2, 2]);
    const slugs = ['pier-house', 'sea-loft'].map((slug) => listings.find((one) => one.slug === slug));
    expect(slugs).toMatchObject([{ whole_building_bookable: true }, { units: [{}, {}] }]);

    expect(distinct(fees.map(({ basis }) => basis)).size).toBe(5);
    expect(distinct(fees.map(({ taxable }) => taxable)).size).toBe(2);
    expect(discounts.map(({ kind }) => kind).sort()).toEqual(
      words('early_bird last_minute length_of_stay length_of_stay'),
    );
    const has = [
      listings.some(({ status, listed_on_site }) => status === undefined && listed_on_site === false),
      fees.some(({ listings: named }) => named),
      taxes.some(({ included, listings: named }) => included && named?.length === 1),
      taxes.some(({ basis, max_nights }) => basis === 'guest_night' && max_nights),
      taxes.some(({ applies_to }) => applies_to?.length === 1 && applies_to[0] === 'fees'),
      coupons.some(({ code, percent }) => code === 'SPRING15' && percent === 15),
      coupons.some(({ amount }) => amount),
      coupons.some(({ min_nights }) => min_nights),
      coupons.some(({ valid_from, valid_until, stay_from }) => valid_from && valid_until && stay_from),
      coupons.some(({ max_redemptions }) => max_redemptions),
      coupons.some(({ active }) => active === false),
      coupons.some(({ listings: named }) => named),
    ];
    expect(has.map(Boolean)).not.toContain(false);
  });

  it('has days that are closed, closed for arrival and for departure, and rates for weekend, season and day', () => {
    const team = harbourTeam(DAY, BASE_URL);
    const days = team.listings.flatMap((listing) => listing.days ?? []);
    const isClosed = [
      days.some(({ closed }) => closed),
      days.some(({ closed_for_arrival }) => closed_for_arrival),
      days.some(({ date, closed_for_departure }) => date === '2027-12-31' && closed_for_departure),
    ];
    expect(isClosed).toEqual([true, true, true]);
    const termsOn = dayTermsFrom(tariffOf(listingOf(team, 'sea-loft')));
    const nights = words('2027-04-01 2027-04-02 2027-07-01 2027-07-02 2027-12-31');
    expect(nights.map((night) => termsOn(night).baseRateCents)).toEqual([12000, 15000, 18000, 21000, 40000]);
  });

  it('has guests of many scripts, some without email, and a member without password', () => {
    const { guests, members } = harbourTeam(TODAY, BASE_URL);
    expect(guests.length).toBeGreaterThanOrEqual(30);
    for (const script of words('Latin Han Hangul Greek Cyrillic Arabic Hebrew Devanagari Thai Georgian'))
      expect(guests.some(({ name }) => new RegExp(`\\p{Script=${script}}`, 'u').test(name))).toBe(true);
    expect(guests.filter(({ email }) => !email).every(({ id }) => id)).toBe(true);
    expect(guests.some(({ email }) => !email)).toBe(true);
    expect(members).toEqual([expect.objectContaining({ email: 'ana@harbour.example', name: 'Ana Reis' })]);
    expect(members[0]).not.toHaveProperty('password');
  });

  it('has texts and addresses that one would like to read', () => {
    for (const { description, headline, address, building } of harbourTeam(TODAY, BASE_URL).listings) {
      expect(description?.length).toBeGreaterThan(100);
      expect(headline?.length).toBeGreaterThan(20);
      if (building) continue;
      expect(address?.postcode).toMatch(/^\d{4}-\d{3}$/);
      expect(Math.abs(Number(address?.latitude) - 38.7)).toBeLessThan(0.4);
      expect(Math.abs(Number(address?.longitude) + 9.15)).toBeLessThan(0.45);
    }
  });

  it('keeps the lines of every booking in their order', () => {
    const order = ['accommodation', 'discount', 'fee', 'tax'];
    for (const booking of harbourTeam(TODAY, BASE_URL).bookings) {
      const ranks = (booking.lines ?? []).map(({ type }) => order.indexOf(type));
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    }
  });
});
