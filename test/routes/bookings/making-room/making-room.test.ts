/** Bookings that move to make room (docs/rules.md, 14), over HTTP. */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import {
  at,
  expectSound,
  type Inn,
  type Json,
  openBuilding,
  openInn,
  rowCounts,
} from '../../../helpers/bookings.ts';
import { openClient } from '../../../helpers/database.ts';
import { buildListing, type buildTeam, buildUnit, day } from '../../../helpers/factories.ts';
import { untilSomebodyWaits } from '../../../helpers/waiting.ts';

const world = await openSharedApp();

const REFUSED = { availability: ['This place is not available for the whole stay.'] };

const NO_SINGLE_UNIT = { availability: ['No single unit of this place is free for the whole stay.'] };

const openHouse = (units: readonly string[] = ['A', 'B'], team: Parameters<typeof buildTeam>[1] = {}) =>
  openInn(world, { team, listing: { reseating: 'on' }, units });

/** A booking of these days in the unit of this name. */
async function bookIn(inn: Inn, unit: string, from: number, to: number, more: object = {}): Promise<Json> {
  const booking = await inn.book({ check_in: day(from), check_out: day(to), ...more });
  if (booking.unit.name === unit) return booking;
  return inn.data(inn.change(booking.id, { unit_id: unitId(inn, unit) }));
}

function unitId(inn: Inn, name: string): string {
  const unit = inn.units.find((one) => one.name === name);
  if (!unit) throw new Error(`There is no unit ${name}.`);
  return unit.id;
}

/** Without it, either of two bookings could move. */
const PINNED = { unit_pinned: true };

/** Two bookings in two units, so that a stay of nights 1 and 2 has a free unit each night, but not the same. */
async function openCrossed(team: Parameters<typeof buildTeam>[1] = {}, ofSecond: object = {}) {
  const inn = await openHouse(['A', 'B'], team);
  const first = await bookIn(inn, 'A', 0, 2);
  const second = await bookIn(inn, 'B', 2, 4, ofSecond);
  return { inn, first, second };
}

const WANTED = { check_in: day(1), check_out: day(3) };
const available = async (inn: Inn, stay = WANTED) =>
  (await inn.quote(inn.listing.id, { ...stay, guests: 2 })).body.data;

const unitOf = async (inn: Inn, id: string) => (await inn.read(`/bookings/${id}`)).unit.name;

