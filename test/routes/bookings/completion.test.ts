import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { bookings } from '../../../src/db/schema/bookings.ts';
import { completeDueBookings } from '../../../src/services/jobs/ended-bookings.ts';
import { openSharedApp, openTestApp, TEST_NOW } from '../../helpers/app.ts';
import { at, expectSound, type Inn, openInn } from '../../helpers/bookings.ts';
import { buildBooking, buildPhoto, day } from '../../helpers/factories.ts';
import { untilSomebodyWaits } from '../../helpers/waiting.ts';

const OVER = '2031-06-06T12:00:00Z';

const world = await openSharedApp();

const sweep = () => completeDueBookings(world.services);

/** A team whose bookings are all completed in the end, so that another test's sweep finds none of them. */
async function bookingUntil(checkOut: string, listing: Record<string, string>) {
  const inn = await openInn(world, { listing });
  const year = Number(checkOut.slice(0, 4));
  const { id } = await buildBooking(world, {
    teamId: inn.teamId,
    listingId: inn.listing.id,
    checkIn: `${year}-01-02`,
    checkOut,
    priceLines: [],
    accommodationTotalCents: 0,
    feesTotalCents: 0,
    grandTotalCents: 0,
  });
  return { ...inn, id };
}

describe('completing confirmed bookings', () => {
  it.each([
    ['in winter', '2031-02-03', '11:00', 'Europe/Lisbon', '2031-02-03T11:00:00'],
    ['in summer', '2031-07-03', '11:00', 'Europe/Lisbon', '2031-07-03T10:00:00'],
    ['at a time that does not exist', '2031-03-30', '01:30', 'Europe/Lisbon', '2031-03-30T01:30:00'],
    ['at a time that exists twice', '2031-10-26', '01:30', 'Europe/Lisbon', '2031-10-26T00:30:00'],
    ['after clocks were put forward', '2031-03-30', '11:00', 'Europe/Lisbon', '2031-03-30T10:00:00'],
    ['after clocks were put back', '2031-10-26', '11:00', 'Europe/Lisbon', '2031-10-26T11:00:00'],
    ['furthest ahead', '2031-07-03', '00:00', 'Pacific/Kiritimati', '2031-07-02T10:00:00'],
    ['furthest behind', '2031-07-03', '23:59', 'Pacific/Niue', '2031-07-04T10:59:00'],
  ])(
    'a confirmed booking is completed at the check-out time of its listing’s time zone: %s',
    async (_when, checkOut, checkOutTime, timezone, instant) => {
      const inn = await bookingUntil(checkOut, { checkOutTime, timezone });
      const due = new Date(`${instant}Z`);
      world.clock.set(new Date(due.getTime() - 1_000).toISOString());
      await sweep();
      expect(await inn.read(`/bookings/${inn.id}`)).toMatchObject({
        status: 'confirmed',
        completed_at: null,
      });
      world.clock.set(due.toISOString());
      await sweep();
      const completed = {
        status: 'completed',
        completed_at: `${instant}+00:00`,
        updated_at: `${instant}+00:00`,
      };
      expect(await inn.read(`/bookings/${inn.id}`)).toMatchObject(completed);
    },
  );

  it('a booking is completed as of its check-out time however late the job runs, with an event by the system', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    world.clock.set('2031-06-08T20:15:00Z');
    await sweep();
    expect(await inn.read(`/bookings/${id}`)).toMatchObject({
      status: 'completed',
      completed_at: '2031-06-06T10:00:00+00:00',
      updated_at: '2031-06-08T20:15:00+00:00',
    });
    expect(at(await inn.events(id), 1)).toMatchObject({
      type: 'booking.completed',
      actor: { type: 'system', name: null },
      created_at: '2031-06-08T20:15:00+00:00',
    });
    expect(await sweep()).toBe(0);
    // It still keeps its nights.
    expect((await inn.tryBook({ override_rules: true })).status).toBe(422);
    await expectSound(world);
  });

  it('the event of a completion is not earlier than the booking’s last event, even if another process’s clock was ahead', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const ahead = '2031-06-08T20:16:00+00:00';
    await world.db.execute(`update team_events set created_at = '${ahead}' where booking_id = '${id}'`);
    world.clock.set('2031-06-08T20:15:00Z');
    await sweep();
    expect(await inn.events(id)).toMatchObject([
      { type: 'booking.created', created_at: ahead },
      { type: 'booking.completed', created_at: ahead },
    ]);
  });

  it('a booking that is extended while the job reads it is not completed', async () => {
    // Completes what other tests have left due.
    world.clock.set(OVER);
    await sweep();
    world.clock.set(TEST_NOW);
    const inn = await openInn(world);
    const { id, check_out: checkOut } = await inn.book();
    world.clock.set(OVER);
    const sweeping = await world.db.transaction(async (tx) => {
      await tx
        .update(bookings)
        .set({ checkOut: day(9) })
        .where(eq(bookings.id, id));
      const started = sweep();
      started.catch(() => {});
      await untilSomebodyWaits(world);
      return { started };
    });
    expect(await sweeping.started).toBe(0);
    expect(await inn.read(`/bookings/${id}`)).toMatchObject({ status: 'confirmed', completed_at: null });
    expect(await inn.events(id)).toHaveLength(1);
    // Its price is that of its original nights.
    await world.db.update(bookings).set({ checkOut }).where(eq(bookings.id, id));
  });

  it('the job completes many due bookings in batches, and none that is not due', async () => {
    const own = await openTestApp();
    try {
      for (const [timezone, count] of [
        ['Europe/Lisbon', 205],
        ['Pacific/Niue', 30],
      ] as const) {
        const inn = await openInn(own, { listing: { timezone } });
        await buildBooking(own, { teamId: inn.teamId, listingId: inn.listing.id });
        await own.db.execute(`
          insert into bookings select copy.* from bookings b, generate_series(2, ${count}) n,
            jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'confirmation_code', n::text)) copy
          where b.team_id = ${inn.teamId}`);
      }
      own.clock.set('2031-06-06T10:00:00Z');
      expect(await completeDueBookings(own.services)).toBe(205);
      own.clock.set('2031-06-06T22:00:00Z');
      expect(await completeDueBookings(own.services)).toBe(30);
    } finally {
      await own.close();
    }
  });
});

