/** How an import prices bookings without totals (docs/rules.md, 6 and 20.4). */
import { expect, test } from 'vitest';
import { exportElsewhere, openSharedTeamFiles } from '../../../../helpers/team-file.ts';
import { verifyAll } from '../../../../helpers/verify.ts';
import { SEA_LOFT_TEAM } from '../../../../routes/sea-loft-team.ts';
import { buildTotals, listAmounts } from './loft.ts';

const files = await openSharedTeamFiles();

let made = 0;
const newTeam = () => {
  made += 1;
  return { ...SEA_LOFT_TEAM.team, slug: `prices-${made}` };
};
const booking = {
  confirmation_code: 'PRICED',
  listing: 'sea-loft',
  guest: 'bea@example.com',
  status: 'confirmed',
  check_in: '2027-04-01',
  check_out: '2027-04-04',
  number_of_guests: 3,
  coupon_code: 'spring15',
};
const guests = [{ email: 'bea@example.com', name: 'Bea' }];
const whole = { ...SEA_LOFT_TEAM, guests };
const priceOf = async (slug: string) => {
  const booking = await files.exportBooking(slug);
  return { totals: booking.totals, lines: listAmounts(booking) };
};

test('an import prices the worked example with the rates of the same file, and with today’s lead time', async () => {
  const team = newTeam();
  // Made long before, which does not matter: it is priced at today's rates.
  await files.importSound({ ...whole, team, bookings: [{ ...booking, created_at: '2026-01-01T00:00:00Z' }] });
  expect(await priceOf(team.slug)).toEqual({
    totals: {
      accommodation_total: 46500,
      discount_total: 8951,
      fees_total: 6314,
      taxes_total: 4353,
      grand_total: 48216,
    },
    lines: [
      ['accommodation', 46500],
      ['early', -2325],
      ['coupon:SPRING15', -6626],
      ['cleaning', 5000],
      ['service', 1314],
      ['city', 1800],
      ['vat', 2553],
    ],
  });
});

test('an import prices a stored booking again only if its dates, guests or totals change', async () => {
  const team = newTeam();
  await files.importSound({ ...whole, team, bookings: [booking] });
  const before = await priceOf(team.slug);
  const [loft] = SEA_LOFT_TEAM.listings;
  const dearer = { ...loft, rates: { nightly: 20000 } };
  await files.importSound({
    team,
    listings: [dearer],
    fees: [],
    bookings: [{ ...booking, coupon_code: null }],
  });
  expect(await priceOf(team.slug)).toEqual(before);

  // Only now at the new rates, although season and days are not in the file.
  await files.importSound({ team, bookings: [{ ...booking, coupon_code: null, number_of_guests: 2 }] });
  expect(await priceOf(team.slug)).toMatchObject({
    totals: { accommodation_total: 20000 + 15000 + 15000, fees_total: 0 },
  });
  await files.importSound({
    team,
    bookings: [{ ...booking, check_in: '2027-06-16', check_out: '2027-06-17' }],
  });
  expect(await priceOf(team.slug)).toMatchObject({ totals: { accommodation_total: 18000 + 1500 } });
});

test('importing totals without lines makes a line for each total that is not 0, also if lines is an empty list', async () => {
  const team = newTeam();
  const totals = {
    accommodation_total: 10000,
    discount_total: 1000,
    fees_total: 0,
    taxes_total: 600,
    grand_total: 9600,
  };
  await files.importSound({ ...whole, team, bookings: [{ ...booking, totals, lines: [] }] });
  expect(await priceOf(team.slug)).toEqual({
    totals,
    lines: [
      ['accommodation', 10000],
      ['discount', -1000],
      ['taxes', 600],
    ],
  });
  const free = buildTotals(0, 0, 0);
  await files.importSound({ team, bookings: [{ ...booking, totals: free }] });
  expect(await priceOf(team.slug)).toEqual({ totals: free, lines: [] });
});

