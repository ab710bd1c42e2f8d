import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Client, type Json, openInn, storm, tally, times } from '../../helpers/bookings.ts';

// With one connection, because a storm waits for the end of all others.
const world = await openSharedApp({ poolMax: 1 });

const RACERS = 24;
const SAME_KEY = 6;
/** Four nights at 100.00, all of it due at once. */
const TOTAL = 40_000;

async function openPaid() {
  const inn = await openInn(world);
  const { id } = await inn.book();
  const [{ id: payment }] = (await inn.folio(id)).payments;
  const path = `/bookings/${id}/payments/${payment}`;
  return { inn, id, path, pay: () => inn.data(inn.send('PUT', path, { status: 'paid' })) };
}

it('refunds at once never return more than was paid', async () => {
  const { inn, id, path, pay } = await openPaid();
  await pay();
  const refund = { status: 'refunded', refunded_amount: 3_000 };
  const answers = await storm(world, inn.token, (client) =>
    Promise.all(times(RACERS, () => client.send('PUT', path, refund))),
  );
  // 13 times 30.00 of 400.00 fit.
  expect(tally(answers)).toEqual({ 200: 13, 422: RACERS - 13 });
  for (const { status, body } of answers)
    if (status === 422) expect(Object.keys(body.errors)).toEqual(['refunded_amount']);
  const folio = await inn.folio(id);
  expect(folio).toMatchObject({ paid_total: 1_000, payments: [{ status: 'paid', refunded_amount: 39_000 }] });
});

it('if a payment is refunded in full many times at once, it is refunded once', async () => {
  const { inn, id, path, pay } = await openPaid();
  await pay();
  const answers = await storm(world, inn.token, (client) =>
    Promise.all(times(RACERS, () => client.send('PUT', path, { status: 'refunded' }))),
  );
  expect(tally(answers)).toEqual({ 200: 1, 422: RACERS - 1 });
  expect((await inn.folio(id)).paid_total).toBe(0);
  expect((await inn.events(id)).map(({ data }: Json) => data.status).at(-1)).toEqual(['paid', 'refunded']);
});

it('a refund sent many times under one idempotency key is made once', async () => {
  const { inn, id, path, pay } = await openPaid();
  await pay();
  const refund = { status: 'refunded', refunded_amount: 1_000 };
  const answers = await storm(world, inn.token, (client) =>
    Promise.all(times(SAME_KEY, () => client.send('PUT', path, refund, { 'idempotency-key': 'refund' }))),
  );
  expect(tally(answers)).toEqual({ 200: SAME_KEY });
  expect((await inn.folio(id)).paid_total).toBe(TOTAL - 1_000);
});

it('payments recorded at once never exceed what is owed', async () => {
  const { inn, id } = await openPaid();
  const answers = await storm(world, inn.token, (client) =>
    Promise.all(times(RACERS, () => client.send('POST', `/bookings/${id}/payments`, { amount: 3_000 }))),
  );
  expect(tally(answers)).toEqual({ 201: 13, 422: RACERS - 13 });
  const folio = await inn.folio(id);
  expect(folio).toMatchObject({ paid_total: 39_000, balance_due: 1_000 });
  const scheduled = folio.payments.filter(({ status }: Json) => status === 'scheduled');
  expect(scheduled).toMatchObject([{ amount: 1_000 }]);
});

it('one payment that is recorded many times at once is recorded once', async () => {
  const { inn, id, path } = await openPaid();
  const sent = { amount: 3_000, reference: 'bank-1' };
  const answers = await storm(world, inn.token, (client) =>
    Promise.all(times(RACERS, () => client.send('POST', `/bookings/${id}/payments`, sent))),
  );
  expect(tally(answers)).toEqual({ 201: 1, 422: RACERS - 1 });
  for (const { status, body } of answers)
    if (status === 422) expect(Object.keys(body.errors)).toEqual(['reference']);
  expect(await inn.folio(id)).toMatchObject({ paid_total: 3_000 });
  const others = await storm(world, inn.token, (client) =>
    Promise.all([
      ...times(RACERS, () => client.send('PUT', path, { reference: 'bank-2' })),
      ...times(RACERS, () =>
        client.send('POST', `/bookings/${id}/payments`, { amount: 37_000, reference: 'bank-2' }),
      ),
    ]),
  );
  const made = (await inn.folio(id)).payments.filter(
    ({ reference, amount }: Json) => reference === 'bank-2' && amount === 37_000,
  );
  expect(made).toHaveLength(1);
  expect(tally(others)[500] ?? 0).toBe(0);
});

it('if a payment and a cancellation come at once, the fee and the refund in the folio agree', async () => {
  const policy = {
    name: 'Strict',
    graceHours: 0,
    graceDaysBefore: 0,
    tiers: [{ daysBefore: 0, refundPpm: 750_000 }],
  };
  const inn = await openInn(world, { team: { cancellationPolicy: policy }, units: times(12, (n) => `${n}`) });
  const bookings: { id: string; payment: string }[] = [];
  for (const _ of times(12, (n) => n)) {
    const { id } = await inn.book();
    const [{ id: payment }] = (await inn.folio(id)).payments;
    bookings.push({ id, payment });
  }
  const cancelled = await storm(world, inn.token, (client: Client) =>
    Promise.all(
      bookings.map(async ({ id, payment }, index) => {
        const writes = [
          () => client.cancel(id),
          () => client.send('PUT', `/bookings/${id}/payments/${payment}`, { status: 'paid' }),
          () => client.send('POST', `/bookings/${id}/payments`, { amount: 100 }),
        ];
        // Each of them is the first to be sent for some of the bookings.
        const order = writes.map((_, place) => (place + index) % writes.length);
        const answers = await Promise.all(order.map((place) => writes[place]?.()));
        return answers[order.indexOf(0)];
      }),
    ),
  );
  for (const answer of cancelled)
    expect(answer).toMatchObject({ status: 200, body: { data: { cancellation_fee: 10_000 } } });
  for (const { id } of bookings) {
    const folio = await inn.folio(id);
    const paid = folio.payments
      .filter(({ status }: Json) => status === 'paid')
      .reduce((total: number, { amount }: Json) => total + amount, 0);
    expect([0, 100, TOTAL - 100, TOTAL, TOTAL + 100]).toContain(paid);
    expect(folio).toMatchObject({
      paid_total: paid,
      balance_due: Math.max(0, 10_000 - paid),
      cancellation_fee: 10_000,
      refund_due: Math.max(0, paid - 10_000),
    });
    expect(
      folio.payments.filter(({ status }: Json) => status === 'scheduled').map(({ amount }: Json) => amount),
    ).toEqual(paid < 10_000 ? [10_000 - paid] : []);
  }
});