describe('making room for a new booking', () => {
  it('if no single unit is free for a stay, another booking is moved to make room, with an event that says why', async () => {
    const { inn, first, second } = await openCrossed({}, PINNED);
    expect(await available(inn)).toMatchObject({ available: true, reasons: [], units_left: 1 });
    world.clock.set('2031-05-06T08:00:00Z');
    const { next: after } = (await inn.send('GET', '/events?limit=500')).body.meta;
    const booking = await inn.book(WANTED);
    expect(booking.unit.name).toBe('A');
    const moved = await inn.read(`/bookings/${first.id}`);
    const to = { id: unitId(inn, 'B'), name: 'B' };
    expect(moved).toEqual({
      ...first,
      unit: { ...first.unit, ...to },
      updated_at: '2031-05-06T08:00:00+00:00',
    });
    expect(await inn.read(`/bookings/${second.id}`)).toEqual(second);
    expect((await inn.events(first.id)).slice(1)).toEqual([
      {
        id: expect.any(String),
        type: 'booking.unit_moved',
        actor: { type: 'token', name: 'Back office' },
        data: { unit_id: [unitId(inn, 'A'), unitId(inn, 'B')], because: booking.id },
        created_at: '2031-05-06T08:00:00+00:00',
      },
    ]);
    const { data: events } = (await inn.send('GET', `/events?types=booking.*&after=${after}`)).body;
    expect(events.map(({ type }: Json) => type)).toEqual(['booking.created', 'booking.unit_moved']);
    expect(events[1].data).toMatchObject({
      booking_id: first.id,
      unit_id: unitId(inn, 'B'),
      previous_unit_id: unitId(inn, 'A'),
      changed: ['unit_id'],
      because: booking.id,
    });
    await expectSound(world, []);
  });

  it('a hold may be moved to make room, and keeps its expiry in the new unit', async () => {
    const inn = await openHouse();
    const hold = await bookIn(inn, 'A', 0, 2, { status: 'pending', expires_in: 60 });
    await bookIn(inn, 'B', 2, 4, PINNED);
    expect((await inn.book(WANTED)).unit.name).toBe('A');
    expect(await inn.read(`/bookings/${hold.id}`)).toMatchObject({
      status: 'pending',
      unit: { name: 'B' },
      expires_at: hold.expires_at,
    });
    const nights = { check_in: day(0), check_out: day(2) };
    expect((await inn.tryBook(nights)).status).toBe(422);
    world.clock.set('2031-05-05T11:00:00Z');
    expect((await inn.book(nights)).unit.name).toBe('B');
    await expectSound(world, []);
  });

  it('a booking may be moved to make room to nights that a lapsed hold still has', async () => {
    const inn = await openHouse();
    const first = await bookIn(inn, 'A', 0, 2);
    const hold = await bookIn(inn, 'B', 0, 2, { status: 'pending', expires_in: 60 });
    await bookIn(inn, 'B', 2, 4, PINNED);
    world.clock.set('2031-05-05T11:00:00Z');
    expect((await inn.book(WANTED)).unit.name).toBe('A');
    expect(await unitOf(inn, first.id)).toBe('B');
    expect((await inn.read(`/bookings/${hold.id}`)).cancellation_reason).toBe('expired');
    await expectSound(world, []);
  });

  it('with reseating off, a stay without a single free unit is refused and no booking moves', async () => {
    const { inn, first } = await openCrossed();
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { reseating: 'off' }));
    expect(await available(inn)).toMatchObject({ available: false, units_left: 0 });
    const before = await rowCounts(world);
    const { status, body } = await inn.tryBook(WANTED);
    expect([status, body.errors]).toEqual([422, NO_SINGLE_UNIT]);
    expect(await rowCounts(world)).toEqual(before);
    expect(await unitOf(inn, first.id)).toBe('A');
  });

  it('a listing without its own reseating setting follows its team’s', async () => {
    const { inn } = await openCrossed();
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { reseating: null }));
    expect(await available(inn)).toMatchObject({ available: false });
    await inn.data(inn.send('PUT', '/team', { reseating: 'on' }));
    expect(await available(inn)).toMatchObject({ available: true, units_left: 1 });
    expect((await inn.tryBook(WANTED)).status).toBe(201);
  });

  it('no pinned booking, block, or booking that arrives within unit_fixed_days is moved to make room', async () => {
    const { inn, first, second } = await openCrossed();
    await inn.data(inn.change(first.id, { unit_pinned: true }));
    expect((await inn.book({ ...WANTED, status: 'pending' })).unit.name).toBe('B');
    expect(await unitOf(inn, first.id)).toBe('A');
    expect(await unitOf(inn, second.id)).toBe('A');

    const pinned = await openCrossed();
    for (const { id } of [pinned.first, pinned.second])
      await pinned.inn.data(pinned.inn.change(id, { unit_pinned: true }));
    expect(await available(pinned.inn)).toMatchObject({ available: false, units_left: 0 });
    expect((await pinned.inn.tryBook(WANTED)).body.errors).toEqual(NO_SINGLE_UNIT);

    const blocked = await openHouse();
    const block = { start_date: day(0), end_date: day(2), unit_id: unitId(blocked, 'A') };
    await blocked.data(blocked.send('POST', '/blocks', { listing_id: blocked.listing.id, ...block }), 201);
    const other = await bookIn(blocked, 'B', 2, 4);
    expect((await blocked.book(WANTED)).unit.name).toBe('B');
    expect(await unitOf(blocked, other.id)).toBe('A');
  });

  it('unit_fixed_days count from today in the listing’s time zone', async () => {
    const { inn, first } = await openCrossed({ unitFixedDays: 3, timezone: 'Europe/Lisbon' });
    await inn.data(inn.change(first.id, { check_in: day(0), check_out: day(2) }));
    // Lisbon is an hour ahead of UTC in summer. Day 0 is 2031-06-02.
    world.clock.set('2031-05-29T22:59:59Z');
    expect(await available(inn)).toMatchObject({ available: true });
    world.clock.set('2031-05-29T23:00:00Z');
    // Now only the second may move, which begins on day 2.
    expect((await inn.book(WANTED)).unit.name).toBe('B');
    const { inn: later } = await openCrossed({ unitFixedDays: 3 });
    world.clock.set('2031-06-01T12:00:00Z');
    expect(await available(later)).toMatchObject({ available: false });
    expect((await later.tryBook(WANTED)).body.errors).toEqual(NO_SINGLE_UNIT);
  });

  it('a booking of a whole building is not moved to make room, and never causes moves', async () => {
    const inn = await openInn(world, {
      team: { reseating: 'on' },
      listing: { kind: 'building', wholeBuildingBookable: true },
      units: [],
    });
    const keys = { teamId: inn.teamId };
    const type = await buildListing(world, { ...keys, kind: 'unit_type', buildingId: inn.listing.id });
    for (const name of ['A', 'B']) await buildUnit(world, { ...keys, listingId: type.id, name });
    await inn.book({ check_in: day(0), check_out: day(2) });
    const single = { listing_id: type.id, guest: { name: 'Ada' } };
    expect((await inn.tryBook({ ...single, ...WANTED })).status).toBe(422);
    expect((await inn.tryBook({ ...single, check_in: day(2), check_out: day(4) })).status).toBe(201);
    expect((await inn.tryBook(WANTED)).status).toBe(422);
  });
});

