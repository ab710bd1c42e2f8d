/** Refunds of payments, and when and how payments were made (docs/rules.md, 12.16 and 12.17). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectSound, type Inn, type Json, openInn, tally } from '../../helpers/bookings.ts';

const world = await openSharedApp();

/** A booking of 400.00 that is paid, and how to refund its payment. */
async function openPaid(inn: Inn, more: object = {}) {
  const { id } = await inn.book();
  const folio = await inn.data(
    inn.send('POST', `/bookings/${id}/payments`, { amount: 40_000, ...more }),
    201,
  );
  const paid = folio.payments.find(({ status }: Json) => status === 'paid');
  const path = `/bookings/${id}/payments/${paid.id}`;
  const refund = (body: object, headers = {}) => inn.send('POST', `${path}/refunds`, body, headers);
  const read = async () => (await inn.folio(id)).payments.find((payment: Json) => payment.id === paid.id);
  return { id, path, refund, read };
}

it('each refund of a payment is kept with its time and reference, and the payment shows their sum and the last time', async () => {
  const inn = await openInn(world);
  const { id, refund, read } = await openPaid(inn);
  const first = await refund({ amount: 5_000, refunded_at: '2031-05-04T08:00:00Z', reference: 're-1' });
  expect(first.status).toBe(201);
  expect(first.body.data).toMatchObject({ paid_total: 35_000 });
  await inn.data(refund({ amount: 35_000 }), 201);
  expect(await read()).toMatchObject({
    status: 'refunded',
    refunded_amount: 40_000,
    refunded_at: '2031-05-05T10:00:00+00:00',
    reference: null,
    refunds: [
      { id: expect.any(String), amount: 5_000, refunded_at: '2031-05-04T08:00:00+00:00', reference: 're-1' },
      { id: expect.any(String), amount: 35_000, refunded_at: '2031-05-05T10:00:00+00:00', reference: null },
    ],
  });
  const details = (await inn.events(id)).slice(-2).map(({ data }: Json) => data);
  expect(details).toMatchObject([{ refunded_amount: [0, 5_000] }, { status: ['paid', 'refunded'] }]);
  await expectSound(world);
});

it('a payment that is set to refunded makes one refund, whose reference stays the payment’s', async () => {
  const inn = await openInn(world);
  const { path, read } = await openPaid(inn, { reference: 'pay-1' });
  await inn.data(inn.send('PUT', path, { status: 'refunded', refunded_amount: 1_000, reference: 'pay-2' }));
  expect(await read()).toMatchObject({
    reference: 'pay-2',
    refunds: [{ amount: 1_000, refunded_at: '2031-05-05T10:00:00+00:00', reference: null }],
  });
});

it('more than is left of a payment, and a payment that was not paid, cannot be refunded', async () => {
  const inn = await openInn(world);
  const { id, refund } = await openPaid(inn);
  for (const [body, field] of [
    [{ amount: 40_001 }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{}, 'amount'],
    [{ amount: 1, refunded_at: '2031-05-06T10:00:01Z' }, 'refunded_at'],
    [{ amount: 1, refunded_at: 'today' }, 'refunded_at'],
    [{ amount: 1, reference: 'x'.repeat(101) }, 'reference'],
  ] as const)
    expect((await refund(body)).body.errors, JSON.stringify(body)).toEqual({ [field]: [expect.any(String)] });
  const cancelled = (await inn.folio(id)).payments.find(({ status }: Json) => status === 'cancelled');
  const path = `/bookings/${id}/payments/${cancelled.id}/refunds`;
  expect((await inn.send('POST', path, { amount: 1 })).body.errors).toHaveProperty('status');
  expect((await inn.send('POST', `/bookings/${id}/payments/${id}/refunds`, { amount: 1 })).status).toBe(404);
  expect((await refund({ amount: 1, refunded_at: '2031-05-06T10:00:00Z' })).status).toBe(201);
});

it('a payment of a cancelled booking can be refunded, and a repeated request refunds once', async () => {
  const inn = await openInn(world);
  const { id, refund, read } = await openPaid(inn);
  await inn.data(inn.cancel(id));
  const key = { 'idempotency-key': 'refund' };
  const [one, other] = [await refund({ amount: 100 }, key), await refund({ amount: 100 }, key)];
  expect([one.status, other.text]).toEqual([201, one.text]);
  expect((await read()).refunds).toHaveLength(1);
});

it('of refunds that are recorded at once, no more than the payment is given back', async () => {
  const inn = await openInn(world);
  const { refund, read } = await openPaid(inn);
  const answers = await Promise.all(Array.from({ length: 6 }, () => refund({ amount: 15_000 })));
  expect(tally(answers)).toEqual({ 201: 2, 422: 4 });
  expect(await read()).toMatchObject({ refunded_amount: 30_000, status: 'paid' });
  await expectSound(world);
});

it('a payment says how and when it was made, at most a day ahead', async () => {
  const inn = await openInn(world);
  const { id, read } = await openPaid(inn, { method: 'cash' });
  expect(await read()).toMatchObject({ method: 'cash', paid_at: '2031-05-05T10:00:00+00:00' });
  const booking = await inn.book({ check_in: '2031-07-01', check_out: '2031-07-02' });
  const [scheduled] = (await inn.folio(booking.id)).payments;
  const path = `/bookings/${booking.id}/payments/${scheduled.id}`;
  for (const [body, field] of [
    [{ status: 'paid', paid_at: '2031-05-06T10:00:01Z' }, 'paid_at'],
    [{ status: 'paid', method: 'gold' }, 'method'],
    [{ status: 'failed', method: 'cash' }, 'method'],
    [{ status: 'failed', paid_at: '2031-05-05T10:00:00Z' }, 'paid_at'],
  ] as const)
    expect((await inn.send('PUT', path, body)).body.errors).toEqual({ [field]: [expect.any(String)] });
  const late = { amount: 1, paid_at: '2036-05-05T10:00:00Z', allow_overpayment: true };
  expect((await inn.send('POST', `/bookings/${id}/payments`, late)).body.errors).toHaveProperty('paid_at');
  const back = { amount: 1, refunded_at: '2036-05-05T10:00:00Z' };
  const [paid] = (await inn.folio(id)).payments;
  const refused = await inn.send('POST', `/bookings/${id}/payments/${paid.id}/refunds`, back);
  expect([refused.status, refused.body.errors]).toEqual([422, { refunded_at: [expect.any(String)] }]);
  const body = { status: 'paid', paid_at: '2031-05-01T09:30:00Z', method: 'bank_transfer' };
  const folio = await inn.data(inn.send('PUT', path, body));
  expect(folio.payments[0]).toMatchObject({ paid_at: '2031-05-01T09:30:00+00:00', method: 'bank_transfer' });
});

it('each refund counts in its own month', async () => {
  const inn = await openInn(world);
  const { refund } = await openPaid(inn);
  await inn.data(refund({ amount: 5_000, refunded_at: '2031-03-31T12:00:00Z' }), 201);
  await inn.data(refund({ amount: 7_000 }), 201);
  const months = await inn.read('/reports/months?from=2031-03&to=2031-05');
  expect(months.map((month: Json) => month.refunded_total)).toEqual([5_000, 0, 7_000]);
});
