import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Answer, at, openBuilding, openInn } from '../../helpers/bookings.ts';
import {
  buildBooking,
  buildCoupon,
  buildDiscount,
  buildFee,
  buildGuest,
  buildPhoto,
  buildTax,
  day,
} from '../../helpers/factories.ts';

const world = await openSharedApp();

/** The statements of a request, without the token's look-up and the bounds of its transaction. */
async function statementsOf(send: () => Promise<Answer>, status = 200): Promise<number> {
  const { result, statements } = await world.statements.during(send);
  expect(result.status).toBe(status);
  expect(statements.filter((statement) => /^begin/.test(statement)).length).toBeLessThanOrEqual(1);
  return statements.filter((statement) => !/^(begin|commit)/.test(statement)).length - 1;
}

it('a booking takes 1, its folio 2, its events 3', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  for (let n = 0; n < 5; n += 1) await buildPhoto(world, { teamId: inn.teamId, listingId: inn.listing.id });
  expect(await statementsOf(() => inn.send('GET', `/bookings/${id}`))).toBe(1);
  expect(await statementsOf(() => inn.send('GET', `/bookings/${id}/folio`))).toBe(2);
  expect(await statementsOf(() => inn.send('GET', `/bookings/${id}/events`))).toBeLessThanOrEqual(3);
});

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

it('a new booking takes 10, and as many whatever the units, bookings, nights and coupon', async () => {
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
  expect(at(counts, 0)).toBe(10);
  // The guest is found by the email, and a key is claimed and stored. The coupon is locked together with the units.
  const most = await world.statements.during(() =>
    large.tryBook(
      { coupon_code: 'ten', guest: { name: 'B', email: 'b@example.com' } },
      { 'idempotency-key': 'k' },
    ),
  );
  const writes = most.statements.filter((statement) => !/^(begin|commit)/.test(statement));
  expect(writes.length - 1).toBe(13);
  // With BEGIN and COMMIT.
  expect(most.statements.length).toBeLessThanOrEqual(16);
});

it('new dates take 12, whatever the units and payments; other changes, a confirmation and a cancellation fewer', async () => {
  const terms = { team: { depositPpm: 300_000 }, listing: { securityDepositCents: 1_000 } };
  const counts: number[] = [];
  for (const place of [
    await openInn(world, terms),
    await openInn(world, { ...terms, units: ['A', 'B', 'C'] }),
    await openBuilding(world, { Doubles: ['101', '102'], Singles: ['201'] }),
  ]) {
    const { id } = await place.book({ check_in: day(40), check_out: day(43), status: 'pending' });
    const change = (body: object) => statementsOf(() => place.send('PUT', `/bookings/${id}`, body));
    counts.push(await change({ check_in: day(42), check_out: day(47) }));
    expect(await change({ notes: 'Arrives late.' })).toBe(5);
    expect(await change({ notes: 'Arrives late.' })).toBe(3);
    expect(await statementsOf(() => place.send('POST', `/bookings/${id}/confirm`))).toBe(5);
    expect(await statementsOf(() => place.cancel(id))).toBeLessThanOrEqual(9);
  }
  expect(counts).toEqual([12, 12, 12]);
});

/** All statements of a request: the token's look-up, and the bounds of the transaction too. */
async function allStatementsOf(send: () => Promise<Answer>, status = 200): Promise<number> {
  const { result, statements } = await world.statements.during(send);
  expect(result.status).toBe(status);
  return statements.length;
}

it('making, reading, moving and cancelling a booking takes 12, 2, 15 and 11 in all, as many with charges and a coupon, and one more for a deposit', async () => {
  const terms = { team: { depositPpm: 300_000 }, listing: { securityDepositCents: 1_000 } };
  const plain = await openInn(world);
  const rich = await openInn(world, terms);
  const { teamId } = rich;
  await buildFee(world, { teamId });
  await buildTax(world, { teamId });
  await buildDiscount(world, { teamId, kind: 'length_of_stay', minNights: 2, daysBefore: null });
  await buildCoupon(world, { teamId, code: 'TEN' });
  const guest = { name: 'B', email: 'new@example.com' };
  const counts = [];
  for (const [inn, body] of [
    [plain, {}],
    [rich, { guest }],
    [rich, { guest: { ...guest, email: 'other@example.com' }, coupon_code: 'TEN' }],
  ] as const) {
    const made = await allStatementsOf(
      () => inn.tryBook({ ...body, check_in: day(50), check_out: day(54) }),
      201,
    );
    const [{ id }] = await inn.read('/bookings');
    counts.push([
      made,
      await allStatementsOf(() => inn.send('GET', `/bookings/${id}`)),
      await allStatementsOf(() => inn.change(id, { check_in: day(52), check_out: day(57) })),
      await allStatementsOf(() => inn.cancel(id)),
    ]);
  }
  expect(counts).toEqual([
    [12, 2, 15, 11],
    [13, 2, 15, 12],
    [13, 2, 15, 12],
  ]);
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
  expect(at(counts, 0)).toBeLessThanOrEqual(9 + 7);
});
