/** Agreed prices and adjustments in a team file (docs/rules.md, 24). */
import { expect, test } from 'vitest';
import { exportElsewhere, openSharedTeamFiles } from '../../../../helpers/team-file.ts';
import { BOOKING, buildTotals, listAmounts, newFile } from './loft.ts';

const files = await openSharedTeamFiles();

const fees = [{ code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 500 }];
const LATE = { name: 'Late check-out', amount: 300 };
const totals = buildTotals(30_000, 800, 0);
const agreed = { totals, price_agreed: 'nights', adjustment: LATE };
const fileWith = (change: object) => newFile({ fees, bookings: [{ ...BOOKING, ...change }] });

test('an agreed price and an adjustment of a booking survive export and import', async () => {
  const file = fileWith(agreed);
  await files.importSound(file);
  const text = await files.exportText(file.team.slug);
  const [booking] = JSON.parse(text).bookings;
  expect(booking).toMatchObject(agreed);
  expect(listAmounts(booking)).toEqual([
    ['accommodation', 30_000],
    ['fees', 500],
    ['adjustment', 300],
  ]);
  expect(await exportElsewhere(text)).toBe(text);
});

test('importing new dates of a booking keeps its agreed price, and null returns it to the rates', async () => {
  const file = fileWith(agreed);
  await files.importSound(file);
  const { team } = file;
  const moved = { ...BOOKING, check_out: '2027-06-07' };
  await files.importSound({ team, bookings: [moved] });
  expect(await files.exportBooking(team.slug)).toMatchObject({ ...agreed, check_out: '2027-06-07' });
  await files.importSound({ team, bookings: [{ ...moved, check_out: '2027-06-05', price_agreed: null }] });
  expect(await files.exportBooking(team.slug)).toMatchObject({
    price_agreed: null,
    adjustment: LATE,
    totals: { grand_total: 40_800 },
  });
  await files.importSound({ team, bookings: [{ ...BOOKING, adjustment: null }] });
  expect(await files.exportBooking(team.slug)).toMatchObject({
    adjustment: null,
    totals: { grand_total: 40_500 },
  });
});

test('importing new dates of a booking keeps an agreed total', async () => {
  const file = fileWith({ totals, price_agreed: 'total' });
  await files.importSound(file);
  await files.importSound({
    team: file.team,
    bookings: [{ ...BOOKING, number_of_guests: 3, check_out: '2027-06-09' }],
  });
  expect(await files.exportBooking(file.team.slug)).toMatchObject({
    totals,
    price_agreed: 'total',
    number_of_guests: 3,
  });
});

test('an adjustment that is not among the totals or lines of a booking, and an agreed price without totals, are problems', async () => {
  const problemsOf = async (change: object) => files.importRefused(fileWith(change));
  const [missing] = await problemsOf({ ...agreed, adjustment: { ...LATE, amount: 900 } });
  expect(missing).toContain('adjustment.amount must be the amount of a line');
  expect((await problemsOf({ price_agreed: 'nights' }))[0]).toContain('totals is required with price_agreed');
  const coupons = await problemsOf({ ...agreed, coupon_code: 'TEN' });
  expect(coupons.join('\n')).toContain('coupon_code must not be given together with price_agreed');
  expect((await problemsOf({ adjustment: { name: 'All', amount: -40_501 } }))[0]).toContain('below 0');
});
