/** A change of a booking that came with lines below 0 (docs/rules.md, 9.19, 24.3 and 24.5). */
import { expect, test } from 'vitest';
import { importTeamFile } from '../../../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { clientOf, expectSound } from '../../../../helpers/bookings.ts';

const TOKEN = 'token-of-a-team-with-rebates';
const REBATE = { type: 'fee', code: 'rebate', name: 'Rebate', basis: 'stay', amount: -50_000 };
const BY_HAND = { type: 'fee', code: 'adjustment', name: 'Damage', basis: 'stay', amount: 60_000 };
const VAT = {
  type: 'tax',
  code: 'vat',
  name: 'VAT',
  basis: 'percent',
  percent: 10,
  included: true,
  amount: 100,
};

/** The lines are an accommodation of this amount, and these. */
const buildStay = (
  month: string,
  accommodation: number,
  lines: { type: string; amount: number; included?: boolean }[],
) => {
  const sum = (type: string) =>
    lines.reduce((total, line) => (line.type === type && !line.included ? total + line.amount : total), 0);
  const [fees_total, taxes_total] = [sum('fee'), sum('tax')];
  return {
    ...{ confirmation_code: `STAY${month}`, listing: 'loft', guest: 'bea@example.com', status: 'confirmed' },
    ...{ check_in: `2031-${month}-02`, check_out: `2031-${month}-06`, number_of_guests: 2 },
    totals: {
      ...{ accommodation_total: accommodation, discount_total: 0, fees_total, taxes_total },
      grand_total: accommodation + fees_total + taxes_total,
    },
    lines: [
      { type: 'accommodation', code: 'accommodation', name: 'Nights', basis: 'night', amount: accommodation },
      ...lines,
    ],
  };
};
const byHand = { adjustments: [{ name: 'Damage', amount: 60_000 }] };
const CITY_TAX = {
  ...{ type: 'tax', code: 'city', name: 'City', basis: 'guest_night' },
  ...{ percent: 5, base_amount: -100, quantity: 8, amount: 0 },
};

const world = await openSharedApp();
await importTeamFile(world.services, {
  team: { slug: 'rebates', name: 'Rebates', currency: 'EUR', timezone: 'UTC' },
  tokens: [{ name: 'API', scope: 'read-write', token: TOKEN }],
  taxes: [{ code: 'vat', name: 'VAT', basis: 'percent', percent: 10, included: true }],
  coupons: [{ code: 'Spring', percent: 10 }],
  guests: [{ email: 'bea@example.com', name: 'Bea' }],
  listings: [
    { slug: 'loft', kind: 'standalone', public_title: 'Loft', max_guests: 4, rates: { nightly: 10_000 } },
  ],
  bookings: [
    { ...buildStay('07', 10_000, [REBATE, BY_HAND, VAT]), ...byHand, price_agreed: 'total' },
    { ...buildStay('08', 60_000, [REBATE, BY_HAND]), ...byHand },
    buildStay('09', 40_000, [CITY_TAX]),
  ],
});
const api = clientOf(world, TOKEN);
const idOf = async (month: string) => (await api.read(`/bookings?confirmation_code=STAY${month}`))[0].id;

test('an agreed total stays when dates change, although it is below 0 without the lines by hand', async () => {
  const id = await idOf('07');
  const changed = await api.data(api.send('PUT', `/bookings/${id}`, { check_out: '2031-07-07' }));
  expect(changed).toMatchObject({ check_out: '2031-07-07', grand_total: 20_000 });
});

test('a line by hand stays if the rest of the fees would be below 0', async () => {
  const id = await idOf('08');
  const { status, body } = await api.send('PUT', `/bookings/${id}`, { adjustments: [] });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['adjustments']]);
});

test('a line by hand stays if the whole price would be below 0', async () => {
  const id = await idOf('07');
  const { status, body } = await api.send('PUT', `/bookings/${id}`, { adjustments: [] });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['adjustments']]);
});

test('a tax on what one person’s night costs stays as it came if its base is below 0', async () => {
  const id = await idOf('09');
  const changed = await api.data(api.send('PUT', `/bookings/${id}`, { coupon_code: 'Spring' }));
  expect(changed).toMatchObject({ grand_total: 36_000 });
  await expectSound(world);
});
