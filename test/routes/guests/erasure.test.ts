import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { exportTeamFile } from '../../../src/options/team-file/file/export/export.ts';
import { importTeamFile } from '../../../src/options/team-file/file/import.ts';
import { guestFields } from '../../../src/schemas/guest.ts';
import { eraseGuestsUnseenFor } from '../../../src/services/guests/guests.ts';
import { completeDueBookings } from '../../../src/services/jobs/ended-bookings.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { type Json, openInn, storm, times } from '../../helpers/bookings.ts';
import { withClient } from '../../helpers/database.ts';
import { day } from '../../helpers/factories.ts';
import { listBlanks } from '../../helpers/row-fields.ts';
import { tracesOf } from '../../helpers/traces.ts';

// With one connection, because a storm waits for the end of all others.
const world = await openSharedApp({ poolMax: 1 });

/** A guest's details, all of which hold the mark. */
const guestOf = (mark: string) => ({
  name: `${mark} Lind`,
  email: `${mark}.lind@example.com`,
  phone: `+46 ${mark}`,
});
const NOW = '2031-05-05T10:00:00+00:00';

/** A team's file as an export writes it. */
async function exportOf(teamId: number): Promise<Json> {
  const {
    rows: [team],
  } = await world.db.execute<{ slug: string }>(`select slug from teams where id = ${teamId}`);
  let text = '';
  const write = async (piece: string) => {
    text += piece;
  };
  await exportTeamFile(world.services, team?.slug ?? '', { secrets: false, write });
  return JSON.parse(text);
}

/** A file without the ids of anything, as other systems write it. */
const withoutIds = (file: Json): Json =>
  JSON.parse(JSON.stringify(file, (key, value) => (key === 'id' ? undefined : value)));

/** A guest of two stays, one cancelled, with something of theirs in every place that takes a text. */
async function openStayed(mark: string) {
  const inn = await openInn(world, { units: ['A', 'B'], listing: { securityDepositCents: 5_000 } });
  const texts = {
    notes: `Note ${mark}`,
    special_requests: `Request ${mark}`,
    external_reference: 'HM-4711',
    custom_fields: { arrives_by: `Train ${mark}` },
  };
  const body = inn.newBooking({ guest: guestOf(mark), ...texts });
  const made = (await inn.tryBook({ guest: guestOf(mark), ...texts }, { 'idempotency-key': 'booked' })).body
    .data;
  await inn.change(made.id, { notes: `Other ${mark}`, custom_fields: { seat: `Seat ${mark}` } });
  const other = await inn.book({ guest: guestOf(mark), check_in: day(8), check_out: day(9) });
  await inn.cancel(other.id, { reason: `Reason ${mark}` });
  const guest = `/guests/${made.guest_id}`;
  const about = {
    notes: `About ${mark}`,
    external_reference: `${mark}-1`,
    custom_fields: { pillow: `Soft ${mark}` },
  };
  await inn.send('PUT', guest, about, { 'idempotency-key': 'changed' });
  const erase = () => inn.send('POST', `${guest}/erase`);
  /** Lets the stay pass and settles what is owed. */
  const settle = async () => {
    world.clock.set(`${day(10)}T12:00:00Z`);
    const { payments } = await inn.folio(made.id);
    for (const { id } of payments)
      await inn.send('PUT', `/bookings/${made.id}/payments/${id}`, { status: 'paid' });
    await completeDueBookings(world.services);
  };
  return { ...inn, body, made, other, guest, erase, settle };
}

