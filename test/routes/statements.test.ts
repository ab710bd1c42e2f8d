/** The statements of the five hottest requests. Everywhere else their number is free. */
import { expect, it } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { type Answer, openBuilding, openInn } from '../helpers/bookings.ts';
import {
  buildBlock,
  buildBooking,
  buildCoupon,
  buildGuest,
  buildListings,
  buildPhoto,
  day,
} from '../helpers/factories.ts';
import { STATEMENTS_OF_BOOKING } from '../registers/all.ts';

const world = await openSharedApp();

/** The statements of a request, without the bounds of its transaction. The look-up of the token is one of them. */
async function countStatements(send: () => Promise<Answer>, status = 200): Promise<number> {
  const { result, statements } = await world.statements.during(send);
  expect(result.status).toBe(status);
  expect(statements.filter((statement) => /^begin/.test(statement)).length).toBeLessThanOrEqual(1);
  return statements.filter((statement) => !/^(begin|commit)/.test(statement)).length;
}

it('GET /v1/me takes 2 statements', async () => {
  const inn = await openInn(world);
  expect(await countStatements(() => inn.send('GET', '/me'))).toBe(2);
});

it('reading a booking takes 2 statements, whatever it has', async () => {
  const inn = await openInn(world);
  const plain = await inn.book();
  const counts = [await countStatements(() => inn.send('GET', `/bookings/${plain.id}`))];
  const building = await openBuilding(world, { Doubles: ['101', '102', '103'] });
  for (let n = 0; n < 3; n += 1)
    await buildPhoto(world, { teamId: building.teamId, listingId: building.listing.id });
  await buildCoupon(world, { teamId: building.teamId, code: 'TEN' });
  const whole = await building.book({ coupon_code: 'ten' });
  counts.push(await countStatements(() => building.send('GET', `/bookings/${whole.id}`)));
  expect(counts).toEqual([2, 2]);
});

it('a new booking takes 7 statements, or 8 for a whole building, whatever the number of units, bookings and nights', async () => {
  const terms = { team: { depositPpm: 300_000 }, listing: { securityDepositCents: 1_000 } };
  const small = await openInn(world, terms);
  const counts = [await countStatements(() => small.tryBook(), 201)];
  const large = await openInn(world, { ...terms, units: Array.from({ length: 40 }, (_, n) => `Unit ${n}`) });
  await buildCoupon(world, { teamId: large.teamId, code: 'TEN' });
  await buildGuest(world, { teamId: large.teamId, email: 'b@example.com' });
  for (const { id: unitId } of large.units) {
    const keys = { teamId: large.teamId, listingId: large.listing.id, unitId };
    await buildBooking(world, { ...keys, checkIn: day(30), checkOut: day(33) });
  }
  counts.push(await countStatements(() => large.tryBook({ check_out: day(20) }), 201));
  const building = await openBuilding(world, { Doubles: ['101', '102', '103'], Singles: ['201', '202'] });
  await world.db.execute(
    `update listings set security_deposit_cents = 1000 where id = '${building.listing.id}'`,
  );
  counts.push(await countStatements(() => building.tryBook(), 201));
  // A whole building looks again whether a unit has joined before its units were locked (docs/rules.md, 5.1).
  expect(counts).toEqual([6, 6, 7].map((own) => own + STATEMENTS_OF_BOOKING));
  // The guest is found by the email, and a key is claimed and stored. The coupon is locked together with the units.
  const most = () =>
    large.tryBook(
      { coupon_code: 'ten', guest: { name: 'B', email: 'b@example.com' } },
      { 'idempotency-key': 'k' },
    );
  expect(await countStatements(most, 201)).toBe(9 + STATEMENTS_OF_BOOKING);
});

it('changing the dates of a booking takes 16 statements, in a house of 40 units as in one of 1', async () => {
  const counts: number[] = [];
  for (const units of [1, 40]) {
    const inn = await openInn(world, { units: Array.from({ length: units }, (_, n) => `Unit ${n}`) });
    const { id } = await inn.book();
    counts.push(await countStatements(() => inn.change(id, { check_out: day(7) })));
  }
  expect(counts).toEqual([15, 15].map((own) => own + STATEMENTS_OF_BOOKING));
});

it.each(['team', 'site'])(
  'a search by the %s takes at most 8 statements, for a thousand places as for ten',
  async (who) => {
    const inn = await openInn(world);
    const { teamId, token, listing } = inn;
    await buildBlock(world, { teamId, listingId: listing.id, unitId: inn.units[0]?.id ?? '' });
    const { slug } = await inn.read('/team');
    const stay = new URLSearchParams({
      check_in: day(0),
      check_out: day(3),
      alternatives: '2',
      per_page: '50',
    });
    const path = who === 'team' ? '/v1/search' : `/v1/public/${slug}/search`;
    const search = async () => {
      const { result, statements } = await world.statements.during(() =>
        world.get(`${path}?${stay}&available=all`, who === 'team' ? token : null),
      );
      return { total: result.json().meta.total, statements: statements.length };
    };
    await buildListings(world, 9, { teamId });
    const ofTen = await search();
    await buildListings(world, 990, { teamId });
    expect([ofTen.total, await search()]).toEqual([10, { total: 1_000, statements: ofTen.statements }]);
    expect(ofTen.statements).toBeLessThanOrEqual(8);
  },
);

it('what a copy gets takes 4 or 5 statements, in its walk and behind it', async () => {
  const inn = await openInn(world);
  for (const n of [0, 1, 2]) await inn.book({ check_in: day(5 * n), check_out: day(5 * n + 2) });
  const walk = (await inn.send('GET', '/guests?changed_after=&limit=1')).body.meta.next;
  expect(await countStatements(() => inn.send('GET', `/guests?changed_after=${walk}&limit=1`))).toBe(4);
  for (const kind of ['bookings', 'guests', 'listings', 'units', 'blocks']) {
    const tell = (after: string | number) => inn.send('GET', `/${kind}?changed_after=${after}`);
    const { next } = (await tell('')).body.meta;
    expect([kind, await countStatements(() => tell(''))]).toEqual([kind, kind === 'blocks' ? 4 : 5]);
    expect([kind, await countStatements(() => tell(next))]).toEqual([kind, 4]);
    const hasEvents = kind === 'bookings' || kind === 'guests';
    expect([kind, await countStatements(() => tell(0))]).toEqual([kind, hasEvents ? 5 : 4]);
  }
});
