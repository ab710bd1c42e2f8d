import { describe, expect, it } from 'vitest';
import { type HarbourTeam, harbourTeam } from '../../demo/harbour.ts';
import { findingsOf } from './findings.ts';
import { plusDays } from './plain-dates.ts';
import { linesInFile, nightlyRate, plainPrice } from './plain-price.ts';

const BASE_URL = 'https://stays.example';
const TODAY = new Date().toISOString().slice(0, 10);
const DAYS = 731;
const DAY = '2027-03-10';

type Booking = HarbourTeam['bookings'][number];

const distinct = <Value>(values: Iterable<Value>): Set<Value> => new Set(values);
const listingOf = (team: HarbourTeam, slug: string) => {
  const listing = team.listings.find((found) => found.slug === slug);
  if (!listing) throw new Error(`no ${slug}`);
  return listing;
};

/** What has to be seen in the demo on every single day, whatever the season. */
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
    live.some((booking) => booking.check_in > plusDays(today, 90)),
    bookings.some((booking) => booking.status === 'confirmed' && booking.listing === 'pier-house'),
    distinct(payments.map(({ status }) => status)).size === 5,
    distinct(invoices.map(({ status }) => status)).size === 3,
    ['pending', 'held', 'returned', 'kept', 'cancelled'].every((status) =>
      deposits.includes(status as never),
    ),
    events.size === 6,
    [...team.fees, ...team.taxes, ...team.discounts].every(({ code }) => codes.has(code)),
    ['SPRING15', 'TAKE20', 'HELLO10', 'PIER50', 'THANKYOU25', 'AUTUMNSEA'].every((code) =>
      codes.has(`coupon:${code}`),
    ),
  ];
}

