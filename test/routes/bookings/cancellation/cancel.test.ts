import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invoices, payments, securityDeposits } from '../../../../src/db/schema/folio.ts';
import {
  INVOICE_STATUSES,
  PAYMENT_STATUSES,
  type SECURITY_DEPOSIT_STATUSES,
} from '../../../../src/domain/vocabulary.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectSound, type Inn, type Json, openInn, rowCounts } from '../../../helpers/bookings.ts';
import { buildBooking, buildCoupon, day } from '../../../helpers/factories.ts';

const NOW = '2031-05-05T10:00:00+00:00';
const EARLIER = new Date('2021-01-05T14:03:22Z');

const world = await openSharedApp();

/** A booking whose folio has a payment and an invoice of each status, and a deposit. */
async function bookingWithAll(inn: Inn, deposit: (typeof SECURITY_DEPOSIT_STATUSES)[number]) {
  const { id: bookingId } = await buildBooking(world, { teamId: inn.teamId });
  const keys = { teamId: inn.teamId, bookingId };
  await world.db.insert(payments).values(
    PAYMENT_STATUSES.map((status, index) => ({
      ...keys,
      id: randomUUIDv7(),
      amountCents: 1_000 + index,
      status,
      dueOn: day(index),
      position: index,
      paidAt: status === 'paid' || status === 'refunded' ? EARLIER : null,
      refundedCents: status === 'refunded' ? 1_000 + index : 0,
    })),
  );
  await world.db.insert(invoices).values(
    INVOICE_STATUSES.map((status, index) => ({
      ...keys,
      id: randomUUIDv7(),
      number: `X-${index}`,
      amountCents: 2_000 + index,
      status,
      issuedAt: EARLIER,
      voidedAt: status === 'void' ? EARLIER : null,
    })),
  );
  const returnedAt = deposit === 'returned' ? EARLIER : null;
  await world.db.insert(securityDeposits).values({
    ...keys,
    id: randomUUIDv7(),
    amountCents: 3_000,
    status: deposit,
    heldAt: EARLIER,
    returnedAt,
  });
  return bookingId;
}

