import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expireLapsedHolds } from '../../../src/services/jobs/ended-bookings.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { at, expectSound, type Inn, openBuilding, openInn, times } from '../../helpers/bookings.ts';
import { buildCoupon, day } from '../../helpers/factories.ts';

const world = await openSharedApp();
beforeEach(() => world.clock.set(TEST_NOW));
// So that the next test's sweep finds only its own holds.
afterEach(async () => {
  world.clock.set('2031-05-20T00:00:00Z');
  await sweep();
});

const LAPSE = '2031-05-05T10:30:00Z';
const LAPSED_AT = '2031-05-05T10:30:00+00:00';
const JUST_BEFORE = '2031-05-05T10:29:59Z';
const HOLD = { status: 'pending', expires_in: 30 };
const HAS_LAPSED = {
  errors: { status: ['The hold of this booking has lapsed, so the booking is cancelled.'] },
};

const sweep = () => expireLapsedHolds(world.services);

/** A listing of one unit with a hold that lapses at `LAPSE`. */
async function openHeld(options: Parameters<typeof openInn>[1] = {}) {
  const inn = await openInn(world, options);
  return { ...inn, hold: await inn.book(HOLD) };
}

describe('expires_in', () => {
  it('a pending booking with expires_in is a hold, and says when it expires', async () => {
    const { hold, read } = await openHeld();
    expect(hold).toMatchObject({ status: 'pending', expires_at: LAPSED_AT });
    expect(await read(`/bookings/${hold.id}`)).toMatchObject({ status: 'pending', expires_at: LAPSED_AT });
    const [taken] = await read(`/occupancies?from=${day(0)}&to=${day(4)}`);
    expect(taken.booking).toMatchObject({ id: hold.id, status: 'pending', expires_at: LAPSED_AT });
  });

  it('expires_at is null for a booking that is not a hold', async () => {
    const inn = await openInn(world);
    expect(await inn.book()).toMatchObject({ status: 'confirmed', expires_at: null });
    const other = { check_in: day(10), check_out: day(12) };
    expect(await inn.book({ ...other, status: 'pending', expires_in: null })).toMatchObject({
      expires_at: null,
    });
  });

  it.each([
    ['0', { status: 'pending', expires_in: 0 }],
    ['10,081', { status: 'pending', expires_in: 10_081 }],
    ['a part', { status: 'pending', expires_in: 1.5 }],
    ['a text', { status: 'pending', expires_in: '30' }],
    ['status confirmed', { status: 'confirmed', expires_in: 30 }],
    ['no status', { expires_in: 30 }],
  ])('a new booking with expires_in is refused for %s', async (_what, body) => {
    const inn = await openInn(world);
    const { status, body: answer } = await inn.tryBook(body);
    expect([status, Object.keys(answer.errors)]).toEqual([422, ['expires_in']]);
  });

  it.each([1, 10_080])('a hold may expire in %s minutes', async (expires_in) => {
    const inn = await openInn(world);
    const made = await inn.book({ status: 'pending', expires_in });
    const expiry = new Date(new Date(TEST_NOW).getTime() + expires_in * 60_000);
    expect(made.expires_at).toBe(expiry.toISOString().replace('.000Z', '+00:00'));
  });

  it('expires_in of a pending booking can be changed, counts from now, and null means never', async () => {
    const { hold, change, data, events } = await openHeld();
    world.clock.set('2031-05-05T10:10:00Z');
    const longer = '2031-05-05T11:10:00+00:00';
    expect(await data(change(hold.id, { expires_in: 60 }))).toMatchObject({ expires_at: longer });
    expect(await data(change(hold.id, { expires_in: 60 }))).toMatchObject({ expires_at: longer });
    expect(await data(change(hold.id, { expires_in: null }))).toMatchObject({ expires_at: null });
    expect(await data(change(hold.id, { expires_in: null }))).toMatchObject({ expires_at: null });
    const changes = (await events(hold.id)).map((event: { data: object }) => event.data);
    expect(changes.slice(1)).toEqual([{ expires_at: [LAPSED_AT, longer] }, { expires_at: [longer, null] }]);
    world.clock.set('2031-05-06T00:00:00Z');
    expect(await sweep()).toBe(0);
    await expectSound(world);
  });

  it('a change without expires_in keeps the expiry of a hold, also for other nights', async () => {
    const { hold, change, data, quote, listing } = await openHeld();
    const moved = { check_in: day(6), check_out: day(8) };
    expect(await data(change(hold.id, moved))).toMatchObject({ ...moved, expires_at: LAPSED_AT });
    world.clock.set(LAPSE);
    const { body } = await quote(listing.id, moved);
    expect(body.data.available).toBe(true);
    await expectSound(world);
  });

  it('a booking that is not pending cannot have expires_in', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    for (const expires_in of [5, null]) {
      const { status, body } = await inn.change(id, { expires_in });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['expires_in']]);
    }
    await inn.data(inn.cancel(id));
    const { status, body } = await inn.change(id, { expires_in: 5 });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['status']]);
  });

  it('confirming a hold removes its expiry, and keeps the nights for good', async () => {
    const { hold, confirm, data, read, tryBook } = await openHeld();
    expect(await data(confirm(hold.id))).toMatchObject({ status: 'confirmed', expires_at: null });
    const [{ data: event }] = await read('/events?types=booking.confirmed');
    expect(event.changed).toEqual(['status', 'expires_at']);
    world.clock.set(LAPSE);
    expect(await sweep()).toBe(0);
    expect((await tryBook()).status).toBe(422);
    expect(await read(`/bookings/${hold.id}`)).toMatchObject({ status: 'confirmed' });
    await expectSound(world);
  });
});

