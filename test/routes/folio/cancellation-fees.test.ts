/** What a cancelled booking owes of its fee (docs/rules.md, 11 and 12.17). */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { invoices } from '../../../src/db/schema/folio.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { expectSound, type Inn, type Json, openInn } from '../../helpers/bookings.ts';

const world = await openSharedApp();

const scheduledIn = ({ payments }: Json) =>
  payments
    .filter(({ status }: Json) => status === 'scheduled')
    .map(({ amount, due_on }: Json) => ({ amount, due_on }));
const pay = (inn: Inn, id: string, body: object) => inn.send('POST', `/bookings/${id}/payments`, body);
const amend = (inn: Inn, id: string, fee: number) =>
  inn.data(inn.send('POST', `/bookings/${id}/amend`, { cancellation_fee: fee }));

/** A cancelled booking of 400.00 of which 100.00 were paid, with a fee of 250.00. */
async function openCancelled() {
  const inn = await openInn(world);
  const { id } = await inn.book();
  await inn.data(pay(inn, id, { amount: 10_000 }), 201);
  await inn.data(inn.cancel(id, { fee: 25_000 }));
  return { inn, id };
}

it('what a fee leaves owed is one scheduled payment due today', async () => {
  const { inn, id } = await openCancelled();
  const folio = await inn.folio(id);
  expect(folio).toMatchObject({ balance_due: 15_000, refund_due: 0, cancellation_fee: 25_000 });
  expect(scheduledIn(folio)).toEqual([{ amount: 15_000, due_on: '2031-05-05' }]);
  expect((await inn.read('/bookings?balance=due')).map((booking: Json) => booking.id)).toEqual([id]);
  expect(await inn.read('/bookings?balance=settled')).toEqual([]);
  await expectSound(world);
});

it('a fee that is covered by what is paid, and a cancellation without one, owe nothing', async () => {
  const inn = await openInn(world);
  for (const [body, refund_due] of [
    [{ fee: 5_000 }, 5_000],
    [{}, 0],
    [{ fee: 0 }, 10_000],
  ] as const) {
    const { id } = await inn.book();
    await inn.data(pay(inn, id, { amount: 10_000 }), 201);
    await inn.data(inn.cancel(id, body));
    const folio = await inn.folio(id);
    expect(folio).toMatchObject({ balance_due: 0, refund_due });
    expect(scheduledIn(folio)).toEqual([]);
  }
});

it('of a fee that nobody asked for, a lower one is not asked for either', async () => {
  const { inn, id } = await openCancelled();
  await world.db.execute(
    `update payments set status = 'cancelled' where booking_id = '${id}' and status = 'scheduled'`,
  );
  await amend(inn, id, 20_000);
  const folio = await inn.folio(id);
  expect(folio).toMatchObject({ balance_due: 0, cancellation_fee: 20_000 });
  expect(scheduledIn(folio)).toEqual([]);
  expect(folio.invoices.filter(({ status }: Json) => status !== 'void').at(-1)).toMatchObject({
    amount: 20_000,
  });
});

it('payments up to what is owed of the fee are recorded, and none beyond', async () => {
  const { inn, id } = await openCancelled();
  const tooMuch = await pay(inn, id, { amount: 15_001, allow_overpayment: true });
  expect(tooMuch.body.errors).toHaveProperty('amount');
  const folio = await inn.data(pay(inn, id, { amount: 5_000 }), 201);
  expect(folio).toMatchObject({ balance_due: 10_000 });
  const rest = folio.payments.find(({ status }: Json) => status === 'scheduled');
  const path = `/bookings/${id}/payments/${rest.id}`;
  expect((await inn.send('PUT', path, { status: 'failed' })).body.errors).toHaveProperty('status');
  const paid = await inn.data(inn.send('PUT', path, { status: 'paid' }));
  expect(paid).toMatchObject({ paid_total: 25_000, balance_due: 0 });
  expect((await pay(inn, id, { amount: 1 })).body.errors).toHaveProperty('amount');
  await expectSound(world);
});

it('amending lowers the fee, and its payment follows', async () => {
  const { inn, id } = await openCancelled();
  await amend(inn, id, 18_000);
  expect(scheduledIn(await inn.folio(id))).toEqual([{ amount: 8_000, due_on: '2031-05-05' }]);
  await amend(inn, id, 8_000);
  expect(await inn.folio(id)).toMatchObject({ balance_due: 0, refund_due: 2_000 });
  const { id: without } = await inn.book();
  await inn.data(inn.cancel(without));
  await amend(inn, without, 7_000);
  expect(await inn.folio(without)).toMatchObject({ balance_due: 7_000 });
  expect((await inn.events(without)).map(({ type }: Json) => type).slice(-2)).toEqual([
    'booking.changed',
    'booking.folio_changed',
  ]);
  await expectSound(world);
});

it('a preview of a cancellation shows what would be owed', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  const preview = await inn.data(inn.send('POST', `/bookings/${id}/cancel/preview`, { fee: 9_000 }));
  expect(preview.folio).toMatchObject({ balance_due: 9_000 });
});

it('what a cancelled booking owes hinders no erasure, and its payment is cancelled then', async () => {
  const { inn, id } = await openCancelled();
  const { guest_id } = await inn.read(`/bookings/${id}`);
  await inn.data(inn.send('POST', `/guests/${guest_id}/erase`));
  expect(await inn.folio(id)).toMatchObject({ balance_due: 0 });
});

const countedIn = ({ invoices }: Json) =>
  invoices
    .filter(({ status }: Json) => status !== 'void')
    .map(({ kind, amount, status }: Json) => ({ kind, amount, status }));

