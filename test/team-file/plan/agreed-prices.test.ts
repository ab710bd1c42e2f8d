/** Agreed prices and adjustments in a team file (docs/rules.md, 24). */
import { expect, test } from 'vitest';
import { openSharedTeamFiles, openTeamFiles } from '../../helpers/team-file.ts';

const files = await openSharedTeamFiles();

const fees = [{ code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 500 }];
const listing = {
  slug: 'loft',
  kind: 'standalone',
  public_title: 'Loft',
  max_guests: 4,
  rates: { nightly: 10_000 },
};
const booking = {
  confirmation_code: 'AGREED',
  listing: 'loft',
  guest: 'bea@example.com',
  status: 'confirmed',
  check_in: '2027-06-01',
  check_out: '2027-06-05',
  number_of_guests: 2,
};
const LATE = { name: 'Late check-out', amount: 300 };
const totals = {
  accommodation_total: 30_000,
  discount_total: 0,
  fees_total: 800,
  taxes_total: 0,
  grand_total: 30_800,
};

let made = 0;
function newFile(change: object = {}) {
  made += 1;
  return {
    team: { slug: `agreed-${made}`, name: 'Agreed', currency: 'EUR', timezone: 'Europe/Lisbon' },
    fees,
    listings: [listing],
    guests: [{ email: 'bea@example.com', name: 'Bea' }],
    bookings: [{ ...booking, ...change }],
  };
}
const exported = async (slug: string) => (await files.exportFile(slug)).bookings[0];
const agreed = { totals, price_agreed: 'nights', adjustment: LATE };

test('an agreed price and an adjustment of a booking survive export and import', async () => {
  const file = newFile(agreed);
  await files.importSound(file);
  const out = await files.exportFile(file.team.slug);
  expect(out.bookings[0]).toMatchObject(agreed);
  expect(
    out.bookings[0].lines.map(({ code, amount }: { code: string; amount: number }) => [code, amount]),
  ).toEqual([
    ['accommodation', 30_000],
    ['fees', 500],
    ['adjustment', 300],
  ]);
  const other = await openTeamFiles();
  await other.importSound(out);
  expect(await other.exportFile(file.team.slug)).toEqual(out);
  await other.close();
});

test('importing new dates of a booking keeps its agreed price, and null returns it to the rates', async () => {
  const file = newFile(agreed);
  await files.importSound(file);
  const { team } = file;
  const moved = { ...booking, check_out: '2027-06-07' };
  await files.importSound({ team, bookings: [moved] });
  expect(await exported(team.slug)).toMatchObject({ ...agreed, check_out: '2027-06-07' });
  await files.importSound({ team, bookings: [{ ...moved, check_out: '2027-06-05', price_agreed: null }] });
  expect(await exported(team.slug)).toMatchObject({
    price_agreed: null,
    adjustment: LATE,
    totals: { grand_total: 40_800 },
  });
  await files.importSound({ team, bookings: [{ ...booking, adjustment: null }] });
  expect(await exported(team.slug)).toMatchObject({ adjustment: null, totals: { grand_total: 40_500 } });
});

test('importing new dates of a booking keeps an agreed total', async () => {
  const file = newFile({ totals, price_agreed: 'total' });
  await files.importSound(file);
  await files.importSound({
    team: file.team,
    bookings: [{ ...booking, number_of_guests: 3, check_out: '2027-06-09' }],
  });
  expect(await exported(file.team.slug)).toMatchObject({
    totals,
    price_agreed: 'total',
    number_of_guests: 3,
  });
});

test('an adjustment that is not among the totals or lines of a booking, and an agreed price without totals, are problems', async () => {
  const problemsOf = async (change: object) => files.importRefused(newFile(change));
  const [missing] = await problemsOf({ ...agreed, adjustment: { ...LATE, amount: 900 } });
  expect(missing).toContain('adjustment.amount must be the amount of a line');
  expect((await problemsOf({ price_agreed: 'nights' }))[0]).toContain('totals is required with price_agreed');
  const coupons = await problemsOf({ ...agreed, coupon_code: 'TEN' });
  expect(coupons.join('\n')).toContain('coupon_code must not be given together with price_agreed');
  expect((await problemsOf({ adjustment: { name: 'All', amount: -40_501 } }))[0]).toContain('below 0');
});
