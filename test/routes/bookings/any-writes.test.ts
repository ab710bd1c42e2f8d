/**
 * Any sequence of writes, one after the other and several at once: the service answers as a small model of nights does,
 * every invariant holds in the database, and no write waited for another in a circle.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSharedApp, TEST_NOW, type TestApp } from '../../helpers/app.ts';
import { propertyRuns } from '../../helpers/arbitraries.ts';
import {
  at,
  type Client,
  clientOf,
  expectCalm,
  type Inn,
  type Json,
  openInn,
  storm,
} from '../../helpers/bookings.ts';
import { buildCoupon, day } from '../../helpers/factories.ts';
import { seed } from '../../helpers/random.ts';

/** Few, as each has up to 30 writes: 3, or as many more as PROPERTY_RUNS says. */
const RUNS = Math.ceil(propertyRuns / 400);
const NIGHTS = 9;
const HOLD_MINUTES = 30;
const REDEMPTIONS = 6;

const world = await openSharedApp({ poolMax: 1 });

/** Whatever takes nights of a unit. A hold takes them until a moment. */
type Taken = { unitId: string; from: string; to: string; until?: number };
type House = Inn & { server: TestApp; client: Client; isReseated: boolean };
type Model = { house: House; bookings: Map<string, Taken | null>; blocks: Map<string, Taken>; now: number };

const isTakenNow = (taken: Taken | null, { now }: Model): taken is Taken =>
  taken !== null && (taken.until ?? Infinity) > now;
const areNightsShared = (a: Taken, from: string, to: string) => a.from < to && from < a.to;

/** The units that are free on these nights. `own` is a booking whose nights do not count. */
function freeUnits(model: Model, from: string, to: string, own?: string): string[] {
  const others = [...model.bookings].filter(([id]) => id !== own).map(([, taken]) => taken);
  const taken = [...others, ...model.blocks.values()].filter((one) => isTakenNow(one, model));
  return model.house.units
    .map(({ id }) => id)
    .filter((id) => !taken.some((one) => one.unitId === id && areNightsShared(one, from, to)));
}

const TAKING = ['book', 'book', 'book', 'hold', 'block'] as const;
const OTHERS = ['change', 'change', 'hold', 'cancel', 'confirm', 'unblock'] as const;
const writeOf = (...kinds: (typeof TAKING | typeof OTHERS)[number][]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    /** An index into the bookings or blocks, which wraps around. */
    which: fc.nat(),
    night: fc.nat(NIGHTS - 1),
    nights: fc.integer({ min: 1, max: 4 }),
    withCoupon: fc.boolean(),
  });
const anyWrite = writeOf(...TAKING, ...OTHERS);
const takingWrite = writeOf(...TAKING);
type Write = typeof anyWrite extends fc.Arbitrary<infer Drawn> ? Drawn : never;
type Answer = Awaited<ReturnType<Client['send']>>;
/** A request, whether it succeeds if it is alone (null if the model cannot know), and its effect. */
type Request = {
  send: () => Promise<Answer>;
  mayPass: () => boolean | null;
  onSuccess: (data: Json) => void;
};

const nightsOf = ({ unit, check_in, check_out, expires_at }: Json): Taken => ({
  unitId: unit.id,
  from: check_in,
  to: check_out,
  ...(expires_at === null ? {} : { until: Date.parse(expires_at) }),
});

function requestOf(drawn: Write, model: Model): Request | null {
  const { house, bookings, blocks } = model;
  const { client } = house;
  const [from, to] = [day(drawn.night), day(drawn.night + drawn.nights)];
  const booked = (booking: Json) => void bookings.set(booking.id, nightsOf(booking));
  // Where bookings move to make room, the model knows only that a free unit is enough.
  const isRoom = (own?: string) =>
    freeUnits(model, from, to, own).length > 0 || (house.isReseated ? null : false);
  if (drawn.kind === 'book' || drawn.kind === 'hold') {
    const holding = drawn.kind === 'hold' ? { status: 'pending', expires_in: HOLD_MINUTES } : {};
    const coupon = drawn.withCoupon ? { coupon_code: 'SPRING' } : {};
    const guest = { name: 'Bea Lind', email: `guest-${drawn.which % 5}@example.com` };
    const body = house.newBooking({ check_in: from, check_out: to, guest, ...holding, ...coupon });
    return {
      send: () => client.send('POST', '/bookings', body),
      // The coupon may have been redeemed too often.
      mayPass: () => (drawn.withCoupon && isRoom() ? null : isRoom()),
      onSuccess: booked,
    };
  }
  if (drawn.kind === 'block') {
    const unitId = at(house.units, drawn.which % house.units.length).id;
    const body = { listing_id: house.listing.id, unit_id: unitId, start_date: from, end_date: to };
    return {
      send: () => client.send('POST', '/blocks', body),
      mayPass: () => freeUnits(model, from, to).includes(unitId),
      onSuccess: ([{ id }]) => void blocks.set(id, { unitId, from, to }),
    };
  }
  const known = [...(drawn.kind === 'unblock' ? blocks : bookings)];
  const [id, taken] = known[drawn.which % known.length] ?? [];
  if (id === undefined || taken === undefined) return null;
  if (drawn.kind === 'unblock')
    return {
      send: () => client.send('DELETE', `/blocks/${id}`),
      mayPass: () => true,
      onSuccess: () => void blocks.delete(id),
    };
  const isLive = isTakenNow(taken, model);
  if (drawn.kind === 'change') {
    const body = { check_in: from, check_out: to };
    const isSame = isLive && taken.from === from && taken.to === to;
    return {
      send: () => client.change(id, body),
      mayPass: () => isLive && (isSame || isRoom(id)),
      onSuccess: booked,
    };
  }
  // A second confirmation or cancellation may be refused or repeated; either way it changes nothing.
  if (drawn.kind === 'confirm')
    return {
      send: () => client.confirm(id),
      mayPass: () => isLive && (taken.until === undefined ? null : true),
      onSuccess: booked,
    };
  return {
    send: () => client.cancel(id),
    mayPass: () => isLive || null,
    onSuccess: () => void bookings.set(id, null),
  };
}

