import { describe, expect, it } from 'vitest';
import { pickShown } from '../../../src/schemas/fields/row-fields.ts';
import { bookedListingSchema } from '../../../src/schemas/listings/listing.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { at, expectSound, type Json, openBuilding, openInn } from '../../helpers/bookings.ts';
import { buildFee, buildPhoto, buildTax, buildUnit, day } from '../../helpers/factories.ts';

const CREATED = '2031-05-05T10:00:00+00:00';
const LATER = '2031-05-06T08:30:00+00:00';
const LAST = '2031-05-07T09:00:00+00:00';

const world = await openSharedApp();

const line = (fields: object) => ({
  quantity: null,
  unit_amount: null,
  percent: null,
  base_amount: null,
  included: false,
  ...fields,
});

/** The lines of nights at 100.00 with the fee and the tax of `priced`. */
const linesOf = (nights: number) => [
  line({
    type: 'accommodation',
    code: 'accommodation',
    name: 'Accommodation',
    basis: 'night',
    quantity: nights,
    amount: nights * 10_000,
  }),
  line({
    type: 'fee',
    code: 'cleaning',
    name: 'Cleaning',
    basis: 'stay',
    quantity: 1,
    unit_amount: 5_000,
    amount: 5_000,
  }),
  line({
    type: 'tax',
    code: 'vat',
    name: 'VAT',
    basis: 'percent',
    percent: 10,
    base_amount: nights * 10_000,
    amount: nights * 1_000,
  }),
];

const totalsOf = (nights: number) => ({
  accommodation_total: nights * 10_000,
  discount_total: 0,
  fees_total: 5_000,
  taxes_total: nights * 1_000,
  grand_total: nights * 11_000 + 5_000,
  price_breakdown: linesOf(nights),
});

async function priced<T extends { teamId: number }>(inn: T): Promise<T> {
  const { teamId } = inn;
  await buildFee(world, { teamId, code: 'cleaning', name: 'Cleaning' });
  await buildTax(world, { teamId, code: 'vat', name: 'VAT', appliesToFees: false });
  return inn;
}

/** The statuses of the calendar's days, as one letter each. */
async function calendarOf(inn: { read(path: string): Promise<Json> }, listingId: string) {
  const path = `/listings/${listingId}/calendar?start_date=${day(-1)}&end_date=${day(5)}`;
  const days: { status: string }[] = await inn.read(path);
  return days.map(({ status }) => status[0]).join('');
}

