import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invoices, payments, securityDeposits } from '../../../src/db/schema/folio.ts';
import {
  BOOKING_STATUSES,
  type BookingStatus,
  INVOICE_STATUSES,
  PAYMENT_STATUSES,
  SECURITY_DEPOSIT_STATUSES,
} from '../../../src/domain/vocabulary.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { at, type Inn, openInn, rowCounts } from '../../helpers/bookings.ts';
import { buildBooking, day } from '../../helpers/factories.ts';

const NOW = '2031-05-05T10:00:00+00:00';

const world = await openSharedApp();

/** The parts of a folio, their statuses, and the allowed steps on a live booking and on a cancelled one. */
const PARTS = {
  payments: {
    name: 'A payment',
    statuses: PAYMENT_STATUSES,
    steps: ['scheduled>paid', 'scheduled>failed', 'failed>paid', 'failed>failed', 'paid>refunded'],
    words: ['paid', 'failed', 'refunded'],
    cancelled: ['paid>refunded'],
  },
  invoices: {
    name: 'An invoice',
    statuses: INVOICE_STATUSES,
    steps: ['open>issued', 'open>paid', 'open>void', 'issued>paid'],
    words: ['issued', 'paid', 'void'],
    cancelled: [],
  },
  'security-deposit': {
    name: 'A security deposit',
    statuses: SECURITY_DEPOSIT_STATUSES,
    steps: ['pending>held', 'held>returned', 'held>kept'],
    words: ['held', 'returned', 'kept'],
    cancelled: [],
  },
} as const;
type Part = keyof typeof PARTS;

/** A booking with one part in a status, and the part's path. */
async function bookingWith(inn: Inn, booking: BookingStatus, part: Part, status: string) {
  const { id: bookingId } = await buildBooking(world, { teamId: inn.teamId, status: booking });
  const row = { teamId: inn.teamId, bookingId, id: randomUUIDv7(), amountCents: 1_000 };
  const refundedCents = status === 'refunded' ? 1_000 : 0;
  const path = `/bookings/${bookingId}/${part}`;
  const as = <T>(value: string) => value as T;
  switch (part) {
    case 'payments':
      await world.db
        .insert(payments)
        .values({ ...row, status: as(status), dueOn: day(0), position: 0, refundedCents });
      return { bookingId, path: `${path}/${row.id}` };
    case 'invoices':
      await world.db
        .insert(invoices)
        .values({ ...row, status: as(status), number: 'X', issuedAt: new Date(NOW) });
      return { bookingId, path: `${path}/${row.id}` };
    case 'security-deposit':
      await world.db.insert(securityDeposits).values({ ...row, status: as(status) });
      return { bookingId, path };
  }
}

describe.each(Object.keys(PARTS) as Part[])('%s', (part) => {
  const { name, statuses, steps, words, cancelled } = PARTS[part];

  it.each(BOOKING_STATUSES)('can only take the allowed steps on a %s booking', async (status) => {
    const inn = await openInn(world, { units: [] });
    const allowed: readonly string[] = status === 'cancelled' ? cancelled : steps;
    for (const from of statuses) {
      for (const to of words) {
        const step = `${from}>${to}`;
        const { bookingId, path } = await bookingWith(inn, status, part, from);
        const answer = await inn.send('PUT', path, { status: to });
        const events = await inn.events(bookingId);
        if (allowed.includes(step)) {
          expect([step, answer.status, answer.body]).toEqual([
            step,
            200,
            { data: await inn.folio(bookingId) },
          ]);
          // A second failure of a failed payment leaves no trace.
          expect([step, events.length]).toEqual([step, from === to ? 0 : 1]);
        } else {
          // The booking is named only if it is what forbids the step.
          const place = (steps as readonly string[]).includes(step) ? ' on a cancelled booking' : '';
          const message = `${name} that is ${from} cannot become ${to}${place}.`;
          expect([step, answer.status, answer.body]).toEqual([
            step,
            422,
            { message, errors: { status: [message] }, codes: { status: ['state'] } },
          ]);
          expect([step, events]).toEqual([step, []]);
        }
      }
    }
  });

  it('accept no other status and no other body', async () => {
    const inn = await openInn(world, { units: [] });
    const first = at(statuses, 0);
    const { bookingId, path } = await bookingWith(inn, 'confirmed', part, first);
    const before = [await inn.folio(bookingId), await rowCounts(world)];
    for (const body of [
      {},
      { status: null },
      { status: 1 },
      { status: [at(words, 0)] },
      { status: first },
      { status: 'PAID' },
    ]) {
      const { status, body: answer } = await inn.send('PUT', path, body);
      expect({ status, answer }).toEqual({
        status: 422,
        answer: {
          message: expect.any(String),
          errors: { status: [expect.any(String)] },
          codes: { status: [expect.any(String)] },
        },
      });
    }
    expect((await inn.send('PUT', path, '[]')).body).toEqual({
      message: expect.any(String),
      errors: {},
      codes: {},
    });
    expect([await inn.folio(bookingId), await rowCounts(world)]).toEqual(before);
  });

  it('are a 404 if they belong to another booking or team', async () => {
    const inn = await openInn(world, { units: [] });
    const other = await openInn(world, { units: [] });
    const mine = await bookingWith(inn, 'confirmed', part, at(statuses, 0));
    const theirs = await bookingWith(other, 'confirmed', part, at(statuses, 0));
    const { id: bare } = await buildBooking(world, { teamId: inn.teamId });
    const paths = [
      theirs.path,
      mine.path.replace(mine.bookingId, bare),
      mine.path.replace(mine.bookingId, theirs.bookingId),
      mine.path.replace(mine.bookingId, crypto.randomUUID()),
      mine.path.replace(mine.bookingId, 'x'),
      ...(part === 'security-deposit'
        ? []
        : [
            `/bookings/${mine.bookingId}/${part}/${crypto.randomUUID()}`,
            `/bookings/${mine.bookingId}/${part}/x`,
          ]),
    ];
    for (const path of paths) {
      const { status, body: answer } = await inn.send('PUT', path, { status: at(words, 0) });
      expect({ path, status, answer }).toEqual({
        path,
        status: 404,
        answer: { message: expect.any(String) },
      });
      // The fields come first, and before them an id that is none.
      const isId = !path.split('/').includes('x');
      expect([path, (await inn.send('PUT', path, {})).status]).toEqual([path, isId ? 422 : 404]);
    }
    expect((await other.folio(theirs.bookingId)).paid_total).toBe(0);
  });
});

