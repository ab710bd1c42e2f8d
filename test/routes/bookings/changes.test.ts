/** "A change answers only for what it changes" (docs/rules.md, 9.8), clause by clause. */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectSound, type Inn, openBuilding, openInn } from '../../helpers/bookings.ts';
import { buildCoupon, buildDayOverride, day } from '../../helpers/factories.ts';

const world = await openSharedApp();

const setListing = (inn: Inn, set: string, id = inn.listing.id) =>
  world.db.execute(`update listings set ${set} where team_id = ${inn.teamId} and id = '${id}'`);

const override = (inn: Inn, offset: number, closed: object) =>
  buildDayOverride(world, { teamId: inn.teamId, listingId: inn.listing.id, date: day(offset), ...closed });

/** The fields under which a change is refused, each with its number of messages. Empty if the change succeeds. */
async function refusalOf(inn: Inn, id: string, change: object): Promise<Record<string, number>> {
  const { status, body } = await inn.change(id, change);
  expect([200, 422]).toContain(status);
  const errors: Record<string, string[]> = body.errors ?? {};
  return Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, messages.length]));
}

const DONE = {};
const UNAVAILABLE = { availability: 1 };

describe('changes for a guest in house', () => {
  it('a guest in house may extend the stay although its check-in is past, arrival was closed, or the advance notice became longer', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    await override(inn, 0, { closedForArrival: true });
    await setListing(inn, 'advance_notice_days = 30');
    world.clock.set('2031-06-04T12:00:00Z');
    expect(await refusalOf(inn, id, { check_out: day(6) })).toEqual(DONE);
    // A new arrival is checked completely: it is past, and therefore not "too soon" as well. Day 1 is not closed.
    expect(await refusalOf(inn, id, { check_in: day(1) })).toEqual(UNAVAILABLE);
    expect(await refusalOf(inn, id, { check_in: day(3) })).toEqual(UNAVAILABLE);
  });

  it('a guest in house may leave earlier, which is only checked against the new departure day', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    await override(inn, 4, { closedForDeparture: true });
    await override(inn, 3, { closedForDeparture: true });
    expect(await refusalOf(inn, id, { number_of_guests: 3 })).toEqual(DONE);
    expect(await refusalOf(inn, id, { check_in: day(1) })).toEqual(DONE);
    expect(await refusalOf(inn, id, { check_out: day(3) })).toEqual(UNAVAILABLE);
    expect(await refusalOf(inn, id, { check_out: day(2) })).toEqual(DONE);
  });
});

describe('changes of the length of stay', () => {
  it('a change is checked against the minimum and maximum stay only if the number of nights changes', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    await setListing(inn, 'min_stay = 6, max_stay = 7');
    expect(await refusalOf(inn, id, { check_in: day(10), check_out: day(14) })).toEqual(DONE);
    expect(await refusalOf(inn, id, { check_out: day(15) })).toEqual(UNAVAILABLE);
    expect(await refusalOf(inn, id, { check_out: day(18) })).toEqual(UNAVAILABLE);
    expect(await refusalOf(inn, id, { check_out: day(17) })).toEqual(DONE);
  });
});

describe('changes of the number of guests', () => {
  it('the number of guests can be corrected although the listing was deactivated and its nights were closed since', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    await setListing(inn, "status = 'inactive'");
    await override(inn, 1, { closed: true });
    expect(await refusalOf(inn, id, { number_of_guests: 3 })).toEqual(DONE);
    expect(await refusalOf(inn, id, { number_of_guests: 5 })).toEqual({ number_of_guests: 1 });
    expect(await refusalOf(inn, id, { check_out: day(5) })).toEqual(UNAVAILABLE);
  });

  it('dates can change although the booking has more guests than a maximum that was lowered since', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book({ number_of_guests: 4 });
    await setListing(inn, 'max_guests = 2');
    expect(await refusalOf(inn, id, { check_out: day(5) })).toEqual(DONE);
    expect(await refusalOf(inn, id, { number_of_guests: 4, check_out: day(6) })).toEqual(DONE);
    expect(await refusalOf(inn, id, { number_of_guests: 3 })).toEqual({ number_of_guests: 1 });
    expect(await refusalOf(inn, id, { number_of_guests: 3, check_in: day(-400) })).toEqual({ check_in: 1 });
    expect(await refusalOf(inn, id, { number_of_guests: 2 })).toEqual(DONE);
  });

  it('a change with too many guests and impossible dates reports both', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    await setListing(inn, "status = 'draft', min_stay = 20");
    await override(inn, 8, { closedForDeparture: true });
    expect(await refusalOf(inn, id, { number_of_guests: 9, check_out: day(8) })).toEqual({
      availability: 3,
      number_of_guests: 1,
    });
  });
});