/** One write alone, or several at once. */
class Writes implements fc.AsyncCommand<Model, House> {
  readonly writes: readonly Write[];
  /** Whether they only take nights, so that a refusal at once is one afterwards too. */
  readonly onlyTake: boolean;
  constructor(writes: readonly Write[], onlyTake: boolean) {
    this.writes = writes;
    this.onlyTake = onlyTake;
  }
  check = () => true;
  toString = () => JSON.stringify(this.writes);
  async run(model: Model): Promise<void> {
    const requests = this.writes.flatMap((drawn) => requestOf(drawn, model) ?? []);
    const [first, ...others] = requests;
    const answers = await Promise.all(requests.map(({ send }) => send()));
    for (const { status } of answers) expect([200, 201, 204, 404, 422]).toContain(status);
    if (first && others.length === 0) {
      const { status, body } = at(answers, 0);
      const isDone = status < 300;
      expect({ isDone, body }).toMatchObject({ isDone: first.mayPass() ?? isDone });
      if (isDone) first.onSuccess(body?.data);
      return;
    }
    for (const { status, body } of answers)
      if (status === 201 && body.data.id) model.bookings.set(body.data.id, null);
    await refresh(model);
    if (!this.onlyTake) return;
    for (const [index, { status, body }] of answers.entries())
      if (status === 422)
        expect({ body, mayPass: at(requests, index).mayPass() }).not.toMatchObject({ mayPass: true });
  }
}

/** Time passes, and holds lapse. */
class Wait implements fc.AsyncCommand<Model, House> {
  check = () => true;
  toString = () => 'wait';
  async run(model: Model): Promise<void> {
    model.now += (HOLD_MINUTES + 1) * 60_000;
    model.house.server.clock.set(new Date(model.now).toISOString());
  }
}

/** What is stored after writes at once, whose order nobody knows. */
async function refresh({ house, bookings, blocks }: Model): Promise<void> {
  for (const id of bookings.keys()) {
    const booking = await house.client.read(`/bookings/${id}`);
    bookings.set(id, booking.status === 'cancelled' ? null : nightsOf(booking));
  }
  blocks.clear();
  for (const { id, unit_id, start_date, end_date } of await house.client.read('/blocks?per_page=100'))
    blocks.set(id, { unitId: unit_id, from: start_date, to: end_date });
}

const commands = fc.commands(
  [
    anyWrite.map((one) => new Writes([one], false)),
    fc.array(anyWrite, { minLength: 3, maxLength: 8 }).map((all) => new Writes(all, false)),
    fc.array(takingWrite, { minLength: 3, maxLength: 8 }).map((all) => new Writes(all, true)),
    fc.constant(new Wait()),
  ],
  { maxCommands: 30 },
);

test.each(['off', 'on'] as const)(
  'whatever is booked, changed and cancelled, each night of a unit is sold once (reseating %s)',
  async (reseating) => {
    const acknowledged: string[] = [];
    await storm(world, '', async (_, server) => {
      const property = fc.asyncProperty(commands, async (drawn) => {
        const inn = await openInn(world, { listing: { reseating }, units: ['A', 'B', 'C'] });
        await buildCoupon(world, { teamId: inn.teamId, code: 'SPRING', maxRedemptions: REDEMPTIONS });
        server.clock.set(TEST_NOW);
        const client = clientOf(server, inn.token);
        const house: House = { ...inn, server, client, isReseated: reseating === 'on' };
        const model: Model = { house, bookings: new Map(), blocks: new Map(), now: Date.parse(TEST_NOW) };
        await fc.asyncModelRun(() => ({ model, real: house }), drawn);
        await refresh(model);
        acknowledged.push(...model.bookings.keys());
      });
      await fc.assert(property, { seed, numRuns: RUNS });
    });
    await expectCalm(world, acknowledged);
  },
);
