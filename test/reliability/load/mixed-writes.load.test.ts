/** All kinds of writes, drawn at random, by many clients on the same few units and bookings. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, expectCalm, type Json, openBuilding, times } from '../../helpers/bookings.ts';
import { buildCoupon, buildFee, buildListing, buildTax, buildUnit } from '../../helpers/factories.ts';
import { type AcknowledgedWrite, lostWritesIn } from '../../helpers/invariants.ts';
import { seed } from '../../helpers/random.ts';
import { isFull, reportFigures, sized } from '../figures.ts';
import {
  dayAhead,
  expectAnswered,
  figuresOf,
  type Load,
  type Method,
  type Reply,
  type StormClient,
  withServers,
} from '../storm.ts';

const world = await openSharedApp({ poolMax: 1 });

const CLIENTS = 20;
const WRITES = sized(5_000, 150);
/** Fewer days if there are fewer writes, so that they still conflict. */
const DAYS = sized(365, 40);
const UNITS = 20;
const GUESTS = 30;
const REDEMPTIONS = sized(40, 5);

const WEIGHTS = {
  create: 9,
  change: 5,
  cancel: 3,
  confirm: 2,
  pay: 2,
  hold: 1,
  block: 2,
  unblock: 1,
};
type Kind = keyof typeof WEIGHTS;

const step = fc.record({
  kind: fc.oneof(
    ...Object.entries(WEIGHTS).map(([kind, weight]) => ({ arbitrary: fc.constant(kind as Kind), weight })),
  ),
  /** An index into the listings, bookings, blocks or guests, which wraps around. */
  which: fc.nat(),
  night: fc.nat(DAYS - 1),
  nights: fc.integer({ min: 1, max: 7 }),
  guests: fc.integer({ min: 1, max: 4 }),
  couponCode: fc.constantFrom(null, null, null, 'spring'),
  status: fc.constantFrom('confirmed', 'pending'),
  /** Whether another client sends it too, at the same time and under the same key. */
  isTwice: fc.constantFrom(true, ...times(9, () => false)),
});
type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn & { number: number } : never;

/** The entities that the clients know, and the writes that were acknowledged. */
type Known = { listingIds: string[]; bookings: Json[]; blocks: string[]; writes: AcknowledgedWrite[] };
type StepRequest = { method: Method; path: string; body?: object; onSuccess: (body: Json) => void };

/** A building of two unit types that can be sold as a whole, and a house of interchangeable units. */
async function openResort() {
  const names = (from: number, count: number) => times(count, (n) => `Unit ${from + n}`);
  const inn = await openBuilding(world, { Doubles: names(1, 6), Singles: names(7, 4) });
  const { teamId } = inn;
  const house = await buildListing(world, { teamId, preparationDays: 1, securityDepositCents: 20_000 });
  for (const name of names(11, UNITS - 10)) await buildUnit(world, { teamId, listingId: house.id, name });
  await buildFee(world, { teamId });
  await buildTax(world, { teamId });
  await buildCoupon(world, { teamId, code: 'SPRING', maxRedemptions: REDEMPTIONS });
  return {
    teamId,
    token: inn.token,
    listingIds: [house, house, ...inn.unitTypes, inn.listing].map(({ id }) => id),
  };
}

const roundAndRound = <T>(list: readonly T[], which: number): T | undefined => list[which % list.length];