it('a search finds alternative dates in listings with and without reseating', async () => {
  const inn = await openHouse();
  const off = await buildListing(world, { teamId: inn.teamId, reseating: 'off' });
  await buildUnit(world, { teamId: inn.teamId, listingId: off.id });
  const search = (from: number, more: object): Promise<Json[]> => {
    const query = { check_in: day(from), check_out: day(from + 2), available: 'all', ...more };
    return inn.read(`/search?${new URLSearchParams(query)}`);
  };
  // Nights 4 and 5 are free, but not in one unit. Then both units are full, and so is the other place.
  await bookIn(inn, 'A', 3, 5);
  await bookIn(inn, 'B', 5, 6);
  for (const listing_id of [inn.listing.id, inn.listing.id, off.id])
    await inn.book({ listing_id, check_in: day(6), check_out: day(8) });
  const data = await search(6, { alternatives: '1' });
  const nearest = data.map(({ listing, alternatives }: Json) => [
    listing.slug === off.slug,
    alternatives[0].check_in,
  ]);
  expect(nearest.toSorted()).toEqual([
    [false, day(4)],
    [true, day(4)],
  ]);
});

describe('making room for a change', () => {
  it('a change of dates moves other bookings to make room, and keeps its own unit if that is free', async () => {
    const { inn, first } = await openCrossed({}, PINNED);
    const booking = await inn.book({ check_in: day(10), check_out: day(12) });
    const changed = await inn.data(inn.change(booking.id, WANTED));
    expect(changed.unit.name).toBe('A');
    expect(await unitOf(inn, first.id)).toBe('B');
    expect((await inn.events(first.id)).at(-1)).toMatchObject({
      type: 'booking.unit_moved',
      data: { because: booking.id },
    });
    await expectSound(world, []);
  });

  it('pinning a booking to its unit, and unpinning it, is an ordinary change', async () => {
    const inn = await openHouse();
    const booking = await inn.book({ unit_pinned: true });
    expect(booking.unit_pinned).toBe(true);
    expect(await inn.data(inn.change(booking.id, { unit_pinned: true }))).toEqual(booking);
    expect((await inn.data(inn.change(booking.id, { unit_pinned: false }))).unit_pinned).toBe(false);
    expect((await inn.events(booking.id)).slice(1)).toMatchObject([
      { type: 'booking.changed', data: { unit_pinned: [true, false] } },
    ]);
    for (const unit_pinned of ['yes', 1, null])
      expect((await inn.change(booking.id, { unit_pinned })).body.errors).toHaveProperty('unit_pinned');
    expect((await inn.book({ unit_pinned: null })).unit_pinned).toBe(false);
  });

  it('a booking can be moved by hand to a free unit, without a new price, and no other booking moves', async () => {
    const inn = await openHouse(['A', 'B', 'C']);
    const first = await bookIn(inn, 'A', 0, 4);
    const second = await bookIn(inn, 'B', 2, 6);
    await world.db.execute(`update listings set nightly_cents = 99 where id = '${inn.listing.id}'`);
    const refused = await inn.change(first.id, { unit_id: unitId(inn, 'B') });
    expect([refused.status, refused.body.errors]).toEqual([422, REFUSED]);
    const moved = await inn.data(inn.change(first.id, { unit_id: unitId(inn, 'C') }));
    expect(moved).toEqual({
      ...first,
      unit: { ...first.unit, id: unitId(inn, 'C'), name: 'C' },
      updated_at: expect.any(String),
    });
    expect((await inn.events(first.id)).slice(1)).toMatchObject([
      { type: 'booking.unit_moved', data: { unit_id: [unitId(inn, 'A'), unitId(inn, 'C')] } },
    ]);
    expect(await inn.data(inn.change(first.id, { unit_id: unitId(inn, 'C') }))).toEqual(moved);
    expect(await inn.events(first.id)).toHaveLength(2);
    expect(await unitOf(inn, second.id)).toBe('B');
    await expectSound(world, []);
  });

  it('a change can name new dates and a unit at once, and has an event for each', async () => {
    const inn = await openHouse(['A', 'B']);
    const booking = await bookIn(inn, 'A', 0, 4);
    await bookIn(inn, 'A', 6, 8);
    const [a, b] = [unitId(inn, 'A'), unitId(inn, 'B')];
    const stay = { check_in: day(5), check_out: day(8) };
    const own = await inn.change(booking.id, { ...stay, unit_id: a });
    expect([own.status, own.body.errors]).toEqual([422, REFUSED]);
    expect((await inn.data(inn.change(booking.id, stay))).unit.name).toBe('B');
    const back = { check_in: day(0), check_out: day(5), unit_id: unitId(inn, 'A'), notes: 'Sea view' };
    expect((await inn.data(inn.change(booking.id, back))).unit.name).toBe('A');
    const events = (await inn.events(booking.id)).slice(-2);
    expect(events.map(({ type, data }: Json) => [type, Object.keys(data).sort()])).toEqual([
      ['booking.changed', expect.arrayContaining(['check_in', 'check_out', 'notes'])],
      ['booking.unit_moved', ['unit_id']],
    ]);
    const [changed, moved] = (await inn.send('GET', '/events?types=booking.*&limit=500')).body.data.slice(-2);
    const common = {
      booking_id: booking.id,
      confirmation_code: booking.confirmation_code,
      listing_id: inn.listing.id,
      status: 'confirmed',
      check_in: day(0),
      check_out: day(5),
    };
    const dates = { previous_check_in: day(5), previous_check_out: day(8) };
    const fields = ['check_in', 'check_out', 'accommodation_total', 'grand_total', 'notes'];
    expect(changed).toMatchObject({ type: 'booking.changed' });
    const price = { currency: 'EUR', grand_total: 50_000, previous_grand_total: 30_000 };
    expect(changed.data).toEqual({ ...common, ...dates, ...price, unit_id: b, changed: fields });
    expect(moved.data).toEqual({ ...common, unit_id: a, previous_unit_id: b, changed: ['unit_id'] });
    const taken = { check_in: day(5), check_out: day(9), unit_id: a };
    await inn.data(inn.change(booking.id, { unit_id: b, override_rules: true }));
    expect((await inn.events(booking.id)).at(-1).data).toEqual({ unit_id: [a, b], override_rules: true });
    expect((await inn.change(booking.id, taken)).body.errors).toEqual(REFUSED);
  });

  it('a change of dates that names the booking’s own unit keeps it or is refused, and no other booking moves', async () => {
    const inn = await openHouse(['A', 'B']);
    const booking = await bookIn(inn, 'A', 0, 2);
    const next = await bookIn(inn, 'A', 4, 6);
    const a = unitId(inn, 'A');
    const taken = { check_out: day(5), unit_id: a };
    for (const override_rules of [false, true]) {
      const refused = await inn.change(booking.id, { ...taken, override_rules });
      expect([refused.status, refused.body.errors]).toEqual([422, REFUSED]);
    }
    const preview = await inn.send('POST', `/bookings/${booking.id}/preview`, taken);
    expect([preview.status, preview.body.errors]).toEqual([422, REFUSED]);
    expect([await unitOf(inn, booking.id), await unitOf(inn, next.id)]).toEqual(['A', 'A']);

    const longer = await inn.data(inn.change(booking.id, { check_out: day(3), unit_id: a }));
    expect([longer.unit.name, longer.check_out]).toEqual(['A', day(3)]);
    expect((await inn.events(booking.id)).map(({ type }: Json) => type)).toEqual([
      'booking.created',
      'booking.changed',
    ]);
    // It may keep a unit that is no longer sold.
    await world.db.execute(`update units set active = false where id = '${a}'`);
    expect((await inn.data(inn.change(booking.id, { check_out: day(4), unit_id: a }))).unit.name).toBe('A');
    // Nothing of its nights changes, so its unit need not be free for them again.
    expect((await inn.data(inn.change(booking.id, { number_of_guests: 1, unit_id: a }))).unit.name).toBe('A');
    await expectSound(world, []);
  });

  it('a booking cannot be moved to a unit that its listing does not sell', async () => {
    const inn = await openHouse(['A', 'B']);
    const booking = await bookIn(inn, 'A', 0, 4);
    const other = await openHouse(['Z']);
    const unknown = { unit_id: ['The listing has no active unit with this id.'] };
    for (const id of [at(other.units, 0).id, inn.listing.id]) {
      const { status, body } = await inn.change(booking.id, { unit_id: id });
      expect([status, body.errors]).toEqual([422, unknown]);
    }
    await world.db.execute(`update units set active = false where id = '${unitId(inn, 'B')}'`);
    expect((await inn.change(booking.id, { unit_id: unitId(inn, 'B') })).body.errors).toEqual(unknown);
    const both = await inn.change(booking.id, { unit_id: unitId(inn, 'B'), notes: 5 });
    expect(Object.keys(both.body.errors)).toEqual(['notes']);
    const own = await inn.change(booking.id, { unit_id: unitId(inn, 'A'), notes: 5 });
    expect(Object.keys(own.body.errors)).toEqual(['notes']);
    for (const id of ['x', null, 7])
      expect((await inn.change(booking.id, { unit_id: id })).body.errors).toHaveProperty('unit_id');
    const building = await openBuilding(world, { Doubles: ['101', '102'] });
    const whole = await building.book();
    const {
      rows: [unit],
    } = await world.db.execute(`select id from units where team_id = ${building.teamId}`);
    expect((await building.change(whole.id, { unit_id: unit?.id })).body.errors).toEqual(unknown);
  });

  it('a change of dates makes room on nights next to the booking’s own', async () => {
    const inn = await openHouse();
    const booking = await bookIn(inn, 'A', 0, 2, PINNED);
    const next = await bookIn(inn, 'A', 2, 4);
    await bookIn(inn, 'B', 0, 1, PINNED);
    expect((await inn.data(inn.change(booking.id, { check_out: day(3) }))).unit.name).toBe('A');
    expect(await unitOf(inn, next.id)).toBe('B');
    await expectSound(world, []);
  });

  it('a change of dates keeps the booking’s free unit although it was deactivated, and moves nobody', async () => {
    const inn = await openHouse(['A', 'B', 'C']);
    const first = await bookIn(inn, 'A', 0, 2);
    await bookIn(inn, 'C', 2, 4, PINNED);
    const booking = await bookIn(inn, 'B', 10, 12);
    await world.db.execute(`update units set active = false where id = '${unitId(inn, 'B')}'`);
    expect((await inn.data(inn.change(booking.id, WANTED))).unit.name).toBe('B');
    expect(await unitOf(inn, first.id)).toBe('A');
  });

  it('no booking is moved to a deactivated unit, although the changed booking itself is in one', async () => {
    const { inn, first } = await openCrossed({}, PINNED);
    const booking = await bookIn(inn, 'B', 10, 12);
    await world.db.execute(`update units set active = false where id = '${unitId(inn, 'B')}'`);
    expect((await inn.change(booking.id, WANTED)).body.errors).toEqual(NO_SINGLE_UNIT);
    expect(await unitOf(inn, first.id)).toBe('A');
  });
});