describe('the demo team', () => {
  it('is sound and shows everything on every day of the next two years', () => {
    const findings: string[] = [];
    for (let day = 0; day < DAYS; day += 1) {
      const today = plusDays(TODAY, day);
      const team = harbourTeam(today, BASE_URL);
      findings.push(...findingsOf(team, today));
      if (showsEverything(team, today).includes(false)) {
        findings.push(`${today} shows not everything: ${showsEverything(team, today).join(' ')}`);
      }
    }
    expect(findings).toEqual([]);
  }, 60_000);

  it('is the same for the same day and address, and plain JSON', () => {
    const team = harbourTeam(DAY, BASE_URL);
    expect(harbourTeam(DAY, BASE_URL)).toEqual(team);
    expect(JSON.parse(JSON.stringify(team))).toEqual(team);
  });

  it('prices the contract’s example to the cent', () => {
    const team = harbourTeam('2026-11-01', BASE_URL);
    const lines = plainPrice(team, {
      listing: listingOf(team, 'sea-loft'),
      checkIn: '2027-04-01',
      checkOut: '2027-04-04',
      guests: 3,
      bookedOn: '2026-11-01',
      coupon: team.coupons.find(({ code }) => code === 'SPRING15') ?? null,
    });
    expect(lines.map(({ code, amount }) => [code, amount])).toEqual([
      ['accommodation', 46500],
      ['early', -2325],
      ['coupon:SPRING15', -6626],
      ['cleaning', 5000],
      ['service', 1314],
      ['city', 1800],
      ['vat', 2553],
    ]);
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(48216);
  });

  it.each<[string, string, (booking: Booking) => void]>([
    ['a total', 'HB7K2M9Q', ({ totals }) => Object.assign(totals ?? {}, { grand_total: 1 })],
    ['a line', 'HB7K2M9Q', ({ lines }) => Object.assign(lines?.[0] ?? {}, { amount: 1 })],
    ['an included line', 'HB5N8ZEH', ({ lines }) => Object.assign(lines?.at(-2) ?? {}, { included: false })],
    ['a payment', 'HB7K2M9Q', ({ payments }) => Object.assign(payments?.[0] ?? {}, { amount: 1 })],
    [
      'a due date',
      'HB7K2M9Q',
      ({ payments }) => Object.assign(payments?.[1] ?? {}, { due_on: '2027-03-20' }),
    ],
    ['an invoice', 'HB7K2M9Q', ({ invoices }) => Object.assign(invoices?.[0] ?? {}, { status: 'paid' })],
    [
      'a deposit',
      'HBP4B7ET',
      (booking) => Object.assign(booking.security_deposit ?? {}, { status: 'pending' }),
    ],
    ['a unit', 'HB7K2M9Q', (booking) => Object.assign(booking, { unit: 'Loft C' })],
    ['a stay onto another', 'HB7K2M9Q', (booking) => Object.assign(booking, { check_in: '2027-03-11' })],
    [
      'a room onto a whole house',
      'HBV5R9UG',
      (booking) => Object.assign(booking, { check_in: '2026-12-20' }),
    ],
    ['a status', 'HB2P7ULX', (booking) => Object.assign(booking, { status: 'completed' })],
    [
      'a moment to today',
      'HB7K2M9Q',
      (booking) => Object.assign(booking, { updated_at: `${DAY}T00:30:00+00:00` }),
    ],
    ['a coupon', 'HB7K2M9Q', (booking) => Object.assign(booking, { coupon_code: 'OLDFRIENDS' })],
    [
      'a cancelled stay back to life',
      'HB8M5EXT',
      (booking) => Object.assign(booking, { status: 'confirmed' }),
    ],
  ])('is found out when somebody moves %s', (_what, code, move) => {
    const team = harbourTeam(DAY, BASE_URL);
    const booking = team.bookings.find(({ confirmation_code }) => confirmation_code === code);
    if (!booking) throw new Error(`no ${code}`);
    move(booking);
    expect(findingsOf(team, DAY).join()).toContain(code);
  });

  it('shows every kind of listing, rule, charge and coupon', () => {
    const team = harbourTeam(TODAY, BASE_URL);
    const { listings, fees, taxes, discounts, coupons } = team;
    expect(distinct(listings.map(({ kind }) => kind))).toEqual(
      distinct(['standalone', 'building', 'unit_type']),
    );
    expect(distinct(listings.map(({ status }) => status ?? 'active'))).toEqual(
      distinct(['active', 'draft', 'inactive', 'archived']),
    );
    expect(
      listings.some(({ status, listed_on_site }) => status === undefined && listed_on_site === false),
    ).toBe(true);
    expect(distinct(listings.map(({ property_type }) => property_type)).size).toBeGreaterThanOrEqual(12);
    const unitTypes = listings.filter(({ building }) => building === 'pier-house');
    expect(unitTypes).toHaveLength(3);
    expect(unitTypes.every(({ units }) => (units?.length ?? 0) >= 2)).toBe(true);
    expect(listingOf(team, 'pier-house').whole_building_bookable).toBe(true);
    expect(listingOf(team, 'sea-loft').units).toHaveLength(2);

    expect(distinct(fees.map(({ basis }) => basis)).size).toBe(5);
    expect(distinct(fees.map(({ taxable }) => taxable)).size).toBe(2);
    expect(fees.some(({ listings: named }) => named)).toBe(true);
    expect(taxes.some(({ included, listings: named }) => included && named?.length === 1)).toBe(true);
    expect(taxes.some(({ basis, max_nights }) => basis === 'guest_night' && max_nights)).toBe(true);
    expect(taxes.some(({ applies_to }) => applies_to?.length === 1 && applies_to[0] === 'fees')).toBe(true);
    expect(discounts.map(({ kind }) => kind).sort()).toEqual([
      'early_bird',
      'last_minute',
      'length_of_stay',
      'length_of_stay',
    ]);
    expect(coupons.some(({ code, percent }) => code === 'SPRING15' && percent === 15)).toBe(true);
    for (const has of [
      coupons.some(({ amount }) => amount),
      coupons.some(({ min_nights }) => min_nights),
      coupons.some(({ valid_from, valid_until, stay_from }) => valid_from && valid_until && stay_from),
      coupons.some(({ max_redemptions }) => max_redemptions),
      coupons.some(({ active }) => active === false),
      coupons.some(({ listings: named }) => named),
    ]) {
      expect(has).toBe(true);
    }
  });

  it('has days that are closed, closed for arrival and for departure, and rates for weekend, season and day', () => {
    const team = harbourTeam(DAY, BASE_URL);
    const days = team.listings.flatMap((listing) => listing.days ?? []);
    expect(days.some(({ closed }) => closed)).toBe(true);
    expect(days.some(({ closed_for_arrival }) => closed_for_arrival)).toBe(true);
    expect(days.some(({ date, closed_for_departure }) => date === '2027-12-31' && closed_for_departure)).toBe(
      true,
    );
    const seaLoft = listingOf(team, 'sea-loft');
    const rate = (night: string) => nightlyRate(seaLoft, night);
    expect([
      rate('2027-04-01'),
      rate('2027-04-02'),
      rate('2027-07-01'),
      rate('2027-07-02'),
      rate('2027-12-31'),
    ]).toEqual([12000, 15000, 18000, 21000, 40000]);
  });

  it('has guests of many scripts, some without email, and a member without password', () => {
    const { guests, members } = harbourTeam(TODAY, BASE_URL);
    expect(guests.length).toBeGreaterThanOrEqual(30);
    const scripts = [
      'Latin',
      'Han',
      'Hangul',
      'Greek',
      'Cyrillic',
      'Arabic',
      'Hebrew',
      'Devanagari',
      'Thai',
      'Georgian',
    ];
    for (const script of scripts) {
      const isOf = new RegExp(`\\p{Script=${script}}`, 'u');
      expect(guests.some(({ name }) => isOf.test(name))).toBe(true);
    }
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
      expect(Number(address?.latitude)).toBeGreaterThan(38.3);
      expect(Number(address?.latitude)).toBeLessThan(39.1);
      expect(Number(address?.longitude)).toBeGreaterThan(-9.6);
      expect(Number(address?.longitude)).toBeLessThan(-8.7);
    }
  });

  it('keeps the lines of every booking in the order of the contract', () => {
    const order = ['accommodation', 'discount', 'fee', 'tax'];
    for (const booking of harbourTeam(TODAY, BASE_URL).bookings) {
      const ranks = linesInFile(booking).map(({ type }) => order.indexOf(type));
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    }
  });
});