describe('writes on a booking that is due', () => {
  const writes: [name: string, write: (inn: Inn, id: string) => ReturnType<Inn['cancel']>, body: object][] = [
    [
      'a change',
      (inn, id) => inn.change(id, { check_out: day(9) }),
      { errors: { status: ['A completed booking can no longer be changed.'] } },
    ],
    ['a change of nothing', (inn, id) => inn.change(id, {}), { errors: { status: [expect.any(String)] } }],
    [
      'a confirmation',
      (inn, id) => inn.confirm(id),
      { errors: { status: ['A completed booking cannot be confirmed.'] } },
    ],
    [
      'a cancellation',
      (inn, id) => inn.cancel(id),
      { success: false, message: 'A completed booking cannot be cancelled.', errors: {} },
    ],
  ];
  it.each(writes)(
    '%s of a booking whose check-out has passed completes the booking first, and is refused',
    async (_name, write, body) => {
      const inn = await openInn(world);
      const { id } = await inn.book();
      world.clock.set(OVER);
      const answer = await write(inn, id);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject(body);
      expect(await inn.read(`/bookings/${id}`)).toMatchObject({
        status: 'completed',
        completed_at: '2031-06-06T10:00:00+00:00',
        check_out: day(4),
      });
      const types = (await inn.events(id)).map(({ type }: { type: string }) => type);
      expect(types).toEqual(['booking.created', 'booking.completed']);
      expect((await write(inn, id)).status).toBe(422);
    },
  );

  it('a payment can be recorded for a booking whose check-out has passed, which also completes it', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const payment = at((await inn.folio(id)).payments as { id: string }[], 0);
    world.clock.set(OVER);
    const answer = await inn.send('PUT', `/bookings/${id}/payments/${payment.id}`, { status: 'paid' });
    expect([answer.status, answer.body.data.paid_total]).toEqual([200, 40_000]);
    const types = (await inn.events(id)).map(({ type }: { type: string }) => type);
    expect(types).toEqual(['booking.created', 'booking.completed', 'booking.folio_changed']);
  });

  it('recording an unknown payment of a booking whose check-out has passed is a 404, and completes the booking', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    world.clock.set(OVER);
    const nowhere = `/bookings/${id}/payments/01943600-0000-7000-8000-ffffffffffff`;
    expect((await inn.send('PUT', nowhere, { status: 'paid' })).status).toBe(404);
    expect(await inn.read(`/bookings/${id}`)).toMatchObject({ status: 'completed' });
  });

  it('reading a booking whose check-out has passed does not complete it', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    await buildPhoto(world, { teamId: inn.teamId, listingId: inn.listing.id });
    world.clock.set(OVER);
    expect((await inn.read(`/bookings/${id}`)).status).toBe('confirmed');
  });
});

describe('a pending booking whose dates are over', () => {
  it('a pending booking whose dates are over stays pending: it can be cancelled, but not confirmed', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book({ status: 'pending' });
    world.clock.set(OVER);
    await sweep();
    expect((await inn.confirm(id)).body.errors).toEqual({
      status: ['A booking whose dates are over cannot be confirmed.'],
    });
    expect((await inn.read(`/bookings/${id}`)).status).toBe('pending');
    expect((await inn.data(inn.cancel(id))).status).toBe('cancelled');
  });

  it('a pending booking can be confirmed up to the second before its check-out', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book({ status: 'pending' });
    world.clock.set('2031-06-06T09:59:59Z');
    expect((await inn.data(inn.confirm(id))).confirmed_at).toBe('2031-06-06T09:59:59+00:00');
  });
});

it('a booking that is extended before its check-out is completed at the new one', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  world.clock.set('2031-06-06T09:59:59Z');
  await inn.data(inn.change(id, { check_out: day(5) }));
  world.clock.set('2031-06-06T10:00:00Z');
  await sweep();
  expect((await inn.read(`/bookings/${id}`)).status).toBe('confirmed');
  world.clock.set('2031-06-07T10:00:00Z');
  await sweep();
  expect((await inn.read(`/bookings/${id}`)).completed_at).toBe('2031-06-07T10:00:00+00:00');
});
