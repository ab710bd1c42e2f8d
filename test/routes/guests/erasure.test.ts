import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { guestFields } from '../../../src/schemas/guest.ts';
import { eraseGuestsUnseenFor } from '../../../src/services/guests/guests.ts';
import { completeDueBookings } from '../../../src/services/jobs/ended-bookings.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { type Json, openInn, storm, times } from '../../helpers/bookings.ts';
import { withClient } from '../../helpers/database.ts';
import { day } from '../../helpers/factories.ts';
import { listBlanks } from '../../helpers/row-fields.ts';
import { tracesOf } from '../../helpers/traces.ts';
import { guestOf, openStayed } from './stayed.ts';

// With one connection, because a storm waits for the end of all others.
const world = await openSharedApp({ poolMax: 1 });

const NOW = '2031-05-05T10:00:00+00:00';

describe('exporting and erasing a guest', () => {
  it('a guest is exported with bookings, folios and events', async () => {
    const { read, folio, events, made, other, guest } = await openStayed(world, 'Vbnmqt');
    const booking = async ({ id }: Json) => ({
      ...(await read(`/bookings/${id}`)),
      folio: await folio(id),
      events: await events(id),
    });
    const bookings = [await booking(made), await booking(other)];
    expect(await read(`${guest}/export`)).toEqual({
      guest: await read(guest),
      bookings,
      messages: [],
    });
  });

  it('a guest with open bookings or payments cannot be erased, and an erased one leaves no text anywhere', async () => {
    const MARK = 'Qwyxzz';
    const { read, send, made, other, guest, erase, settle, folio, tryBook, body } = await openStayed(
      world,
      MARK,
    );
    const refused = await erase();
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['guest']]);
    expect(refused.body.errors.guest).toHaveLength(2);
    await settle();
    const { security_deposit: deposit } = await folio(made.id);
    expect(deposit.status).toBe('pending');
    await send('PUT', `/bookings/${made.id}/security-deposit`, { status: 'held' });
    expect((await erase()).body.errors.guest).toHaveLength(1);
    await send('PUT', `/bookings/${made.id}/security-deposit`, { status: 'returned' });
    const [before, money] = [await read(`/bookings/${made.id}`), await folio(made.id)];
    expect(await tracesOf(world, MARK)).not.toEqual([]);

    const erased = {
      ...listBlanks(guestFields),
      id: made.guest_id,
      name: 'Erased guest',
      email: null,
      phone: null,
      notes: null,
      erased_at: `${day(10)}T12:00:00+00:00`,
      created_at: NOW,
    };
    for (let twice = 0; twice < 2; twice += 1)
      expect(await erase()).toMatchObject({ status: 200, body: { data: erased } });
    expect(await tracesOf(world, MARK)).toEqual([]);
    expect(await read(`/bookings/${made.id}`)).toEqual({
      ...before,
      // The booking's reference stays.
      external_reference: 'HM-4711',
      custom_fields: {},
      guest: erased,
      notes: null,
      special_requests: null,
      updated_at: `${day(10)}T12:00:00+00:00`,
    });
    expect(await folio(made.id)).toEqual(money);
    expect((await read(`/bookings/${other.id}`)).cancellation_reason).toBe(null);
    world.clock.set(NOW);
    expect((await tryBook(body, { 'idempotency-key': 'booked' })).status).toBe(409);

    // No write brings anything back.
    expect(Object.keys((await send('PUT', guest, { name: 'Back' })).body.errors)).toEqual(['guest']);
    const again = { guest: undefined, guest_id: made.guest_id, check_in: day(30), check_out: day(31) };
    expect(Object.keys((await tryBook(again)).body.errors)).toEqual(['guest_id']);
    expect(Object.keys((await tryBook({ ...again, check_in: 'x' })).body.errors)).toEqual(['check_in']);
    const later = (await tryBook({ ...again, guest_id: undefined, guest: guestOf(MARK) })).body.data;
    expect(later.guest_id).not.toBe(made.guest_id);
  });

  it('a guest can be erased although their stay is not completed yet, and the event names what changed', async () => {
    const inn = await openInn(world);
    const made = await inn.book({ guest: { name: 'Only' } });
    for (const { id } of (await inn.folio(made.id)).payments)
      await inn.send('PUT', `/bookings/${made.id}/payments/${id}`, { status: 'paid' });
    world.clock.set(`${day(10)}T12:00:00Z`);
    expect((await inn.send('POST', `/guests/${made.guest_id}/erase`)).status).toBe(200);
    expect((await inn.read(`/bookings/${made.id}`)).status).toBe('completed');
    const events = (await inn.send('GET', '/events?limit=500')).body.data.slice(-2);
    expect(events.map(({ type, data }: Json) => [type, data.changed])).toEqual([
      ['booking.completed', ['status']],
      ['guest.erased', ['name']],
    ]);
    world.clock.set(NOW);
  });

  it('erasing a guest keeps the history of payments and their amounts', async () => {
    const inn = await openInn(world);
    const made = await inn.book({ guest: { name: 'Only' } });
    const { payments } = await inn.folio(made.id);
    const step = (body: object) => inn.send('PUT', `/bookings/${made.id}/payments/${payments[0].id}`, body);
    for (const { id } of payments)
      await inn.data(inn.send('PUT', `/bookings/${made.id}/payments/${id}`, { status: 'paid' }));
    await inn.data(step({ status: 'refunded', refunded_amount: 1_500 }));
    world.clock.set(`${day(10)}T12:00:00Z`);
    await completeDueBookings(world.services);
    const history = await inn.events(made.id);
    const refunds = history.flatMap(({ data }: Json) => data.refunded_amount ?? []);
    expect(refunds).toEqual([0, 1_500]);
    await inn.data(inn.send('POST', `/guests/${made.guest_id}/erase`));
    expect(await inn.events(made.id)).toEqual(history);
  });

  it('erasing a guest also clears an answer that is stored under an idempotency key at that moment', async () => {
    const MARK = 'Pvxqkz';
    const inn = await openInn(world);
    const answer = await inn.tryBook({ guest: guestOf(MARK) }, { 'idempotency-key': 'booked' });
    const made = answer.body.data;
    await inn.cancel(made.id, {});
    const ended = Promise.withResolvers<void>();
    const erased = await withClient(world.url, async (asking) => {
      await asking.query('begin');
      // As a request under the key does before it reads the answer.
      await asking.query(`select from idempotency_records where idempotency_key = 'booked' for update`);
      const erasing = inn.send('POST', `/guests/${made.guest_id}/erase`).finally(ended.resolve);
      await Promise.race([ended.promise, sleep(200)]);
      await asking.query('commit');
      return erasing;
    });
    expect(erased.status).toBe(200);
    expect(await tracesOf(world, MARK)).toEqual([]);
  });

  it('guests are erased automatically a number of months after their last stay', async () => {
    const { read, guest, settle } = await openStayed(world, 'Hjklwz');
    await settle();
    const isErased = async (now: string) => {
      world.clock.set(now);
      await eraseGuestsUnseenFor(world.services, 12, () => false);
      return (await read(guest)).erased_at !== null;
    };
    // Their last booked night, though cancelled, ended on the 11th of June.
    expect(await isErased('2032-06-11T10:00:00Z')).toBe(false);
    expect(await isErased('2032-06-12T10:00:00Z')).toBe(true);
  });

  it('if a guest is booked for and erased at once, only one of the two succeeds', async () => {
    const inn = await openInn(world, { units: times(3, (n) => `Unit ${n}`) });
    await storm(world, inn.token, async ({ send }) => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await inn.data(inn.send('POST', '/guests', { name: 'Bea' }), 201);
        const stay = { check_in: day(round * 9), check_out: day(round * 9 + 2) };
        const body = inn.newBooking({ guest: undefined, guest_id: id, ...stay });
        const [erased, ...booked] = await Promise.all([
          send('POST', `/guests/${id}/erase`),
          ...times(2, () => send('POST', '/bookings', body)),
        ]);
        expect(booked.map(({ status }) => status)).toEqual(erased?.status === 200 ? [422, 422] : [201, 201]);
      }
    });
  });
});
