/** What can still be written of a booking in every status (docs/rules.md, 9.18). */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { bookings } from '../../../src/db/schema/bookings.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import type { Inn, Json } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { BREAKFAST, CHOSEN, linesOf, openHouse, VAT } from './price/extras-house.ts';

const world = await openSharedApp();

const TEXTS = {
  notes: 'Called.',
  custom_fields: { flight: 'TP 931' },
  external_reference: 'R-1',
  billing_name: 'Lind AB',
  billing_address: 'Storgatan 1',
};
const MINIBAR = { name: 'Minibar', amount: 3_000 };
const STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
type Status = (typeof STATUSES)[number];

async function openInn() {
  const inn = await openHouse(world, { fees: [BREAKFAST], taxes: [VAT] });
  const amend = (id: string, body: object, headers = {}) =>
    inn.send('POST', `/bookings/${id}/amend`, body, headers);
  const refusedIn = async (id: string, body: object) =>
    Object.keys((await amend(id, body)).body.errors ?? {});
  return { ...inn, amend, refusedIn, amended: (id: string, body: object) => inn.data(amend(id, body)) };
}

let bookedDays = 0;

/** A booking of four nights in a status, later than all before. The stay of a completed one is still to come. */
async function bookIn(inn: Inn, status: Status, more: object = {}): Promise<string> {
  bookedDays += 10;
  const stay = { check_in: day(bookedDays), check_out: day(bookedDays + 4) };
  const { id } = await inn.book({ status: status === 'pending' ? 'pending' : 'confirmed', ...stay, ...more });
  if (status === 'cancelled') await inn.data(inn.cancel(id));
  if (status === 'completed')
    await world.db
      .update(bookings)
      .set({ status, completedAt: world.clock.now() })
      .where(eq(bookings.id, id));
  return id;
}

describe('a booking that is over', () => {
  it.each(['completed', 'cancelled'] as const)(
    'a %s booking refuses every change, whatever the body',
    async (status) => {
      const inn = await openInn();
      const id = await bookIn(inn, status);
      const read = await inn.read(`/bookings/${id}`);
      for (const body of [{ notes: 'Called.' }, {}, { notes: null }, { ...read, guest: undefined }])
        for (const path of [`/bookings/${id}`, `/bookings/${id}/preview`]) {
          const answer = await inn.send(path.endsWith('preview') ? 'POST' : 'PUT', path, body);
          expect(answer).toMatchObject({ status: 422, body: { errors: { status: [expect.any(String)] } } });
        }
    },
  );
});