/** Every answer that says whether the held nights are free, each reduced to that. */
const ANSWERS: Record<string, (inn: Inn & { site: string }) => Promise<boolean>> = {
  'the quote': async ({ quote, listing }) =>
    (await quote(listing.id, { check_in: day(0), check_out: day(4) })).body.data.available,
  'the number of units': async ({ quote, listing }) =>
    (await quote(listing.id, { check_in: day(0), check_out: day(4) })).body.data.units_left === 1,
  'the calendar': async ({ read, listing }) => {
    const days = await read(`/listings/${listing.id}/calendar?start_date=${day(0)}&end_date=${day(3)}`);
    return days.every((one: { available: boolean }) => one.available);
  },
  'the calendars of all listings': async ({ read }) =>
    at<{ days: { available: boolean }[] }>(
      await read(`/calendars?start_date=${day(0)}&end_date=${day(3)}`),
      0,
    ).days.every(({ available }) => available),
  'the calendars of named listings': async ({ read, listing }) =>
    at<{ days: { available: boolean }[] }>(
      await read(`/calendars?start_date=${day(0)}&end_date=${day(3)}&listing_ids=${listing.id}`),
      0,
    ).days.every(({ available }) => available),
  'the search': async ({ send }) =>
    (await send('GET', `/search?check_in=${day(0)}&check_out=${day(4)}&guests=2`)).body.meta.total === 1,
  'the alternatives': async ({ quote, listing }) => {
    const query = { check_in: day(-1), check_out: day(3), alternatives: 10 };
    await world.db.execute(`insert into day_overrides (team_id, listing_id, date, closed, closed_for_arrival,
      closed_for_departure) select team_id, id, '${day(-1)}', true, false, false from listings
      where id = '${listing.id}' on conflict do nothing`);
    const { alternatives } = (await quote(listing.id, query)).body.data;
    return alternatives.some((one: { check_in: string }) => one.check_in === day(0));
  },
  'the occupancies': async ({ read }) =>
    (await read(`/occupancies?from=${day(0)}&to=${day(4)}`)).length === 0,
  'the occupancies of a listing': async ({ send, listing }) =>
    (await send('GET', `/occupancies?from=${day(0)}&to=${day(4)}&listing_id=${listing.id}`)).body.meta
      .total === 0,
  'the site’s quote': async ({ site }) =>
    (await world.get(`${site}/availability?check_in=${day(0)}&check_out=${day(4)}`)).json().data.available,
  'the site’s calendar': async ({ site }) =>
    (await world.get(`${site}/calendar?start_date=${day(0)}&end_date=${day(3)}`))
      .json()
      .data.every((one: { available: boolean }) => one.available),
};

describe('the second at which a hold lapses', () => {
  it.each(Object.keys(ANSWERS))(
    'nights of a hold are free again in %s at the second when it lapses',
    async (name) => {
      const inn = await openHeld({ listing: { slug: 'loft' } });
      const {
        rows: [team],
      } = await world.db.execute<{ slug: string }>(`select slug from teams where id = ${inn.teamId}`);
      const innWithSite = { ...inn, site: `/v1/public/${team?.slug}/listings/loft` };
      const isFree = ANSWERS[name];
      world.clock.set(JUST_BEFORE);
      expect(await isFree?.(innWithSite)).toBe(false);
      world.clock.set(LAPSE);
      expect(await isFree?.(innWithSite)).toBe(true);
    },
  );

  it('a lapsed hold no longer counts as a redemption of its coupon', async () => {
    const inn = await openInn(world);
    await buildCoupon(world, { teamId: inn.teamId, code: 'ONCE', maxRedemptions: 1 });
    await inn.book({ ...HOLD, coupon_code: 'ONCE' });
    const query = { check_in: day(10), check_out: day(12), coupon_code: 'once' };
    const redeemed = async () => (await inn.read('/coupons/ONCE')).redemptions;
    world.clock.set(JUST_BEFORE);
    expect([await redeemed(), (await inn.quote(inn.listing.id, query)).status]).toEqual([1, 422]);
    world.clock.set(LAPSE);
    expect([await redeemed(), (await inn.quote(inn.listing.id, query)).status]).toEqual([0, 200]);
  });
});