test('at most 198 fees, taxes and discounts may apply to one listing', async () => {
  const team = newTeam();
  const charges = (kind: string, count: number, more: object) =>
    Array.from({ length: count }, (_, index) => ({ code: `${kind} ${index}`, name: 'C', ...more }));
  const fees = charges('fee', 150, { basis: 'percent', percent: 1 });
  const taxes = charges('tax', 47, { basis: 'percent', percent: 1, listings: ['sea-loft'] });
  const discounts = charges('discount', 2, { kind: 'early_bird', days_before: 1, percent: 1 });
  expect(await files.importRefused({ ...whole, team, fees, taxes, discounts })).toEqual([
    'listings[0] (sea-loft): at most 198 fees, taxes and discounts may apply to a listing, not 199.',
  ]);
  await files.importSound({
    ...whole,
    team,
    fees,
    taxes,
    discounts: discounts.slice(1),
    bookings: [booking],
  });
  expect((await files.exportBooking(team.slug)).lines).toHaveLength(200);
  const many = charges('more', 199, { basis: 'percent', percent: 1 });
  expect(await files.importRefused({ team, fees: many, taxes: [], discounts: [] })).toEqual([
    'file: at most 198 fees, taxes and discounts may apply to a listing, and 199 apply to all.',
  ]);

  // A team from before the limit imports its own export again, but must not exceed it further.
  await files.pool.query(
    `insert into fees (team_id, code, name, basis, percent_ppm, taxable)
       select team_id, 'old ' || code, name, basis, percent_ppm, taxable from fees
       where team_id = (select id from teams where slug = $1) limit 49`,
    [team.slug],
  );
  const text = await files.exportText(team.slug);
  await files.importSound(JSON.parse(text));
  expect(await files.exportText(team.slug)).toBe(text);
  const listed = [...JSON.parse(text).fees, { code: 'one more', name: 'C', basis: 'percent', percent: 1 }];
  expect(await files.importRefused({ team, fees: listed })).toEqual([
    'file: at most 198 fees, taxes and discounts may apply to a listing, and 201 apply to all.',
  ]);
});

test('importing a booking with a coupon ignores the coupon’s conditions, and counts a redemption', async () => {
  const team = newTeam();
  const coupons = [
    { code: 'OLD', percent: 50, active: false, valid_until: '2020-01-01', max_redemptions: 0 },
  ];
  const live = { ...booking, coupon_code: 'old' };
  const cancelled = { ...live, confirmation_code: 'ZERO', status: 'cancelled' };
  await files.importSound({ ...whole, team, coupons, bookings: [live, cancelled] });
  expect((await priceOf(team.slug)).lines).toContainEqual(['coupon:OLD', -22088]);
  const { rows } = await files.pool.query(
    "select redeemed_beyond from coupons c join teams t on t.id = c.team_id where t.slug = $1 and code_key = 'old'",
    [team.slug],
  );
  expect(rows).toEqual([{ redeemed_beyond: 1 }]);
  // A file may lower the maximum, and redemptions beyond it are still counted.
  const broken = async () => (await verifyAll(files)).filter(({ violations }) => violations > 0);
  expect(await broken()).toEqual([]);
  await files.pool.query("update coupons set redeemed_beyond = 0 where code_key = 'old'");
  expect(await broken()).toEqual([
    { invariant: 'a coupon is not redeemed more often than allowed', violations: 1 },
  ]);
  await files.importSound({ team, coupons });
  expect(await broken()).toEqual([]);
});

test('a booking keeps its currency if its listing’s changes, and an export says so', async () => {
  const team = { ...newTeam(), currency: 'EUR' };
  const percent = { fees: [], taxes: [], coupons: [] };
  const one = { ...booking, coupon_code: null };
  await files.importSound({ ...whole, ...percent, team, bookings: [one] });
  const [loft] = SEA_LOFT_TEAM.listings;
  await files.importSound({ team, listings: [{ ...loft, currency: 'SEK' }], bookings: [one] });
  const text = await files.exportText(team.slug);
  expect(JSON.parse(text)).toMatchObject({
    listings: [{ currency: 'SEK' }],
    bookings: [{ currency: 'EUR' }],
  });
  expect(await exportElsewhere(text)).toBe(text);

  // Other dates need a new price, and the stored currency is not the listing's.
  const moved = { ...one, check_in: '2027-04-02' };
  expect(await files.importRefused({ team, bookings: [moved] })).toEqual([
    expect.stringMatching(/^bookings\[0\] .*currency must be that of the listing, SEK, .*not EUR/),
  ]);

  const fixed = { code: 'FIXED', amount: 500, listings: [] };
  expect(
    await files.importRefused({
      team,
      coupons: [fixed],
      bookings: [{ ...one, coupon_code: 'fixed', check_in: '2027-04-02' }],
    }),
  ).toEqual(['bookings[0] (PRICED): coupon_code must be of a percentage or in SEK, not "FIXED".']);
  await files.importSound({ team, bookings: [{ ...moved, currency: 'SEK' }] });
  expect((await files.exportFile(team.slug)).bookings).toMatchObject([{ check_in: '2027-04-02' }]);
});