describe('an amendment', () => {
  it.each(STATUSES)('a %s booking can have its notes, own fields and billing amended', async (status) => {
    const inn = await openInn();
    const id = await bookIn(inn, status);
    const amended = await inn.amended(id, TEXTS);
    expect(amended).toMatchObject({ ...TEXTS, status });
    expect(await inn.amended(id, TEXTS)).toEqual(amended);
    const events = await inn.events(id);
    expect(events.at(-1)).toMatchObject({ type: 'booking.changed', data: { notes: [null, 'Called.'] } });
    expect(await inn.amended(id, { notes: null, billing_name: null })).toMatchObject({
      ...TEXTS,
      notes: null,
      billing_name: null,
    });
  });

  it('a known field that a status does not allow is refused under its name, and nothing is written', async () => {
    const inn = await openInn();
    const all = { ...TEXTS, adjustments: [], extras: [], cancellation_fee: 0 };
    const refused = {
      pending: ['extras', 'cancellation_fee'],
      confirmed: ['extras', 'cancellation_fee'],
      completed: ['cancellation_fee'],
      cancelled: ['adjustments', 'extras'],
    };
    for (const status of STATUSES) {
      const id = await bookIn(inn, status);
      expect(await inn.refusedIn(id, all), status).toEqual(refused[status]);
      expect(await inn.read(`/bookings/${id}`)).toMatchObject({ notes: null });
    }
    const cancelled = await bookIn(inn, 'cancelled');
    expect(await inn.refusedIn(cancelled, { adjustment: null })).toEqual(['adjustment']);
  });

  it('after departure a minibar is charged, and what is then owed is one payment due today', async () => {
    const inn = await openInn();
    const id = await bookIn(inn, 'completed');
    await inn.data(inn.send('POST', `/bookings/${id}/payments`, { amount: 44_000 }), 201);
    const before = (await inn.events(id)).length;
    const amended = await inn.amended(id, { adjustments: [MINIBAR], ...CHOSEN });
    expect(linesOf(amended)).toEqual(['accommodation 40000', 'breakfast 700', 'adjustment 3000', 'vat 4000']);
    const folio = await inn.folio(id);
    expect(folio).toMatchObject({ grand_total: 47_700, balance_due: 3_700 });
    const scheduled = folio.payments.filter(({ status }: Json) => status === 'scheduled');
    expect(scheduled).toMatchObject([{ amount: 3_700, due_on: TEST_NOW.slice(0, 10) }]);
    const events = (await inn.events(id)).slice(before);
    expect(events.map(({ type }: Json) => type)).toEqual(['booking.changed', 'booking.folio_changed']);
    const [last] = (await inn.send('GET', '/events?types=booking.folio_changed')).body.data.slice(-1);
    expect(last.data).toMatchObject({ balance_due: 3_700, changed: ['payment', 'invoice'] });
  });

  it('after departure a complaint is answered: nothing is scheduled, and the guest gets money back', async () => {
    const inn = await openInn();
    const id = await bookIn(inn, 'completed');
    await inn.data(inn.send('POST', `/bookings/${id}/payments`, { amount: 44_000 }), 201);
    const amended = await inn.amended(id, {
      adjustments: [{ name: 'Noise', amount: -10_000, taxable: true }],
    });
    expect(amended.grand_total).toBe(33_000);
    const folio = await inn.folio(id);
    expect(folio.balance_due).toBe(-11_000);
    expect(folio.payments.filter(({ status }: Json) => status === 'scheduled')).toEqual([]);
  });

  it('lines by hand of a confirmed booking are amended as they are changed', async () => {
    const inn = await openInn();
    const [one, other] = [await bookIn(inn, 'confirmed'), await bookIn(inn, 'confirmed')];
    const amended = await inn.amended(one, { adjustments: [MINIBAR] });
    const changed = await inn.data(inn.change(other, { adjustments: [MINIBAR] }));
    expect(linesOf(amended)).toEqual(linesOf(changed));
    expect((await inn.folio(one)).payments.map(({ amount }: Json) => amount)).toEqual(
      (await inn.folio(other)).payments.map(({ amount }: Json) => amount),
    );
  });

  it('extras of a completed booking are those that its place offers', async () => {
    const inn = await openInn();
    const id = await bookIn(inn, 'completed');
    expect(await inn.refusedIn(id, { extras: [{ code: 'parking' }] })).toEqual(['extras.0.code']);
  });

  it('a cancellation fee is lowered, never raised, and set where none was decided', async () => {
    const inn = await openInn();
    const id = await bookIn(inn, 'cancelled');
    expect(await inn.refusedIn(id, { cancellation_fee: 44_001 })).toEqual(['cancellation_fee']);
    expect(await inn.amended(id, { cancellation_fee: 10_000 })).toMatchObject({ cancellation_fee: 10_000 });
    for (const cancellation_fee of [10_001, null, -1])
      expect(await inn.refusedIn(id, { cancellation_fee })).toEqual(['cancellation_fee']);
    expect(await inn.amended(id, { cancellation_fee: 0 })).toMatchObject({ cancellation_fee: 0 });
    // Its payment and documents follow, as an event of their own (11.6, 11.7).
    const changes = (await inn.events(id)).slice(-2);
    expect(changes.map(({ type }: Json) => type)).toEqual(['booking.changed', 'booking.folio_changed']);
    expect(changes[0].data).toEqual({ cancellation_fee: [10_000, 0] });
  });

  it('a preview shows what an amendment would do, and keeps nothing', async () => {
    const inn = await openInn();
    const id = await bookIn(inn, 'completed');
    const before = await inn.read(`/bookings/${id}`);
    const body = { adjustments: [MINIBAR], notes: 'Minibar.' };
    const preview = await inn.data(inn.send('POST', `/bookings/${id}/amend/preview`, body));
    expect(preview).toMatchObject({
      previous_total: 44_000,
      difference: 3_000,
      booking: { notes: 'Minibar.' },
    });
    expect(preview.folio.balance_due).toBe(47_000);
    expect(await inn.read(`/bookings/${id}`)).toEqual(before);
    const refused = await inn.send('POST', `/bookings/${id}/amend/preview`, { cancellation_fee: 1 });
    expect(refused.body.errors).toHaveProperty('cancellation_fee');
  });

  it('an amendment is repeated under its key, and refused if the booking has another version', async () => {
    const inn = await openInn();
    const id = await bookIn(inn, 'cancelled');
    const { headers } = await inn.send('GET', `/bookings/${id}`);
    const key = { 'idempotency-key': 'amend-1' };
    const [first, again] = [
      await inn.amend(id, { notes: 'A' }, key),
      await inn.amend(id, { notes: 'A' }, key),
    ];
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replay']).toBe('true');
    const stale = { 'if-match': String(headers.etag) };
    expect((await inn.amend(id, { notes: 'B' }, stale)).status).toBe(412);
    const { headers: now } = await inn.send('GET', `/bookings/${id}`);
    expect((await inn.amend(id, { notes: 'B' }, { 'if-match': String(now.etag) })).status).toBe(200);
  });

  it('a lapsed hold is cancelled and then amended, and so is a booking that is due', async () => {
    const inn = await openInn();
    const held = await inn.book({ status: 'pending', expires_in: 1, check_in: day(5), check_out: day(9) });
    const noted = await inn.book({ status: 'pending', expires_in: 1, check_in: day(10), check_out: day(14) });
    const due = await inn.book({ check_in: day(0), check_out: day(1) });
    world.clock.set(`${day(1)}T12:00:00Z`);
    expect(await inn.refusedIn(held.id, { adjustments: [] })).toEqual(['adjustments']);
    const preview = await inn.send('POST', `/bookings/${noted.id}/amend/preview`, { notes: 'Called.' });
    expect(preview.body.data.booking).toMatchObject({ status: 'cancelled', notes: 'Called.' });
    expect(await inn.amended(noted.id, { notes: 'Called.' })).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'expired',
      notes: 'Called.',
    });
    const types = (await inn.events(noted.id)).map(({ type }: Json) => type);
    expect(types).toEqual(['booking.created', 'booking.expired', 'booking.changed']);
    expect(await inn.amended(due.id, CHOSEN)).toMatchObject({ status: 'completed', fees_total: 700 });
  });

  it('another team’s booking, and one that does not exist, are a 404', async () => {
    const [inn, other] = [await openInn(), await openInn()];
    const id = await bookIn(other, 'confirmed');
    for (const path of [`/bookings/${id}/amend`, `/bookings/${id}/amend/preview`])
      expect((await inn.send('POST', path, TEXTS)).status).toBe(404);
  });
});