describe('making room beside other writes', () => {
  const PINS = 'update bookings set unit_pinned = true where team_id = $1 and id = $2';

  it.each([
    ['the second if the first is pinned meanwhile', 0, 'B', ['A', 'A']],
    ['the first if the second is pinned meanwhile', 1, 'A', ['B', 'B']],
  ])(
    'making room waits for bookings that another write has locked, and then moves %s',
    async (_what, pinned, unit, others) => {
      const inn = await openHouse();
      const first = await bookIn(inn, 'A', 0, 2);
      const second = await bookIn(inn, 'B', 2, 4);
      const other = await openClient(world.url);
      try {
        await other.query('begin');
        await other.query('select from bookings where team_id = $1 for update', [inn.teamId]);
        const booked = inn.book({ check_in: day(1), check_out: day(3) });
        await untilSomebodyWaits(world);
        await other.query(PINS, [inn.teamId, [first, second][pinned]?.id]);
        await other.query('commit');
        expect((await booked).unit.name).toBe(unit);
      } finally {
        await other.end();
      }
      expect([await unitOf(inn, first.id), await unitOf(inn, second.id)]).toEqual(others);
      await expectSound(world, []);
    },
  );
});

describe('a cancelled booking', () => {
  it('a cancelled booking cannot be moved by hand', async () => {
    const inn = await openHouse();
    const booking = await inn.book();
    await inn.cancel(booking.id);
    expect((await inn.change(booking.id, { unit_id: unitId(inn, 'B') })).body.errors).toHaveProperty(
      'status',
    );
  });
});