describe('changes of nights', () => {
  it('a booking keeps nights that were closed since, but cannot add closed ones', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    for (const offset of [1, 2, 5]) await override(inn, offset, { closed: true });
    expect(await refusalOf(inn, id, { check_out: day(5) })).toEqual(DONE);
    expect(await refusalOf(inn, id, { check_out: day(6) })).toEqual(UNAVAILABLE);
    expect(await refusalOf(inn, id, { check_in: day(-1) })).toEqual(DONE);
  });

  it('a change cannot add nights beyond the booking window', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    await setListing(inn, 'booking_window_days = 10');
    expect(await refusalOf(inn, id, { check_out: day(3) })).toEqual(DONE);
    expect(await refusalOf(inn, id, { check_out: day(4) })).toEqual(UNAVAILABLE);
  });

  it('a change never takes nights of another booking, and the booking’s own nights are never in its way', async () => {
    const inn = await openInn(world, { listing: { preparationDays: 1 } });
    const { id } = await inn.book();
    await inn.book({ check_in: day(8), check_out: day(9) });
    expect(await refusalOf(inn, id, { check_in: day(2), check_out: day(7) })).toEqual(DONE);
    expect(await refusalOf(inn, id, { check_out: day(8), override_rules: true })).toEqual(UNAVAILABLE);
    await expectSound(world);
  });

  it('a booking keeps the preparation days with which it was made', async () => {
    const inn = await openInn(world, { listing: { preparationDays: 2 } });
    const { id } = await inn.book();
    await setListing(inn, 'preparation_days = 0');
    expect(await refusalOf(inn, id, { check_out: day(5) })).toEqual(DONE);
    expect((await inn.tryBook({ check_in: day(6), check_out: day(8) })).status).toBe(422);
    await setListing(inn, 'preparation_days = 9');
    expect((await inn.tryBook({ check_in: day(7), check_out: day(8) })).status).toBe(201);
    expect(await refusalOf(inn, id, { check_in: day(1) })).toEqual(DONE);
    await expectSound(world);
  });
});

describe('the unit of a changed booking', () => {
  it('a change of dates keeps the unit if it is free, else takes another', async () => {
    const inn = await openInn(world, { units: ['A', 'B', 'C'] });
    const { id, unit } = await inn.book();
    expect(unit.name).toBe('A');
    expect((await inn.data(inn.change(id, { check_out: day(5) }))).unit).toEqual(unit);
    const blocks = { listing_id: inn.listing.id, unit_id: unit.id, start_date: day(6), end_date: day(7) };
    await inn.data(inn.send('POST', '/blocks', blocks), 201);
    const moved = await inn.data(inn.change(id, { check_out: day(8) }));
    expect(moved.unit.name).toBe('B');
    expect((await inn.events(id))[2].data).toEqual({
      check_out: [day(5), day(8)],
      unit_id: [unit.id, moved.unit.id],
      accommodation_total: [50_000, 80_000],
      grand_total: [50_000, 80_000],
    });
    await expectSound(world);
  });

  it('a booking keeps its unit after the unit was deactivated, even if an active unit is free', async () => {
    const inn = await openInn(world, { units: ['A', 'B'] });
    const { id, unit } = await inn.book();
    await world.db.execute(`update units set active = false where team_id = ${inn.teamId}`);
    expect((await inn.data(inn.change(id, { check_out: day(5) }))).unit).toEqual(unit);
    expect((await inn.tryBook({ check_in: day(20), check_out: day(21), override_rules: true })).status).toBe(
      422,
    );
    await expectSound(world);
  });

  it('a booking of a building keeps a unit that was deactivated', async () => {
    const inn = await openBuilding(world, { Doubles: ['101', '102'] });
    const { id } = await inn.book();
    await world.db.execute(`update units set active = false where team_id = ${inn.teamId} and name = '102'`);
    expect(await refusalOf(inn, id, { check_out: day(5) })).toEqual(DONE);
    await expectSound(world);
  });

  it('a booking of a building that moves to other dates does not need a unit that was deactivated', async () => {
    const inn = await openBuilding(world, { Doubles: ['101', '102'] });
    const { id } = await inn.book();
    const { rows: units } = await world.db.execute(
      `select id from units where team_id = ${inn.teamId} and name = '102'`,
    );
    const nights = { start_date: day(10), end_date: day(11) };
    await inn.data(
      inn.send('POST', '/blocks', { listing_id: inn.listing.id, unit_id: units[0]?.id, ...nights }),
      201,
    );
    expect(await refusalOf(inn, id, { check_in: day(10), check_out: day(12) })).toEqual({ availability: 1 });
    await world.db.execute(`update units set active = false where team_id = ${inn.teamId} and name = '102'`);
    expect(await refusalOf(inn, id, { check_in: day(10), check_out: day(12) })).toEqual(DONE);
    const { rows } = await world.db.execute(
      `select u.name from occupancies o join units u on u.team_id = o.team_id and u.id = o.unit_id where o.booking_id = '${id}'`,
    );
    expect(rows).toEqual([{ name: '101' }]);
    await expectSound(world);
  });
});