const EXPIRED = {
  status: 'cancelled',
  cancellation_reason: 'expired',
  cancelled_at: LAPSED_AT,
  expires_at: LAPSED_AT,
};

/** The hold has all effects of a cancellation, once, by the system. */
async function expectExpired(inn: Inn, id: string, now: string) {
  const moment = now.replace('Z', '+00:00');
  expect(await inn.read(`/bookings/${id}`)).toMatchObject({ ...EXPIRED, updated_at: moment });
  const folio = await inn.folio(id);
  expect(folio).toMatchObject({
    balance_due: 0,
    invoices: [],
    security_deposit: { status: 'cancelled' },
  });
  expect(new Set(folio.payments.map(({ status }: { status: string }) => status))).toEqual(
    new Set(['cancelled']),
  );
  expect((await inn.events(id)).filter(({ type }: { type: string }) => type === 'booking.expired')).toEqual([
    {
      id: expect.any(String),
      type: 'booking.expired',
      actor: { type: 'system', name: null },
      data: {},
      created_at: moment,
    },
  ]);
  const { data } = (await inn.send('GET', '/events?types=booking.expired')).body;
  expect(data).toMatchObject([{ data: { booking_id: id, status: 'cancelled', changed: ['status'] } }]);
  await expectSound(world);
}

const WITH_DEPOSIT = { team: { depositPpm: 300_000 }, listing: { securityDepositCents: 5_000 } };

