import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Answer, at, openBuilding, openInn } from '../../helpers/bookings.ts';
import { buildBooking, buildCoupon, buildGuest, buildPhoto, day } from '../../helpers/factories.ts';

const world = await openSharedApp();

/** The statements of a request, without the token's look-up and the bounds of its transaction. */
async function statementsOf(send: () => Promise<Answer>, status = 200): Promise<number> {
  const { result, statements } = await world.statements.during(send);
  expect(result.status).toBe(status);
  expect(statements.filter((statement) => /^begin/.test(statement)).length).toBeLessThanOrEqual(1);
  return statements.filter((statement) => !/^(begin|commit)/.test(statement)).length - 1;
}

it('a page of bookings takes 5 at most, be it of none or of 100', async () => {
  const inn = await openInn(world, { units: [] });
  const page = () => statementsOf(() => inn.send('GET', '/bookings?per_page=100&status=confirmed'));
  expect(await page()).toBeLessThanOrEqual(5);
  for (let n = 0; n < 100; n += 1) {
    const { listingId } = await buildBooking(world, { teamId: inn.teamId });
    if (n < 3) await buildPhoto(world, { teamId: inn.teamId, listingId });
  }
  expect(await page()).toBeLessThanOrEqual(5);
  expect((await inn.send('GET', '/bookings?per_page=100')).body.data.length).toBe(100);
});

it('a new booking takes 11, and as many whatever the units, bookings, nights and coupon', async () => {
  const terms = { team: { depositPpm: 300_000 }, listing: { securityDepositCents: 1_000 } };
  const small = await openInn(world, terms);
  const counts = [await statementsOf(() => small.tryBook(), 201)];
  const large = await openInn(world, { ...terms, units: Array.from({ length: 40 }, (_, n) => `Unit ${n}`) });
  await buildCoupon(world, { teamId: large.teamId, code: 'TEN' });
  await buildGuest(world, { teamId: large.teamId, email: 'b@example.com' });
  for (const { id: unitId } of large.units) {
    const keys = { teamId: large.teamId, listingId: large.listing.id, unitId };
    await buildBooking(world, { ...keys, checkIn: day(30), checkOut: day(33) });
  }
  counts.push(await statementsOf(() => large.tryBook({ check_out: day(20) }), 201));
  const building = await openBuilding(world, { Doubles: ['101', '102', '103'], Singles: ['201', '202'] });
  await world.db.execute(
    `update listings set security_deposit_cents = 1000 where id = '${building.listing.id}'`,
  );
  counts.push(await statementsOf(() => building.tryBook(), 201));
  expect(new Set(counts).size).toBe(1);
  // Ten that make it, and one that asks which rules for messages it meets (docs/rules.md, 25.7).
  expect(at(counts, 0)).toBe(11);
  // The guest is found by the email, and a key is claimed and stored. The coupon is locked together with the units.
  const most = await world.statements.during(() =>
    large.tryBook(
      { coupon_code: 'ten', guest: { name: 'B', email: 'b@example.com' } },
      { 'idempotency-key': 'k' },
    ),
  );
  const writes = most.statements.filter((statement) => !/^(begin|commit)/.test(statement));
  expect(writes.length - 1).toBe(14);
  // With BEGIN and COMMIT.
  expect(most.statements.length).toBeLessThanOrEqual(17);
});

it('a booking that needs room takes as many however many bookings move', async () => {
  const counts: number[] = [];
  for (const pairs of [1, 6]) {
    const inn = await openInn(world, { listing: { reseating: 'on' }, units: ['A', 'B'] });
    const keys = { teamId: inn.teamId, listingId: inn.listing.id };
    const [a, b] = [at(inn.units, 0).id, at(inn.units, 1).id];
    for (let n = 0; n < pairs; n += 1) {
      const from = 4 * n;
      await buildBooking(world, {
        ...keys,
        unitId: a,
        checkIn: day(from + 1),
        checkOut: day(from + 3),
      });
      await buildBooking(world, {
        ...keys,
        unitId: b,
        checkIn: day(from + 3),
        checkOut: day(from + 5),
      });
    }
    const stay = { check_in: day(0), check_out: day(4 * pairs + 1) };
    const { rows: before } = await world.db.execute(
      `select from team_events where type = 'booking.unit_moved'`,
    );
    counts.push(await statementsOf(() => inn.tryBook(stay), 201));
    const { rows: after } = await world.db.execute(
      `select from team_events where type = 'booking.unit_moved'`,
    );
    expect(after.length - before.length).toBe(pairs);
  }
  expect(new Set(counts).size).toBe(1);
  // What a booking without moves takes, and: the stays around, their locks, the moves in three, their events in two.
  expect(at(counts, 0)).toBeLessThanOrEqual(10 + 7);
});