describe('override_rules', () => {
  const EVERYTHING = { min_stay: 9, max_stay: 1, advance_notice_days: 60, booking_window_days: 1 };

  it('override_rules books against every rule, is recorded in the event, and still never overlaps', async () => {
    const inn = await openInn(world);
    await setListing(
      inn,
      `${Object.entries(EVERYTHING).map(([rule, days]) => `${rule} = ${days}`)}, status = 'draft'`,
    );
    await override(inn, 0, { closed: true, closedForArrival: true });
    await override(inn, 4, { closedForDeparture: true });
    const refused = await inn.tryBook({ number_of_guests: 9 });
    expect([
      refused.status,
      Object.keys(refused.body.errors),
      refused.body.errors.availability.length,
    ]).toEqual([422, ['availability', 'number_of_guests'], 8]);
    const made = await inn.book({ number_of_guests: 9, override_rules: true });
    expect(await inn.events(made.id)).toMatchObject([
      { type: 'booking.created', data: { override_rules: true } },
    ]);
    expect((await inn.tryBook({ override_rules: true })).body.errors).toEqual({
      availability: [expect.any(String)],
    });
    expect(await refusalOf(inn, made.id, { check_out: day(2) })).toEqual({ availability: 3 });
    await inn.data(inn.change(made.id, { check_out: day(2), number_of_guests: 10, override_rules: true }));
    expect((await inn.events(made.id))[1].data).toEqual({
      check_out: [day(4), day(2)],
      number_of_guests: [9, 10],
      accommodation_total: [40_000, 20_000],
      grand_total: [40_000, 20_000],
      override_rules: true,
    });
    // In the past as well, for bookings that exist elsewhere.
    await inn.book({
      check_in: '2020-01-01',
      check_out: '2020-01-02',
      override_rules: true,
      status: 'pending',
    });
    await expectSound(world);
  });

  it('override_rules that overrides no rule, or is false, is not recorded', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book({ override_rules: false });
    await inn.data(inn.change(id, { override_rules: true }));
    await inn.data(inn.change(id, { override_rules: null, notes: 'Late.' }));
    const events = await inn.events(id);
    expect(events.map(({ data }: { data: object }) => data)).toEqual([{}, { notes: [null, 'Late.'] }]);
  });
});

describe('the coupon of a changed booking', () => {
  it('a changed booking keeps its coupon if its stay fits, although the coupon is used up, expired or limited to other listings since', async () => {
    const inn = await openInn(world);
    const { codeKey } = await buildCoupon(world, {
      teamId: inn.teamId,
      code: 'Stay4',
      minNights: 4,
      maxRedemptions: 1,
    });
    const { id } = await inn.book({ coupon_code: 'STAY4' });
    await world.db.execute(
      `update coupons set active = false, valid_until = '2031-01-01', listing_ids = '{}', max_redemptions = 1 where code_key = '${codeKey}'`,
    );
    expect(await inn.data(inn.change(id, { check_out: day(5) }))).toMatchObject({
      coupon_code: 'Stay4',
      discount_total: 5_000,
      grand_total: 45_000,
    });
  });

  it.each([
    ['nights', { minNights: 4 }, { check_out: day(3) }],
    ['its first day', { stayFrom: day(0) }, { check_in: day(-1) }],
    ['its last day', { stayUntil: day(4) }, { check_out: day(5) }],
  ])(
    'a change gives the coupon back if the stay no longer fits its limit of %s, and the event names its code',
    async (_rule, terms, change) => {
      const inn = await openInn(world);
      await buildCoupon(world, { teamId: inn.teamId, code: 'Once', maxRedemptions: 1, ...terms });
      const { id } = await inn.book({ coupon_code: 'once' });
      expect(await inn.data(inn.change(id, change))).toMatchObject({ coupon_code: null, discount_total: 0 });
      expect((await inn.events(id))[1].data).toMatchObject({
        coupon_code: ['Once', null],
        discount_total: [4_000, 0],
      });
      // It stays given back, although the stay would fit again.
      expect(await inn.data(inn.change(id, { check_in: day(0), check_out: day(4) }))).toMatchObject({
        coupon_code: null,
        discount_total: 0,
      });
      await expectSound(world);
    },
  );
});