describe('exporting and erasing a guest', () => {
  it('a guest is exported with bookings, folios and events', async () => {
    const { read, folio, events, made, other, guest } = await openStayed('Vbnmqt');
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
    const { read, send, made, other, guest, erase, settle, folio, tryBook, body, teamId } =
      await openStayed(MARK);
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
    const file = await exportOf(teamId);
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

    // Neither a write nor a file from before brings anything back.
    expect(Object.keys((await send('PUT', guest, { name: 'Back' })).body.errors)).toEqual(['guest']);
    const again = { guest: undefined, guest_id: made.guest_id, check_in: day(30), check_out: day(31) };
    expect(Object.keys((await tryBook(again)).body.errors)).toEqual(['guest_id']);
    expect(Object.keys((await tryBook({ ...again, check_in: 'x' })).body.errors)).toEqual(['check_in']);
    const imported = await importTeamFile(world.services, file);
    expect(imported).toMatchObject({ ok: true, notices: [expect.stringContaining('erased')] });
    expect(await tracesOf(world, MARK)).toEqual([]);
    expect((await importTeamFile(world.services, await exportOf(teamId))).ok).toBe(true);
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

  it('a guest can be erased again after an import has brought new texts for their booking', async () => {
    const MARK = 'Jkvwpx';
    const inn = await openInn(world, { units: ['A'] });
    const made = await inn.book({ guest: guestOf(MARK) });
    await inn.cancel(made.id, {});
    const erase = () => inn.send('POST', `/guests/${made.guest_id}/erase`);
    expect((await erase()).status).toBe(200);
    const file = await exportOf(inn.teamId);
    const [booking] = file.bookings;
    const again = {
      ...booking,
      id: undefined,
      confirmation_code: 'AGAIN',
      status: 'confirmed',
      cancelled_at: null,
    };
    const imported = { ...file, bookings: [{ ...again, payments: [], invoices: [], events: [] }] };
    expect((await importTeamFile(world.services, imported)).ok).toBe(true);
    const [live] = await inn.read('/bookings?confirmation_code=AGAIN');
    await inn.data(inn.change(live.id, { notes: `Note ${MARK}` }, { 'idempotency-key': 'noted' }));
    await inn.cancel(live.id, { reason: `Reason ${MARK}` });
    expect(await tracesOf(world, MARK)).not.toEqual([]);
    expect((await erase()).status).toBe(200);
    expect(await tracesOf(world, MARK)).toEqual([]);
    // Each erasure that clears something is in the feed, because a copy of the bookings follows it.
    const changes = async () =>
      (await inn.send('GET', '/events?types=guest.erased')).body.data.map(({ data }: Json) => data.changed);
    expect(await changes()).toEqual([['name', 'email', 'phone'], []]);
    expect((await erase()).status).toBe(200);
    expect(await changes()).toHaveLength(2);
  });

  it('an older file without ids does not bring an erased guest back', async () => {
    const MARK = 'Zkvpqj';
    const { read, made, other, erase, settle, teamId } = await openStayed(MARK);
    await settle();
    const file = withoutIds(await exportOf(teamId));
    expect(file.guests).toMatchObject([{ email: guestOf(MARK).email, notes: `About ${MARK}` }]);
    expect((await erase()).status).toBe(200);
    const erased = await read(`/bookings/${made.id}`);
    const importFile = (changed: object = {}) =>
      importTeamFile(world.services, { ...structuredClone(file), ...changed });
    expect(await importFile()).toMatchObject({
      ok: true,
      counts: { guests: { unchanged: 1 } },
      notices: [
        expect.stringMatching(/^guests\[0\] .*erased/),
        ...times(2, () => expect.stringMatching(/^bookings\[\d\] .*erased/)),
      ],
    });
    expect(await tracesOf(world, MARK)).toEqual([]);
    expect(await read(`/bookings/${made.id}`)).toMatchObject({ guest: erased.guest, notes: null });
    expect((await read(`/bookings/${other.id}`)).cancellation_reason).toBe(null);

    // Another booking in the file by the same person makes a new guest, as any later booking does.
    const [booking] = file.bookings;
    const again = {
      ...booking,
      confirmation_code: 'AGAIN234',
      external_reference: 'HM-4712',
      check_in: day(40),
      check_out: day(42),
    };
    const {
      totals: _,
      lines: __,
      payments: ___,
      invoices: ____,
      security_deposit: _____,
      events: ______,
      ...later
    } = again;
    expect(await importFile({ bookings: [...file.bookings, later] })).toMatchObject({
      ok: true,
      counts: { guests: { created: 1 }, bookings: { created: 1 } },
    });
    expect((await read(`/bookings/${made.id}`)).guest_id).toBe(made.guest_id);
  });

  it('importing an older file does not revive a cancelled booking of an erased guest', async () => {
    const inn = await openInn(world, { units: ['A'] });
    const made = await inn.book({ guest: guestOf('Mwqpzx') });
    const file = await exportOf(inn.teamId);
    await inn.cancel(made.id, {});
    expect((await inn.send('POST', `/guests/${made.guest_id}/erase`)).status).toBe(200);
    const [before, money] = [await inn.read(`/bookings/${made.id}`), await inn.folio(made.id)];
    const importAll = async () => {
      for (const older of [file, withoutIds(file)]) {
        const imported = await importTeamFile(world.services, structuredClone(older));
        expect(imported).toMatchObject({ ok: true, counts: { bookings: { unchanged: 1 } } });
        expect(imported.notices).toContainEqual(
          expect.stringMatching(/^bookings\[0\] .*: skipped, because its guest has been erased/),
        );
        expect(await inn.read(`/bookings/${made.id}`)).toEqual(before);
        expect(await inn.folio(made.id)).toEqual(money);
      }
    };
    await importAll();
    await inn.book();
    await importAll();
    expect(await tracesOf(world, 'Mwqpzx')).toEqual([]);
  });

  it('guests are erased automatically a number of months after their last stay', async () => {
    const { read, guest, settle } = await openStayed('Hjklwz');
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
    for (let round = 0; round < 5; round += 1) {
      const { id } = await inn.data(inn.send('POST', '/guests', { name: 'Bea' }), 201);
      const stay = { check_in: day(round * 9), check_out: day(round * 9 + 2) };
      await storm(world, inn.token, async ({ send }) => {
        const body = inn.newBooking({ guest: undefined, guest_id: id, ...stay });
        const [erased, ...booked] = await Promise.all([
          send('POST', `/guests/${id}/erase`),
          ...times(2, () => send('POST', '/bookings', body)),
        ]);
        expect(booked.map(({ status }) => status)).toEqual(erased?.status === 200 ? [422, 422] : [201, 201]);
      });
    }
  });
});
