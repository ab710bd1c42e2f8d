/** Many changes, cancellations and sweeps at once must not break these promises. */
import { describe, expect, it } from 'vitest';
import { completeDueBookings } from '../../../../src/services/jobs/ended-bookings.ts';
import { openSharedApp, openTestApp } from '../../../helpers/app.ts';
import { at, type Json, openInn, storm, tally, times } from '../../../helpers/bookings.ts';
import { buildBooking, buildGuest, day } from '../../../helpers/factories.ts';

const CLIENTS = 50;
const REFUSED = {
  message: expect.any(String),
  errors: { availability: [expect.any(String)] },
  codes: { availability: ['rule'] },
  reasons: [expect.objectContaining({ code: 'dates_unavailable' })],
};

const world = await openSharedApp({ poolMax: 1 });

describe('changes at once', () => {
  it('if many changes move to the same free nights at once, one of them gets there', async () => {
    const inn = await openInn(world, { listing: { maxStay: null } });
    const bookings: Json[] = [];
    for (let n = 0; n < 10; n += 1) {
      bookings.push(await inn.book({ check_in: day(n * 3), check_out: day(n * 3 + 2) }));
    }
    const answers = await storm(world, inn.token, (client) =>
      Promise.all(bookings.map(({ id }) => client.change(id, { check_in: day(100), check_out: day(102) }))),
    );
    expect(tally(answers)).toEqual({ 200: 1, 422: 9 });
    for (const { status, body } of answers) if (status === 422) expect(body).toEqual(REFUSED);
  });

  it('many changes of one booking at once are applied one after the other, with their events in order', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const answers = await storm(world, inn.token, (client) =>
      Promise.all(times(30, (n) => client.change(id, { check_in: day(n), check_out: day(n + 1 + (n % 3)) }))),
    );
    expect(tally(answers)).toEqual({ 200: 30 });
    const events = await inn.events(id);
    expect(events.length).toBe(31);
    // Each change starts from the result of the one before it.
    let checkIn = day(0);
    for (const { data } of events.slice(1)) {
      if (!data.check_in) continue;
      expect(data.check_in[0]).toBe(checkIn);
      checkIn = data.check_in[1];
    }
    expect((await inn.read(`/bookings/${id}`)).check_in).toBe(checkIn);
  });

  it('changes of one guest at once, through two bookings and directly, lose nothing', async () => {
    const inn = await openInn(world, { units: ['A', 'B'] });
    const guest = await buildGuest(world, { teamId: inn.teamId, phone: null });
    const [first, second] = [
      await inn.book({ guest: undefined, guest_id: guest.id }),
      await inn.book({ guest: undefined, guest_id: guest.id }),
    ];
    await storm(world, inn.token, async (client) => {
      for (let n = 0; n < 15; n += 1) {
        const answers = await Promise.all([
          client.change(first.id, { guest: { name: `Name ${n}` } }),
          client.change(first.id, { guest: { phone: `+${n}` } }),
          client.change(second.id, { guest: { email: `${n}-${guest.id}@example.com` } }),
          client.send('PUT', `/guests/${guest.id}`, { notes: `Note ${n}` }),
        ]);
        expect(tally(answers)).toEqual({ 200: 4 });
        expect(await inn.read(`/guests/${guest.id}`)).toMatchObject({
          name: `Name ${n}`,
          phone: `+${n}`,
          email: `${n}-${guest.id}@example.com`,
          notes: `Note ${n}`,
        });
        // The searchable text consists of both name and email.
        for (const search of [`Name ${n}`, `${n}-${guest.id}`]) {
          expect((await inn.send('GET', `/guests?${new URLSearchParams({ search })}`)).body.meta.total).toBe(
            1,
          );
        }
      }
    });
  });

  it('if a change and a cancellation come at once, the booking ends cancelled whichever is first', async () => {
    const inn = await openInn(world, { units: times(30, (n) => `Unit ${n}`) });
    const bookings: Json[] = [];
    for (let n = 0; n < 30; n += 1) bookings.push(await inn.book());
    await storm(world, inn.token, async (client) => {
      for (const { id } of bookings) {
        const [change, cancel] = await Promise.all([
          client.change(id, { check_out: day(6) }),
          client.cancel(id),
        ]);
        expect(cancel.status).toBe(200);
        expect([200, 422]).toContain(change.status);
        if (change.status === 422) expect(Object.keys(change.body.errors)).toEqual(['status']);
        const { status, check_out } = await inn.read(`/bookings/${id}`);
        expect({ status, check_out }).toEqual({
          status: 'cancelled',
          check_out: change.status === 200 ? day(6) : day(4),
        });
      }
    });
  });
});

describe('one booking, written by many at once', () => {
  it('a booking that 50 clients cancel at once is cancelled once, with its effects once', async () => {
    const inn = await openInn(world, { listing: { securityDepositCents: 5_000 } });
    const { id } = await inn.book();
    const answers = await storm(world, inn.token, (client) =>
      Promise.all(times(CLIENTS, () => client.cancel(id))),
    );
    expect(tally(answers)).toEqual({ 200: 1, 422: 49 });
    for (const { status, body } of answers) if (status === 422) expect(body.success).toBe(false);
    expect((await inn.events(id)).map(({ type }: { type: string }) => type)).toEqual([
      'booking.created',
      'booking.cancelled',
    ]);
  });

  it('a booking that many confirm and pay at once is confirmed once, and its payment recorded once', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book({ status: 'pending' });
    const payment = at((await inn.folio(id)).payments as { id: string }[], 0);
    const [confirmations, payments] = await storm(world, inn.token, (client) =>
      Promise.all([
        Promise.all(times(10, () => client.confirm(id))),
        Promise.all(
          times(10, () => client.send('PUT', `/bookings/${id}/payments/${payment.id}`, { status: 'paid' })),
        ),
      ]),
    );
    expect([tally(confirmations), tally(payments)]).toEqual([
      { 200: 1, 422: 9 },
      { 200: 1, 422: 9 },
    ]);
  });
});

describe('two jobs at once', () => {
  it('two jobs that complete due bookings at once complete each booking once', async () => {
    const inn = await openInn(world, { units: [] });
    const bookings = [];
    for (let n = 0; n < 25; n += 1) {
      bookings.push(await buildBooking(world, { teamId: inn.teamId, listingId: inn.listing.id }));
    }
    const counts = await storm(world, inn.token, async (_client, server) => {
      const second = await openTestApp({ url: world.url, poolMax: 4 });
      for (const one of [server, second]) one.clock.set('2031-07-01T00:00:00Z');
      return Promise.all(
        [server, second, server].map(({ services }) => completeDueBookings(services)),
      ).finally(() => second.close());
    });
    const { rows } = await world.db.execute(
      `select count(*)::int as completed from bookings where status = 'completed'`,
    );
    // The other tests' bookings are completed by then as well.
    expect(rows).toEqual([{ completed: counts.reduce((a, b) => a + b) }]);
    for (const { id } of bookings) {
      const types = (await inn.events(id)).map(({ type }: { type: string }) => type);
      expect(types).toEqual(['booking.completed']);
    }
  });
});