describe('a booking’s life', () => {
  it('a booking of a standalone listing is made, confirmed, changed and cancelled, and each step changes only what belongs to it', async () => {
    const inn = await priced(await openInn(world));
    await buildPhoto(world, { teamId: inn.teamId, listingId: inn.listing.id });
    const body = {
      guest: { name: ' Bea Lind ', email: 'Bea@Example.com', phone: '' },
      notes: 'Key in the box.',
      special_requests: ' A cot. ',
      source: 'manual',
      status: 'pending',
    };
    const made = await inn.book(body);
    expect(made).toMatchObject({
      status: 'pending',
      confirmed_at: null,
      created_at: CREATED,
      ...totalsOf(4),
    });
    expect(made.listing.photos).toHaveLength(1);
    expect(await inn.read(`/bookings/${made.id}`)).toEqual(made);
    expect((await inn.send('GET', `/bookings?listing_id=${inn.listing.id}`)).body).toMatchObject({
      data: [made],
      meta: { total: 1 },
    });
    expect(await calendarOf(inn, inn.listing.id)).toBe('auuuuaa');

    world.clock.set(LATER);
    const confirmed = { ...made, status: 'confirmed', confirmed_at: LATER, updated_at: LATER };
    expect(await inn.data(inn.confirm(made.id))).toEqual(confirmed);

    world.clock.set(LAST);
    const change = {
      check_in: day(1),
      check_out: day(3),
      number_of_guests: 3,
      notes: null,
      special_requests: 'Two cots.',
      guest: { name: 'Bea B. Lind', phone: '+46 70 1' },
    };
    const changed = {
      ...confirmed,
      check_in: day(1),
      check_out: day(3),
      nights: 2,
      number_of_guests: 3,
      party: { ...made.party, adults: 3 },
      ...totalsOf(2),
      notes: null,
      special_requests: 'Two cots.',
      updated_at: LAST,
      guest: { ...made.guest, name: 'Bea B. Lind', phone: '+46 70 1' },
    };
    expect(await inn.data(inn.change(made.id, change))).toEqual(changed);
    expect(await calendarOf(inn, inn.listing.id)).toBe('aauuaaa');

    const cancelled = {
      ...changed,
      status: 'cancelled',
      cancelled_at: LAST,
      cancellation_reason: 'Storm.',
    };
    expect(await inn.data(inn.cancel(made.id, { reason: ' Storm. ' }))).toEqual(cancelled);
    expect(await inn.read(`/bookings/${made.id}`)).toEqual(cancelled);
    expect(await calendarOf(inn, inn.listing.id)).toBe('aaaaaaa');
    await expectSound(world, [made.id]);
  });

  it('a booking of a unit type takes one unit, and its other units stay free', async () => {
    const inn = await priced(await openBuilding(world, { Doubles: ['101', '102'], Singles: ['201'] }));
    const type = at(inn.unitTypes, 0);
    const made = await inn.book({ listing_id: type.id });
    expect(made).toMatchObject({
      listing_id: type.id,
      unit: { name: '101' },
      whole_building: false,
      status: 'confirmed',
      source: 'api',
      confirmed_at: CREATED,
      ...totalsOf(4),
      listing: pickShown(bookedListingSchema, await inn.read(`/listings/${type.id}`)),
    });
    expect(await calendarOf(inn, type.id)).toBe('aaaaaaa');
    expect(await calendarOf(inn, inn.listing.id)).toBe('auuuuaa');
    const second = await inn.book({ listing_id: type.id });
    expect(second.unit.name).toBe('102');
    expect(await calendarOf(inn, type.id)).toBe('auuuuaa');
    expect((await inn.tryBook({ listing_id: type.id })).body.errors).toEqual({
      availability: [expect.stringMatching(/^[A-Z].*\.$/)],
    });
    expect(await inn.data(inn.change(made.id, { check_out: day(2) }))).toMatchObject({
      check_out: day(2),
      unit: { name: '101' },
      ...totalsOf(2),
    });
    expect(await inn.data(inn.cancel(made.id))).toMatchObject({ status: 'cancelled', unit: { name: '101' } });
    expect(await calendarOf(inn, type.id)).toBe('aaaaaaa');
    await expectSound(world, [made.id, second.id]);
  });

  it('a booking of a whole building takes all its units', async () => {
    const inn = await priced(await openBuilding(world, { Doubles: ['101', '102'], Singles: ['201'] }));
    const made = await inn.book();
    expect(made).toMatchObject({
      listing_id: inn.listing.id,
      unit: null,
      whole_building: true,
      ...totalsOf(4),
      listing: pickShown(bookedListingSchema, await inn.read(`/listings/${inn.listing.id}`)),
    });
    for (const { id } of inn.unitTypes) {
      expect(await calendarOf(inn, id)).toBe('auuuuaa');
      expect((await inn.tryBook({ listing_id: id, override_rules: true })).body.errors).toEqual({
        availability: [expect.any(String)],
      });
    }
    const changed = await inn.data(inn.change(made.id, { check_in: day(2), check_out: day(5) }));
    expect(changed).toMatchObject({ unit: null, whole_building: true, nights: 3, ...totalsOf(3) });
    expect(await calendarOf(inn, at(inn.unitTypes, 1).id)).toBe('aaauuua');
    await inn.data(inn.cancel(made.id, {}));
    for (const { id } of [inn.listing, ...inn.unitTypes]) expect(await calendarOf(inn, id)).toBe('aaaaaaa');
    await expectSound(world, [made.id]);
  });

  it('each single field of a booking can be changed, with the consequences for its price and nothing else', async () => {
    const inn = await priced(await openInn(world));
    const start = await inn.book({ guest: { name: 'Bea', email: 'bea@example.com', phone: '1' } });
    world.clock.set(LATER);
    const changes: [change: object, consequences: object][] = [
      [{ check_in: day(1) }, { check_in: day(1), nights: 3, ...totalsOf(3) }],
      [{ check_out: day(5) }, { check_out: day(5), nights: 4, ...totalsOf(4) }],
      [{ number_of_guests: 4 }, { number_of_guests: 4, party: { ...start.party, adults: 4 } }],
      [{ notes: 'Late.' }, { notes: 'Late.' }],
      [{ notes: '  ' }, { notes: null }],
      [{ special_requests: 'A cot.' }, { special_requests: 'A cot.' }],
      [{ special_requests: null }, { special_requests: null }],
      [{ guest: { name: 'Béa' } }, { guest: { ...start.guest, name: 'Béa' } }],
      [
        { guest: { email: 'BEA@example.com' } },
        { guest: { ...start.guest, name: 'Béa', email: 'BEA@example.com' } },
      ],
      [{ guest: { email: null } }, { guest: { ...start.guest, name: 'Béa', email: null } }],
      [{ guest: { phone: '' } }, { guest: { ...start.guest, name: 'Béa', email: null, phone: null } }],
    ];
    let expected = { ...start, updated_at: LATER };
    for (const [change, consequences] of changes) {
      expected = { ...expected, ...consequences };
      expect(await inn.data(inn.change(start.id, change))).toEqual(expected);
      expect(await inn.read(`/bookings/${start.id}`)).toEqual(expected);
    }
    expect(await inn.read(`/guests/${start.guest_id}`)).toEqual(expected.guest);
    expect((await inn.events(start.id)).length).toBe(1 + changes.length);
  });
});