describe('what cancels a lapsed hold', () => {
  it('a job cancels lapsed holds whose nights nobody has booked', async () => {
    const inn = await openHeld(WITH_DEPOSIT);
    world.clock.set(JUST_BEFORE);
    expect(await sweep()).toBe(0);
    world.clock.set('2031-05-05T10:31:00Z');
    expect(await inn.read(`/bookings/${inn.hold.id}`)).toMatchObject({
      status: 'pending',
      cancelled_at: null,
    });
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    await expectExpired(inn, inn.hold.id, '2031-05-05T10:31:00Z');
  });

  it('when a job cancels a lapsed hold, a security deposit that is held is returned', async () => {
    const inn = await openHeld(WITH_DEPOSIT);
    const path = `/bookings/${inn.hold.id}/security-deposit`;
    await inn.data(inn.send('PUT', path, { status: 'held' }));
    world.clock.set('2031-05-05T10:31:00Z');
    expect(await sweep()).toBe(1);
    expect((await inn.folio(inn.hold.id)).security_deposit).toMatchObject({
      status: 'returned',
      returned_at: LAPSED_AT,
    });
    await expectSound(world);
  });

  it('a new booking cancels a lapsed hold on its nights', async () => {
    const inn = await openHeld(WITH_DEPOSIT);
    world.clock.set(JUST_BEFORE);
    expect((await inn.tryBook()).body.errors).toHaveProperty('availability');
    world.clock.set(LAPSE);
    expect(await inn.book()).toMatchObject({ status: 'confirmed', unit: { name: 'A' } });
    await expectExpired(inn, inn.hold.id, LAPSE);
  });

  it('a new booking that shares one night with a lapsed hold cancels it', async () => {
    const inn = await openHeld(WITH_DEPOSIT);
    world.clock.set(LAPSE);
    await inn.book({ check_in: day(3), check_out: day(9) });
    await expectExpired(inn, inn.hold.id, LAPSE);
  });

  it('a new booking of other nights, or with another free unit, leaves a lapsed hold alone', async () => {
    const inn = await openInn(world, { units: ['A', 'B'] });
    const [a, b] = [await inn.book(HOLD), await inn.book(HOLD)];
    world.clock.set(LAPSE);
    await inn.book({ check_in: day(4), check_out: day(6) });
    await inn.book();
    const statuses = await Promise.all(
      [a, b].map(async ({ id }) => (await inn.read(`/bookings/${id}`)).status),
    );
    expect(statuses.toSorted()).toEqual(['cancelled', 'pending']);
    await sweep();
    await expectSound(world);
  });

  it('a refused booking leaves a lapsed hold on its nights alone', async () => {
    const inn = await openHeld({ listing: { maxGuests: 2 } });
    world.clock.set(LAPSE);
    expect((await inn.tryBook({ number_of_guests: 3 })).status).toBe(422);
    expect(await inn.read(`/bookings/${inn.hold.id}`)).toMatchObject({
      status: 'pending',
      expires_at: LAPSED_AT,
    });
    await sweep();
  });

  it('a booking that moves to the nights of a lapsed hold cancels it', async () => {
    const inn = await openHeld(WITH_DEPOSIT);
    const other = await inn.book({ check_in: day(20), check_out: day(22) });
    const moved = { check_in: day(1), check_out: day(5) };
    world.clock.set(JUST_BEFORE);
    expect((await inn.change(other.id, moved)).status).toBe(422);
    world.clock.set(LAPSE);
    expect(await inn.data(inn.change(other.id, moved))).toMatchObject(moved);
    await expectExpired(inn, inn.hold.id, LAPSE);
  });

  it('a hold that moves to the nights of a lapsed hold cancels it, and keeps its own expiry', async () => {
    const inn = await openHeld(WITH_DEPOSIT);
    const other = await inn.book({
      check_in: day(20),
      check_out: day(22),
      status: 'pending',
      expires_in: 600,
    });
    world.clock.set(LAPSE);
    const moved = await inn.data(inn.change(other.id, { check_in: day(1), check_out: day(5) }));
    expect(moved.expires_at).toBe(other.expires_at);
    await expectExpired(inn, inn.hold.id, LAPSE);
  });

  it('a block on the nights of a lapsed hold cancels it', async () => {
    const inn = await openHeld(WITH_DEPOSIT);
    const block = { listing_id: inn.listing.id, start_date: day(2), end_date: day(6) };
    world.clock.set(JUST_BEFORE);
    expect((await inn.send('POST', '/blocks', block)).status).toBe(422);
    world.clock.set(LAPSE);
    await inn.data(inn.send('POST', '/blocks', block), 201);
    await expectExpired(inn, inn.hold.id, LAPSE);
  });

  it('a booking of a whole building cancels several lapsed holds of its units', async () => {
    const inn = await openBuilding(world, { Doubles: ['1', '2', '3'] });
    const type = at(inn.unitTypes, 0).id;
    const holds = await Promise.all(
      times(3, (n) => inn.book({ ...HOLD, listing_id: type, check_in: day(n) })),
    );
    world.clock.set(LAPSE);
    await inn.book();
    for (const { id } of holds) expect(await inn.read(`/bookings/${id}`)).toMatchObject(EXPIRED);
    await expectSound(world);
  });

  it('a booking that needs the last redemption of a coupon cancels a lapsed hold that has it', async () => {
    const inn = await openInn(world, { ...WITH_DEPOSIT, units: ['A'] });
    await buildCoupon(world, { teamId: inn.teamId, code: 'ONCE', maxRedemptions: 1 });
    const { id } = await inn.book({ ...HOLD, coupon_code: 'ONCE' });
    const elsewhere = { check_in: day(10), check_out: day(12), coupon_code: 'once' };
    expect((await inn.tryBook(elsewhere)).body.errors).toHaveProperty('coupon_code');
    world.clock.set(LAPSE);
    await inn.book(elsewhere);
    await expectExpired(inn, id, LAPSE);
  });

  it('a booking with a coupon that has redemptions left cancels no lapsed hold', async () => {
    const inn = await openInn(world);
    await buildCoupon(world, { teamId: inn.teamId, code: 'TWICE', maxRedemptions: 2 });
    const { id } = await inn.book({ ...HOLD, coupon_code: 'TWICE' });
    world.clock.set(LAPSE);
    const elsewhere = { check_in: day(10), check_out: day(12), coupon_code: 'twice' };
    await inn.book(elsewhere);
    expect(await inn.read(`/bookings/${id}`)).toMatchObject({ status: 'pending' });
    await inn.book({ ...elsewhere, check_in: day(14), check_out: day(16) });
    expect(await inn.read(`/bookings/${id}`)).toMatchObject(EXPIRED);
    await expectSound(world);
  });

  it('erasing the guest of a lapsed hold cancels it', async () => {
    const inn = await openHeld(WITH_DEPOSIT);
    world.clock.set(LAPSE);
    await inn.data(inn.send('POST', `/guests/${inn.hold.guest_id}/erase`), 200);
    expect(await inn.read(`/bookings/${inn.hold.id}`)).toMatchObject({ status: 'cancelled' });
    await expectSound(world);
  });
});