/** The request of a step, or null if no suitable entity exists yet. */
async function buildRequest(drawn: Step, known: Known, client: StormClient): Promise<StepRequest | null> {
  const { kind, which, night, nights, guests, number } = drawn;
  const listing_id = roundAndRound(known.listingIds, which);
  const [start, end] = [dayAhead(night), dayAhead(night + nights)];
  if (kind === 'create') {
    const { couponCode: coupon_code, status } = drawn;
    const guest = { name: 'Bea Lind', email: `guest-${which % GUESTS}@example.com` };
    const stay = { listing_id, check_in: start, check_out: end, number_of_guests: guests };
    return {
      method: 'POST',
      path: '/bookings',
      body: { ...stay, guest, coupon_code, status },
      onSuccess: ({ data }) => {
        known.bookings.push(data);
        known.writes.push({ booking: data.id, type: 'booking.created' });
      },
    };
  }
  if (kind === 'block') {
    return {
      method: 'POST',
      path: '/blocks',
      body: { listing_id, start_date: start, end_date: end },
      onSuccess: ({ data }) => known.blocks.push(...data.map(({ id }: { id: string }) => id)),
    };
  }
  if (kind === 'unblock') {
    const id = roundAndRound(known.blocks, which);
    if (id === undefined) return null;
    const onSuccess = () => {
      known.blocks = known.blocks.filter((block) => block !== id);
    };
    return { method: 'DELETE', path: `/blocks/${id}`, onSuccess };
  }
  const booking = roundAndRound(known.bookings, which)?.id;
  if (!booking) return null;
  const path = `/bookings/${booking}`;
  const noting = (type: string, about?: string) => () =>
    known.writes.push({ booking, type: `booking.${type}`, ...(about ? { about } : {}) });
  if (kind === 'change') {
    const notes = `Change ${number}`;
    const stay = { check_in: start, check_out: end, number_of_guests: guests };
    const body = which % 4 === 0 ? { notes, guest: { phone: `+${number}` } } : { notes, ...stay };
    return { method: 'PUT', path, body, onSuccess: noting('changed', notes) };
  }
  if (kind === 'cancel') return { method: 'POST', path: `${path}/cancel`, onSuccess: noting('cancelled') };
  if (kind === 'confirm') return { method: 'POST', path: `${path}/confirm`, onSuccess: noting('confirmed') };
  const { payments, security_deposit } = (await client.send('GET', `${path}/folio`)).body.data;
  const isPaid = kind === 'pay';
  const part = isPaid ? roundAndRound<{ id: string }>(payments, which) : security_deposit;
  if (!part) return null;
  const status = isPaid ? 'paid' : 'held';
  return {
    method: 'PUT',
    path: `${path}/${isPaid ? `payments/${part.id}` : 'security-deposit'}`,
    body: { status },
    onSuccess: noting('folio_changed', `${part.id} ${status}`),
  };
}

/** Sends a step, twice if it says so. Both requests must get the same answer. */
async function take(
  drawn: Step,
  request: StepRequest,
  client: StormClient,
  other: StormClient,
): Promise<Reply> {
  const { method, path, body, onSuccess } = request;
  const key = drawn.isTwice ? `step-${drawn.number}` : undefined;
  const replies = await Promise.all(
    (drawn.isTwice ? [client, other] : [client]).map((one) => one.send(method, path, body, key)),
  );
  const [done, again] = replies.filter(({ status }) => status < 300);
  if (done && again) {
    expect(again.body).toEqual(done.body);
    expect(done.isReplayed).not.toBe(again.isReplayed);
  }
  if (done) onSuccess(done.body);
  return done ?? at(replies, 0);
}

test('under mixed writes, every acknowledged write exists once and every invariant holds', async () => {
  const { teamId, token, listingIds } = await openResort();
  const known: Known = { listingIds, bookings: [], blocks: [], writes: [] };
  const load: Load = { statuses: [], waitedMs: [] };
  const steps = fc
    .sample(step, { seed, numRuns: WRITES, unbiased: true })
    .map((drawn, number): Step => ({ ...drawn, number }))
    .values();
  const taken: { kind: Kind; status: number }[] = [];
  await withServers(world, 2, async (openClients) => {
    const clients = openClients(token, CLIENTS, load);
    await Promise.all(
      clients.map(async (client, n) => {
        for (const drawn of steps) {
          const request = await buildRequest(drawn, known, client);
          if (!request) continue;
          const { status } = await take(drawn, request, client, at(clients, (n + 1) % CLIENTS));
          taken.push({ kind: drawn.kind, status });
        }
      }),
    );
  });
  expectAnswered(load);
  // A block is not found if another client has just deleted it.
  const others = taken.filter(
    ({ kind, status }) => ![200, 201, 204, 422, ...(kind === 'unblock' ? [404] : [])].includes(status),
  );
  expect(others).toEqual([]);
  const done = taken.filter(({ status }) => status < 300).map(({ kind }) => kind);
  // In a small run, some kinds may find nothing to do.
  if (isFull) expect(new Set(done)).toEqual(new Set(Object.keys(WEIGHTS)));

  await expectCalm(
    world,
    known.bookings.map(({ id }) => id),
  );
  expect(await lostWritesIn(world.url, teamId, known.writes)).toEqual([]);
  const { rows } = await world.db.execute<{ id: string }>('select id from blocks');
  expect(rows.map(({ id }) => id).sort()).toEqual(known.blocks.toSorted());
  reportFigures('mixed-writes', {
    ...figuresOf(load),
    load: `${CLIENTS} clients, ${taken.length} writes in all, ${UNITS} units, ${DAYS} days, two server processes`,
    acknowledged: done.length,
    lost: 0,
    refused: taken.length - done.length,
    seen: `No deadlock. Done: ${Object.keys(WEIGHTS)
      .map((kind) => `${kind} ${done.filter((one) => one === kind).length}`)
      .join(', ')}. A tenth was sent twice at once under a key, and done once.`,
  });
});