describe('a cancellation', () => {
  it.each([
    ['pending', 'cancelled', null],
    ['held', 'returned', NOW],
    ['kept', 'kept', null],
    ['returned', 'returned', '2021-01-05T14:03:22+00:00'],
  ] as const)(
    'cancelling a booking settles its folio: a security deposit that is %s becomes %s',
    async (before, after, returnedAt) => {
      const inn = await openInn(world);
      const id = await bookingWithAll(inn, before);
      const folio = await inn.folio(id);
      await inn.data(inn.cancel(id));
      const becomes: Record<string, object> = {
        scheduled: { status: 'cancelled' },
        failed: { status: 'cancelled' },
        open: { status: 'void', voided_at: NOW },
      };
      const settled = (part: { status: string }) => ({ ...part, ...becomes[part.status] });
      expect(await inn.folio(id)).toEqual({
        currency: 'EUR',
        grand_total: 45_000,
        paid_total: 1_001,
        balance_due: 0,
        cancellation_fee: null,
        refund_due: 0,
        payment_plan: null,
        payments: folio.payments.map(settled),
        invoices: folio.invoices.map(settled),
        security_deposit: { ...folio.security_deposit, status: after, returned_at: returnedAt },
      });
      await expectSound(world);
    },
  );

  it('cancelling a booking returns its coupon redemption, and leaves other bookings alone', async () => {
    const inn = await openInn(world, { units: ['A', 'B'] });
    await buildCoupon(world, { teamId: inn.teamId, code: 'Once', maxRedemptions: 1 });
    const first = await inn.book({ coupon_code: 'ONCE' });
    const bystander = await inn.book();
    const folio = await inn.folio(bystander.id);
    const other = { check_in: day(10), check_out: day(12), coupon_code: 'once' };
    expect((await inn.tryBook(other)).body.errors).toEqual({ coupon_code: [expect.any(String)] });
    expect((await inn.data(inn.cancel(first.id))).coupon_code).toBe('Once');
    expect((await inn.book(other)).coupon_code).toBe('Once');
    expect(await inn.read(`/bookings/${bystander.id}`)).toEqual(bystander);
    expect(await inn.folio(bystander.id)).toEqual(folio);
    await expectSound(world);
  });

  it('cancelling a booking frees its nights and preparation nights, which can be sold at once', async () => {
    const inn = await openInn(world, { listing: { preparationDays: 3 } });
    const first = await inn.book();
    const next = { check_in: day(6), check_out: day(8) };
    expect((await inn.tryBook(next)).status).toBe(422);
    await inn.data(inn.cancel(first.id));
    expect(
      (await inn.quote(inn.listing.id, { check_in: day(0), check_out: day(4) })).body.data,
    ).toMatchObject({
      available: true,
      units_left: 1,
    });
    await inn.book(next);
  });

  it('cancelling a booking may have a reason, which is in its event', async () => {
    const inn = await openInn(world, { units: [] });
    const cases: [body: object | string | undefined, reason: string | null][] = [
      [undefined, null],
      ['', null],
      ['{}', null],
      [{ reason: null }, null],
      [{ reason: ' \n ' }, null],
      [{ reason: ' Storm. ', id: 1, status: 'pending' }, 'Storm.'],
      [{ reason: 'ß'.repeat(1_000) }, 'ß'.repeat(1_000)],
    ];
    for (const [body, reason] of cases) {
      const { id } = await buildBooking(world, { teamId: inn.teamId });
      expect((await inn.data(inn.cancel(id, body))).cancellation_reason).toBe(reason);
      expect(await inn.events(id)).toEqual([
        {
          id: expect.any(String),
          type: 'booking.cancelled',
          actor: { type: 'token', name: 'Back office' },
          data: { reason },
          created_at: NOW,
        },
      ]);
    }
  });

  it('a pending booking can be cancelled, even after its dates', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book({ status: 'pending' });
    world.clock.set('2031-08-01T00:00:00Z');
    expect(await inn.data(inn.cancel(id))).toMatchObject({
      status: 'cancelled',
      confirmed_at: null,
      cancelled_at: '2031-08-01T00:00:00+00:00',
    });
  });
});

describe('a refused cancellation', () => {
  it.each(['cancelled', 'completed'] as const)(
    'cancelling a %s booking is refused, and nothing is written',
    async (status) => {
      const inn = await openInn(world);
      const { id } = await buildBooking(world, { teamId: inn.teamId, status });
      const before = [await inn.read(`/bookings/${id}`), await rowCounts(world)];
      for (const body of [undefined, { reason: 'Again.' }]) {
        const answer = await inn.cancel(id, body);
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 422,
          body: { success: false, message: `A ${status} booking cannot be cancelled.`, errors: {} },
        });
      }
      expect([await inn.read(`/bookings/${id}`), await rowCounts(world)]).toEqual(before);
    },
  );

  it('cancelling a booking twice is refused, and keeps the time and reason of the first time', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const cancelled = await inn.data(inn.cancel(id, { reason: 'First.' }));
    world.clock.set('2031-05-06T00:00:00Z');
    expect((await inn.cancel(id, { reason: 'Second.' })).status).toBe(422);
    expect(await inn.read(`/bookings/${id}`)).toEqual(cancelled);
  });

  it.each<[string, Json]>([
    ['reason', { reason: 5 }],
    ['reason', { reason: ['Storm.'] }],
    ['reason', { reason: 'x'.repeat(1_001) }],
    ['reason', { reason: 'a\0b' }],
    ['reason', '{"reason":"\\ud800"}'],
    ['', '[]'],
    ['', '"Storm."'],
    ['', 'null'],
  ])('cancelling with an invalid body is refused (%s %j), and nothing is written', async (field, body) => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const answer = await inn.cancel(id, body);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 422,
      body: {
        message: expect.any(String),
        errors: field ? { [field]: [expect.any(String)] } : {},
        codes: field ? { [field]: [expect.any(String)] } : {},
      },
    });
    expect((await inn.read(`/bookings/${id}`)).status).toBe('confirmed');
  });
});