describe('writes on a lapsed hold', () => {
  it.each([
    ['a change', (inn: Inn, id: string) => inn.change(id, { special_requests: 'Late.' })],
    ['a change that changes nothing', (inn: Inn, id: string) => inn.change(id, {})],
    ['more time', (inn: Inn, id: string) => inn.change(id, { expires_in: 60 })],
    ['its confirmation', (inn: Inn, id: string) => inn.confirm(id)],
    [
      'a payment',
      async (inn: Inn, id: string) => {
        const { payments } = await inn.folio(id);
        return inn.send('PUT', `/bookings/${id}/payments/${payments[0].id}`, { status: 'paid' });
      },
    ],
    ['an invoice', (inn: Inn, id: string) => inn.send('POST', `/bookings/${id}/invoices`)],
    [
      'its deposit',
      (inn: Inn, id: string) => inn.send('PUT', `/bookings/${id}/security-deposit`, { status: 'held' }),
    ],
    ['money', (inn: Inn, id: string) => inn.send('POST', `/bookings/${id}/payments`, { amount: 1 })],
  ])('%s of a lapsed hold is refused, and cancels the hold', async (_what, write) => {
    const inn = await openHeld(WITH_DEPOSIT);
    world.clock.set(LAPSE);
    const { status, body } = await write(inn, inn.hold.id);
    expect({ status, body }).toMatchObject({ status: 422, body: HAS_LAPSED });
    await expectExpired(inn, inn.hold.id, LAPSE);
    expect(await write(inn, inn.hold.id)).toMatchObject({ status: 422 });
  });

  it('cancelling a lapsed hold is refused as any cancellation, and cancels it as expired', async () => {
    const inn = await openHeld(WITH_DEPOSIT);
    world.clock.set(LAPSE);
    const { status, body } = await inn.cancel(inn.hold.id, { reason: 'Too late.' });
    expect({ status, body }).toEqual({
      status: 422,
      body: { success: false, message: HAS_LAPSED.errors.status[0], errors: {} },
    });
    await expectExpired(inn, inn.hold.id, LAPSE);
  });

  it('recording a payment that a lapsed hold does not have is a 404, and leaves the hold alone', async () => {
    const inn = await openHeld();
    world.clock.set(LAPSE);
    const nowhere = `/bookings/${inn.hold.id}/payments/01943600-0000-7000-8000-ffffffffffff`;
    expect((await inn.send('PUT', nowhere, { status: 'paid' })).status).toBe(404);
    const deposit = `/bookings/${inn.hold.id}/security-deposit`;
    expect((await inn.send('PUT', deposit, { status: 'held' })).status).toBe(404);
    expect(await inn.read(`/bookings/${inn.hold.id}`)).toMatchObject({ status: 'pending' });
  });

  it('a change of a lapsed hold with invalid fields is refused, and leaves the hold alone', async () => {
    const inn = await openHeld();
    world.clock.set(LAPSE);
    expect((await inn.change(inn.hold.id, { number_of_guests: 0 })).body.errors).toHaveProperty(
      'number_of_guests',
    );
    expect(await inn.read(`/bookings/${inn.hold.id}`)).toMatchObject({ status: 'pending' });
    await sweep();
  });

  it('a refused change of a lapsed hold leaves its idempotency key free, and keys of earlier successes still answer', async () => {
    const inn = await openInn(world);
    const first = await inn.tryBook(HOLD, { 'idempotency-key': 'first' });
    const { id } = first.body.data;
    const noted = await inn.change(id, { notes: 'a' }, { 'idempotency-key': 'change' });
    world.clock.set(LAPSE);
    const again = await inn.tryBook(HOLD, { 'idempotency-key': 'first' });
    expect([again.text, again.headers['idempotent-replay']]).toEqual([first.text, 'true']);
    expect((await inn.change(id, { notes: 'a' }, { 'idempotency-key': 'change' })).text).toBe(noted.text);
    expect(await inn.read(`/bookings/${id}`)).toMatchObject({ status: 'pending' });
    expect((await inn.change(id, { special_requests: 'b' }, { 'idempotency-key': 'late' })).status).toBe(422);
    expect(await inn.read(`/bookings/${id}`)).toMatchObject(EXPIRED);
    await inn.data(inn.tryBook({}, { 'idempotency-key': 'late' }), 201);
    await expectSound(world);
  });
});