describe('a folio', () => {
  it('a folio shows what was recorded, and its events show who recorded it', async () => {
    const inn = await openInn(world, {
      team: { depositPpm: 300_000, balanceDueDays: 7 },
      listing: { securityDepositCents: 20_000 },
    });
    const booking = await inn.book();
    const folio = await inn.folio(booking.id);
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const unpaid = {
      status: 'scheduled',
      paid_at: null,
      refunded_amount: 0,
      refunded_at: null,
      method: null,
      refunds: [],
      reference: null,
    };
    expect(folio).toEqual({
      currency: 'EUR',
      grand_total: 40_000,
      paid_total: 0,
      balance_due: 40_000,
      cancellation_fee: null,
      refund_due: 0,
      payment_plan: null,
      payments: [
        { ...unpaid, id, amount: 12_000, due_on: '2031-05-05' },
        { ...unpaid, id, amount: 28_000, due_on: day(-7) },
      ],
      invoices: [
        {
          id,
          kind: 'invoice',
          number: `${booking.confirmation_code}-1`,
          amount: 40_000,
          status: 'open',
          issued_at: NOW,
          voided_at: null,
          corrects: [],
        },
      ],
      security_deposit: { id, amount: 20_000, status: 'pending', held_at: null, returned_at: null },
    });
    const [deposit, balance] = folio.payments;
    const [invoice] = folio.invoices;
    const path = `/bookings/${booking.id}`;
    world.clock.set('2031-05-06T00:00:00Z');
    const later = '2031-05-06T00:00:00+00:00';
    await inn.data(inn.send('PUT', `${path}/payments/${balance.id.toUpperCase()}`, { status: 'failed' }));
    await inn.data(inn.send('PUT', `${path}/payments/${deposit.id}`, { status: 'paid' }));
    await inn.data(inn.send('PUT', `${path}/invoices/${invoice.id}`, { status: 'void' }));
    const changedFolio = await inn.data(inn.send('PUT', `${path}/security-deposit`, { status: 'held' }));
    expect(changedFolio).toEqual({
      ...folio,
      paid_total: 12_000,
      balance_due: 28_000,
      payments: [
        { ...deposit, status: 'paid', paid_at: later },
        { ...balance, status: 'failed' },
      ],
      invoices: [{ ...invoice, status: 'void', voided_at: later }],
      security_deposit: { ...folio.security_deposit, status: 'held', held_at: later },
    });
    expect(await inn.folio(booking.id)).toEqual(changedFolio);
    const event = (data: object) => ({
      id,
      type: 'booking.folio_changed',
      actor: { type: 'token', name: 'Back office' },
      data,
      created_at: later,
    });
    expect((await inn.events(booking.id)).slice(1)).toEqual([
      event({ payment: balance.id, status: ['scheduled', 'failed'] }),
      event({ payment: deposit.id, status: ['scheduled', 'paid'] }),
      event({ invoice: invoice.id, status: ['open', 'void'] }),
      event({ security_deposit: changedFolio.security_deposit.id, status: ['pending', 'held'] }),
    ]);
    // A refund reduces it again. The booking itself has not changed.
    await inn.data(inn.send('PUT', `${path}/payments/${deposit.id}`, { status: 'refunded' }));
    const returned = await inn.data(inn.send('PUT', `${path}/security-deposit`, { status: 'returned' }));
    expect(returned).toMatchObject({
      paid_total: 0,
      balance_due: 40_000,
      security_deposit: { returned_at: later },
    });
    expect(await inn.read(path)).toEqual(booking);
  });

  it('a folio of an imported booking without payments is empty, and that of an unknown booking a 404', async () => {
    const inn = await openInn(world, { units: [] });
    const { id } = await buildBooking(world, { teamId: inn.teamId });
    expect(await inn.folio(id)).toEqual({
      currency: 'EUR',
      grand_total: 45_000,
      paid_total: 0,
      balance_due: 0,
      cancellation_fee: null,
      refund_due: 0,
      payment_plan: null,
      payments: [],
      invoices: [],
      security_deposit: null,
    });
    const { id: theirs } = await buildBooking(world);
    for (const path of [theirs, crypto.randomUUID(), 'x']) {
      for (const part of ['folio', 'events']) {
        expect((await inn.send('GET', `/bookings/${path}/${part}`)).status).toBe(404);
      }
      const wrong = await inn.send('GET', `/bookings/${path}/events?page=0`);
      expect(wrong.status).toBe(path === 'x' ? 404 : 422);
    }
  });
});
