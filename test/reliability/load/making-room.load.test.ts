/** Bookings that move to make room, while many clients book, change, cancel, pin and block in a crowded house. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, expectCalm, type Json, openInn, times } from '../../helpers/bookings.ts';
import { seed } from '../../helpers/random.ts';
import { isFull, reportFigures, sized } from '../figures.ts';
import { dayAhead, expectAnswered, figuresOf, type Load, type StormClient, withServers } from '../storm.ts';

const world = await openSharedApp({ poolMax: 1 });

const CLIENTS = 30;
const WRITES = sized(5_000, 200);
const UNITS = sized(20, 6);
const DAYS = sized(120, 24);

const WEIGHTS = { create: 14, change: 4, hand: 2, cancel: 2, note: 1, block: 1 };
type Kind = keyof typeof WEIGHTS;

const step = fc.record({
  kind: fc.oneof(
    ...Object.entries(WEIGHTS).map(([kind, weight]) => ({ arbitrary: fc.constant(kind as Kind), weight })),
  ),
  which: fc.nat(),
  night: fc.nat(DAYS - 1),
  nights: fc.integer({ min: 1, max: 6 }),
  isPinned: fc.constantFrom(true, ...times(9, () => false)),
});
type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;

type Known = { bookings: Json[]; blocks: Json[]; isHandMoved: Set<string> };

const roundAndRound = <T>(list: readonly T[], which: number): T | undefined => list[which % list.length];

type House = { listingId: string; unitIds: string[] };

/** Sends a step, and returns its status. Null if there is nothing yet that it could be about. */
async function take(
  { kind, which, night, nights, isPinned }: Step,
  { listingId, unitIds }: House,
  known: Known,
  client: StormClient,
): Promise<number | null> {
  const stay = { check_in: dayAhead(night), check_out: dayAhead(night + nights) };
  const booking = roundAndRound(known.bookings, which);
  const path = `/bookings/${booking?.id}`;
  const unit_id = at(unitIds, which % unitIds.length);
  const change = async (body: object) => (await client.send('PUT', path, body)).status;
  if (kind === 'create') {
    const body = { listing_id: listingId, ...stay, number_of_guests: 2, guest: { name: 'Ada Moss' } };
    const reply = await client.send('POST', '/bookings', { ...body, unit_pinned: isPinned });
    if (reply.status === 201) known.bookings.push(reply.body.data);
    return reply.status;
  }
  if (kind === 'block') {
    const span = { start_date: stay.check_in, end_date: stay.check_out };
    const reply = await client.send('POST', '/blocks', { listing_id: listingId, unit_id, ...span });
    if (reply.status === 201) known.blocks.push(...reply.body.data);
    return reply.status;
  }
  if (!booking) return null;
  if (kind === 'note') return change({ notes: `Note ${which}` });
  if (kind === 'cancel') return (await client.send('POST', `${path}/cancel`)).status;
  // What is pinned keeps its unit only as long as nobody changes its own dates or unit.
  known.isHandMoved.add(booking.id);
  return kind === 'hand' ? change({ unit_id }) : change(stay);
}

type Seat = {
  id: string;
  unit_id: string;
  status: string;
  steps: { type: string; from: string; to: string; because: string | null }[];
};

/** Where each booking is, and its way there by its events. */
const seatsOf = async (teamId: number): Promise<Seat[]> => {
  const { rows } = await world.db.execute<Seat>(`
    select b.id, b.unit_id, b.status, coalesce(json_agg(json_build_object('type', e.type,
        'from', e.details->'unit_id'->>0, 'to', e.details->'unit_id'->>1, 'because', e.because) order by e.number)
      filter (where e.details ? 'unit_id'), '[]') as steps
    from bookings b join team_events e on e.team_id = b.team_id and e.booking_id = b.id
    where b.team_id = ${teamId} group by b.team_id, b.id`);
  return rows;
};

test('after many bookings moved to make room, every booking is where its events say, and pinned ones have not moved', async () => {
  const inn = await openInn(world, {
    listing: { reseating: 'on' },
    units: times(UNITS, (n) => `Unit ${String(n + 1).padStart(2, '0')}`),
  });
  const house = { listingId: inn.listing.id, unitIds: inn.units.map(({ id }) => id) };
  const known: Known = { bookings: [], blocks: [], isHandMoved: new Set() };
  const load: Load = { statuses: [], waitedMs: [] };
  const steps = fc.sample(step, { seed, numRuns: WRITES, unbiased: true }).values();
  const taken: (number | null)[] = [];
  await withServers(world, 2, async (openClients) => {
    const clients = openClients(inn.token, CLIENTS, load);
    await Promise.all(
      clients.map(async (client) => {
        for (const drawn of steps) taken.push(await take(drawn, house, known, client));
      }),
    );
  });
  expectAnswered(load);
  expect(taken.filter((status) => status !== null && ![200, 201, 422].includes(status))).toEqual([]);
  await expectCalm(
    world,
    known.bookings.map(({ id }) => id),
  );

  const seats = new Map((await seatsOf(inn.teamId)).map((seat) => [seat.id, seat]));
  let moves = 0;
  for (const { id, unit, unit_pinned } of known.bookings) {
    const { unit_id, steps: way = [] } = seats.get(id) ?? {};
    let unitId = unit.id;
    for (const { from, to } of way) {
      expect([id, from]).toEqual([id, unitId]);
      unitId = to;
    }
    expect([id, unit_id]).toEqual([id, unitId]);
    const made = way.filter(({ because }) => because !== null);
    for (const { type, because } of made) {
      expect(type).toBe('booking.unit_moved');
      expect(seats.has(because ?? '')).toBe(true);
      expect(because).not.toBe(id);
    }
    if (unit_pinned) expect(made).toEqual([]);
    if (unit_pinned && !known.isHandMoved.has(id)) expect(way).toEqual([]);
    moves += made.length;
  }
  const { rows: blocks } = await world.db.execute<Json>(
    'select id, unit_id, start_date, end_date from blocks',
  );
  const placeOf = ({ id, unit_id, start_date, end_date }: Json) =>
    [id, unit_id, start_date, end_date].join(' ');
  expect(blocks.map(placeOf).sort()).toEqual(known.blocks.map(placeOf).sort());
  if (isFull) expect(moves).toBeGreaterThan(0);

  const live = [...seats.values()].filter(({ status }) => status !== 'cancelled').length;
  reportFigures('making-room', {
    ...figuresOf(load),
    load: `${CLIENTS} clients, ${taken.length} writes, ${UNITS} units, ${DAYS} days, two server processes`,
    lost: 0,
    seen: `No deadlock. ${moves} bookings moved to make room, ${live} are left. Each is where its events lead to; what is pinned or blocked stayed.`,
  });
});
