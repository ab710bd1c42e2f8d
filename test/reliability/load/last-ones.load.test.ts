/** Many clients want the last of something at once: exactly as many succeed as there are. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, expectCalm, type Inn, type Json, openInn, tally, times } from '../../helpers/bookings.ts';
import { buildCoupon, buildListing, buildUnit } from '../../helpers/factories.ts';
import { reportFigures, sized } from '../figures.ts';
import {
  dayAhead,
  expectAnswered,
  figuresOf,
  type Load,
  type Reply,
  type StormClient,
  withServers,
} from '../storm.ts';

const world = await openSharedApp({ poolMax: 1 });

const CLIENTS = sized(50, 20);
const ROUNDS = sized(8, 1);
/** How many of the wanted things there are, in each storm of a round. */
const COUNTS = [1, 7];
const STORMS = ROUNDS * COUNTS.length;

const stay = (round: number) => ({ check_in: dayAhead(round * 4), check_out: dayAhead(round * 4 + 4) });
const madeOf = (replies: readonly Reply[]): Json[] =>
  replies.filter(({ status }) => status === 201).map(({ body }) => body.data);

function expectAccepted(replies: readonly Reply[], count: number, field: string): void {
  expect(tally(replies)).toEqual({ ...(count > 0 ? { 201: count } : {}), 422: CLIENTS - count });
  for (const { status, body } of replies)
    if (status === 422)
      expect(body).toMatchObject({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
}

/** A team with a listing of one unit for each client, so that no lock on a unit keeps them apart. */
async function openStreet() {
  const inn = await openInn(world);
  const listingIds = await Promise.all(
    times(CLIENTS, async () => {
      const { id } = await buildListing(world, { teamId: inn.teamId });
      await buildUnit(world, { teamId: inn.teamId, listingId: id });
      return id;
    }),
  );
  return { inn, listingIds };
}

/** Everybody wants a unit of a listing that has `count` left. */
async function unitsStorm(inn: Inn, clients: StormClient[], count: number, round: number) {
  const { id: listing_id } = await buildListing(world, { teamId: inn.teamId });
  for (const _ of times(count + 2, () => 0))
    await buildUnit(world, { teamId: inn.teamId, listingId: listing_id });
  const booking = inn.newBooking({ listing_id, ...stay(round) });
  const before = await Promise.all(
    clients.slice(0, 2).map((client) => client.send('POST', '/bookings', booking)),
  );
  const replies = await Promise.all(clients.map((client) => client.send('POST', '/bookings', booking)));
  expectAccepted(replies, count, 'availability');
  const made = madeOf([...before, ...replies]);
  expect(new Set(made.map(({ unit }) => unit.id)).size).toBe(count + 2);
  return made;
}

/** Everybody wants to redeem a coupon with `count` redemptions left. Then those are given back, and wanted again. */
async function couponStorm(
  { inn, listingIds }: Awaited<ReturnType<typeof openStreet>>,
  clients: StormClient[],
  count: number,
  round: number,
) {
  const { code } = await buildCoupon(world, { teamId: inn.teamId, maxRedemptions: count });
  const book = (client: StormClient, n: number, night = round) =>
    client.send(
      'POST',
      '/bookings',
      inn.newBooking({ listing_id: at(listingIds, n), ...stay(night), coupon_code: code.toLowerCase() }),
    );
  const first = await Promise.all(clients.map((client, n) => book(client, n)));
  expectAccepted(first, count, 'coupon_code');
  const redeemed = madeOf(first);
  // Redemptions that are cancelled meanwhile can be used again, and no others.
  const [cancelled, ...second] = await Promise.all([
    Promise.all(redeemed.map(({ id }, n) => at(clients, n).send('POST', `/bookings/${id}/cancel`))),
    ...clients.slice(count).map((client, n) => book(client, n, round + STORMS)),
  ]);
  expect(tally(cancelled)).toEqual({ 200: count });
  const regained = madeOf(second);
  expect(regained.length).toBeLessThanOrEqual(count);
  const third = await Promise.all(clients.map((client, n) => book(client, n, round + 2 * STORMS)));
  expectAccepted(third, count - regained.length, 'coupon_code');
  return [...redeemed, ...regained, ...madeOf(third)];
}

test('when many compete for the last units, redemptions or places, exactly as many succeed as there are', async () => {
  const street = await openStreet();
  const load: Load = { statuses: [], waitedMs: [] };
  const made: Json[] = [];
  await withServers(world, 2, async (openClients) => {
    const clients = openClients(street.inn.token, CLIENTS, load);
    for (const [round, count] of times(ROUNDS, () => COUNTS)
      .flat()
      .entries()) {
      made.push(...(await unitsStorm(street.inn, clients, count, round)));
      made.push(...(await couponStorm(street, clients, count, round)));
    }
  });
  expectAnswered(load);
  await expectCalm(
    world,
    made.map(({ id }) => id),
  );
  reportFigures('last-ones', {
    load: `${CLIENTS} clients at once, ${STORMS} times each for a unit and for a redemption, two server processes`,
    ...figuresOf(load),
    lost: 0,
    seen: `Of the last ${COUNTS.join(' and the last ')} exactly as many were had, each time. Redemptions that were given back meanwhile were had once again.`,
  });
});