describe('the units that a booking takes', () => {
  it('a new booking takes the unit with the smallest gaps, then the first by name', async () => {
    const inn = await openInn(world, { units: ['C', 'B', 'A'] });
    const unitOf = async (from: number, to: number) =>
      (await inn.book({ check_in: day(from), check_out: day(to) })).unit.name;
    // With equal gaps the name decides. Then a unit with a closer neighbour wins, whatever its name.
    expect(await unitOf(0, 10)).toBe('A');
    expect(await unitOf(2, 12)).toBe('B');
    expect(await unitOf(4, 14)).toBe('C');
    expect(await unitOf(15, 16)).toBe('C');
    expect(await unitOf(14, 15)).toBe('C');
    expect(await unitOf(14, 15)).toBe('B');
    expect(await unitOf(14, 15)).toBe('A');
  });

  it('a booking of a building takes the units that are active when it is booked', async () => {
    const inn = await openBuilding(world, { Doubles: ['101'] });
    const typeId = at(inn.unitTypes, 0).id;
    await buildUnit(world, { teamId: inn.teamId, listingId: typeId, name: '102', active: false });
    const made = await inn.book();
    await world.db.execute(`update units set active = true where team_id = ${inn.teamId} and name = '102'`);
    // A unit that is activated later was not promised to anybody.
    const single = await inn.book({ listing_id: typeId });
    expect(single.unit.name).toBe('102');
    expect((await inn.change(made.id, { number_of_guests: 3 })).status).toBe(200);
    expect((await inn.change(made.id, { check_out: day(5) })).body.errors).toHaveProperty('availability');
    await inn.data(inn.cancel(single.id));
    expect((await inn.change(made.id, { check_out: day(5) })).status).toBe(200);
    expect((await inn.tryBook({ listing_id: typeId })).status).toBe(422);
    await expectSound(world);
  });

  it('a listing without active units cannot be booked, even with override_rules', async () => {
    const bare = await openInn(world, { units: [] });
    const building = await openBuilding(world, { Empty: [] });
    for (const inn of [bare, building]) {
      const answer = await inn.tryBook({ override_rules: true });
      expect({ status: answer.status, fields: Object.keys(answer.body.errors) }).toEqual({
        status: 422,
        fields: ['availability'],
      });
    }
  });
});