it('the fee has one invoice, open ones are void, and what was paid is credited in whole', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  const [first] = (await inn.folio(id)).invoices;
  const invoicePath = `/bookings/${id}/invoices`;
  await inn.data(inn.send('PUT', `${invoicePath}/${first.id}`, { status: 'paid' }));
  await inn.data(inn.send('PUT', `/bookings/${id}`, { check_out: '2031-08-06' }));
  await inn.data(inn.cancel(id, { fee: 25_000 }));
  const folio = await inn.folio(id);
  expect(countedIn(folio)).toEqual([
    { kind: 'invoice', amount: 40_000, status: 'paid' },
    { kind: 'credit_note', amount: -40_000, status: 'open' },
    { kind: 'invoice', amount: 25_000, status: 'open' },
  ]);
  expect(folio.invoices.filter(({ status }: Json) => status === 'void')).toHaveLength(1);
  expect(folio.invoices.find(({ kind }: Json) => kind === 'credit_note').corrects).toEqual([first.id]);

  await amend(inn, id, 10_000);
  expect(countedIn(await inn.folio(id))).toEqual([
    { kind: 'invoice', amount: 40_000, status: 'paid' },
    { kind: 'credit_note', amount: -40_000, status: 'open' },
    { kind: 'invoice', amount: 10_000, status: 'open' },
  ]);
  await amend(inn, id, 0);
  expect(countedIn(await inn.folio(id))).toEqual([
    { kind: 'invoice', amount: 40_000, status: 'paid' },
    { kind: 'credit_note', amount: -40_000, status: 'open' },
  ]);
  await expectSound(world);
});

it('the invoice of a fee is paid if what is paid covers it, and can be credited and issued anew', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  await inn.data(pay(inn, id, { amount: 10_000 }), 201);
  await inn.data(inn.cancel(id, { fee: 10_000 }));
  const folio = await inn.folio(id);
  expect(countedIn(folio)).toEqual([{ kind: 'invoice', amount: 10_000, status: 'paid' }]);
  const { id: invoice } = folio.invoices.find(({ status }: Json) => status === 'paid');
  const path = `/bookings/${id}/invoices`;
  expect((await inn.send('POST', path, {})).body.errors).toHaveProperty('status');
  await inn.data(inn.send('POST', `${path}/${invoice}/credit`, {}), 201);
  const anew = await inn.data(inn.send('POST', path, {}), 201);
  expect(countedIn(anew).map(({ amount }: Json) => amount)).toEqual([10_000, -10_000, 10_000]);
  await expectSound(world);
});

it('without a decided fee paid and issued invoices stay as they are, until amending sets one', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  const [first] = (await inn.folio(id)).invoices;
  const path = `/bookings/${id}/invoices/${first.id}`;
  await inn.data(inn.send('PUT', path, { status: 'issued' }));
  await inn.data(inn.cancel(id));
  expect(countedIn(await inn.folio(id))).toEqual([{ kind: 'invoice', amount: 40_000, status: 'issued' }]);
  expect((await inn.send('PUT', path, { status: 'paid' })).status).toBe(422);
  expect((await inn.send('POST', `/bookings/${id}/invoices`, {})).status).toBe(422);
  await amend(inn, id, 12_000);
  expect(countedIn(await inn.folio(id)).map(({ amount }: Json) => amount)).toEqual([40_000, -40_000, 12_000]);
});

it('a refund below the fee makes the rest owed again', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  const { payments } = await inn.data(pay(inn, id, { amount: 20_000 }), 201);
  const paid = payments.find(({ status }: Json) => status === 'paid');
  await inn.data(inn.cancel(id, { fee: 5_000 }));
  const path = `/bookings/${id}/payments/${paid.id}`;
  expect(await inn.data(inn.send('POST', `${path}/refunds`, { amount: 15_000 }), 201)).toMatchObject({
    balance_due: 0,
    refund_due: 0,
  });
  const folio = await inn.data(inn.send('PUT', path, { status: 'refunded', refunded_amount: 2_000 }));
  expect(folio).toMatchObject({ paid_total: 3_000, balance_due: 2_000 });
  expect(scheduledIn(folio)).toEqual([{ amount: 2_000, due_on: '2031-05-05' }]);
  await expectSound(world);
});

it('in consecutive numbering the invoice of a fee is a draft with its own line, and has a number at once if it is paid', async () => {
  const inn = await openInn(world);
  await inn.data(inn.send('PUT', '/team', { invoice_numbering: 'consecutive' }));
  const { id } = await inn.book();
  const path = `/bookings/${id}/invoices`;
  const [stay] = (await inn.folio(id)).invoices;
  await inn.data(inn.send('PUT', `${path}/${stay.id}`, { status: 'issued' }));
  await inn.data(inn.cancel(id, { fee: 25_000 }));
  const draft = (await inn.folio(id)).invoices.find(({ amount }: Json) => amount === 25_000);
  expect(draft).toMatchObject({ status: 'open', number: null, issued_at: null });
  const issued = await inn.data(inn.send('PUT', `${path}/${draft.id}`, { status: 'issued' }));
  expect(issued.invoices.map(({ number, amount }: Json) => [number, amount])).toEqual([
    ['1', 40_000],
    ['2', -40_000],
    ['3', 25_000],
  ]);
  const [row] = await world.db.select().from(invoices).where(eq(invoices.id, draft.id));
  expect(row?.document?.lines).toMatchObject([{ name: 'Cancellation fee', amountCents: 25_000 }]);
  await inn.data(pay(inn, id, { amount: 25_000 }), 201);
  await amend(inn, id, 20_000);
  expect((await inn.folio(id)).invoices.slice(3)).toMatchObject([
    { number: '4', amount: -25_000, status: 'issued' },
    { number: '5', amount: 20_000, status: 'paid' },
  ]);
  await expectSound(world);
});
