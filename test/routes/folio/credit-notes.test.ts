import { describe, expect, it } from 'vitest';
import { loadFolio } from '../../../src/db/queries/bookings/folio.ts';
import { sumTaxes, type TaxSum } from '../../../src/domain/folio/invoice-document.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { expectSound, type Inn, type Json } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { credit, issue, openTaxedInn, payInvoice, setStatus, summarizeInvoices } from './taxed-inn.ts';

const world = await openSharedApp();

/** The tax that each invoice of a booking tells, and what all that are not void tell together. */
async function taxesOf(inn: Inn, { id }: Json): Promise<{ each: number[]; together: number }> {
  const { invoices: inOrder } = await loadFolio(world.db, inn.teamId, id);
  const taxOf = (taxes: readonly TaxSum[]) => taxes.reduce((sum, tax) => sum + tax.amountCents, 0);
  const told = inOrder.map(({ status, document }) => ({
    counts: status !== 'void',
    cents: document ? taxOf(document.taxes ?? sumTaxes(document.lines)) : 0,
  }));
  return {
    each: told.map(({ cents }) => cents),
    together: told.reduce((sum, { counts, cents }) => sum + (counts ? cents : 0), 0),
  };
}

describe('the invoices of a changed booking', () => {
  it('an invoice over the difference tells only the taxes that no earlier one has told', async () => {
    const inn = await openTaxedInn(world);
    const booking = await inn.book();
    await payInvoice(inn, booking.id);
    await inn.change(booking.id, { check_out: day(6) });
    expect(await summarizeInvoices(inn, booking)).toEqual(['invoice -1 44000 paid', 'invoice -2 22000 open']);
    expect(await taxesOf(inn, booking)).toEqual({ each: [4_000, 2_000], together: 6_000 });
    await expectSound(world);
  });

  it('a price below what is paid is corrected by a credit note, which names the invoice and gives its tax back', async () => {
    const inn = await openTaxedInn(world);
    const booking = await inn.book();
    const first = await payInvoice(inn, booking.id);
    await inn.change(booking.id, { check_out: day(3) });
    const { invoices } = await inn.folio(booking.id);
    expect(invoices[1]).toMatchObject({
      kind: 'credit_note',
      number: `${booking.confirmation_code}-2`,
      amount: -11_000,
      status: 'open',
      corrects: [first.id],
    });
    expect(await taxesOf(inn, booking)).toEqual({ each: [4_000, -1_000], together: 3_000 });
    await inn.change(booking.id, { check_out: day(5) });
    expect(await summarizeInvoices(inn, booking)).toEqual([
      'invoice -1 44000 paid',
      'credit_note -2 -11000 void',
      'invoice -3 11000 open',
    ]);
    expect((await taxesOf(inn, booking)).together).toBe(5_000);
    await expectSound(world);
  });

  it('if a total comes back in a second step with another tax, what was issued is credited and issued anew', async () => {
    const inn = await openTaxedInn(world);
    const booking = await inn.book();
    await payInvoice(inn, booking.id);
    await inn.change(booking.id, { adjustments: [{ name: 'Late', amount: 1_000, taxable: true }] });
    const adjustments = [
      { name: 'Minibar', amount: 1_100, taxable: false },
      { name: 'Goodwill', amount: -1_000, taxable: true },
      { name: 'Breakfast', amount: 1_000, taxable: false },
      { name: 'Rounding', amount: -1_000, taxable: false },
    ];
    const { body } = await inn.change(booking.id, { adjustments });
    expect(body.data.grand_total).toBe(44_000);
    expect(await summarizeInvoices(inn, booking)).toEqual([
      'invoice -1 44000 paid',
      'invoice -2 1100 void',
      'credit_note -3 -44000 open',
      'invoice -4 44000 open',
    ]);
    expect(await taxesOf(inn, booking)).toEqual({ each: [4_000, 100, -4_000, 3_900], together: 3_900 });
    await expectSound(world);
  });

  it('if the total stays and a tax does not, what was paid is credited in whole and issued anew', async () => {
    const inn = await openTaxedInn(world);
    const booking = await inn.book({ adjustment: { name: 'Breakfast', amount: 5_000 } });
    const first = await payInvoice(inn, booking.id);
    const adjustments = [
      { name: 'Breakfast', amount: 5_000, taxable: true },
      { name: 'Goodwill', amount: -500, taxable: false },
    ];
    const changed = await inn.data(inn.change(booking.id, { adjustments }));
    expect(changed.grand_total).toBe(booking.grand_total);
    expect(await summarizeInvoices(inn, booking)).toEqual([
      'invoice -1 49000 paid',
      'credit_note -2 -49000 open',
      'invoice -3 49000 open',
    ]);
    const [, note] = (await inn.folio(booking.id)).invoices;
    expect(note.corrects).toEqual([first.id]);
    expect(await taxesOf(inn, booking)).toEqual({ each: [4_000, -4_000, 4_500], together: 4_500 });
  });

  it('a pending booking has no invoice before it is confirmed, whatever changes until then', async () => {
    const inn = await openTaxedInn(world);
    const booking = await inn.book({ status: 'pending' });
    await inn.change(booking.id, { check_out: day(2) });
    expect(await summarizeInvoices(inn, booking)).toEqual([]);
    expect((await issue(inn, booking.id)).body.errors).toEqual({
      status: ['An invoice cannot be issued for a pending booking.'],
    });
    await inn.data(inn.send('POST', `/bookings/${booking.id}/confirm`));
    expect(await summarizeInvoices(inn, booking)).toEqual(['invoice -1 22000 open']);
  });

  it('a second invoice of an earlier version, which told all taxes again, is set right by the next one', async () => {
    const inn = await openTaxedInn(world);
    const booking = await inn.book();
    await payInvoice(inn, booking.id);
    await inn.change(booking.id, { check_out: day(6) });
    await payInvoice(inn, booking.id, 1);
    await world.db.execute(
      `update invoices set document = document - 'taxes' where booking_id = '${booking.id}'`,
    );
    expect((await taxesOf(inn, booking)).together).toBe(10_000);
    await inn.change(booking.id, { check_out: day(7) });
    expect(await taxesOf(inn, booking)).toEqual({ each: [4_000, 6_000, -3_000], together: 7_000 });
  });
});

describe('an invoice issued by hand', () => {
  it('an issued or paid invoice is credited in whole, once, and issued anew', async () => {
    const inn = await openTaxedInn(world);
    const booking = await inn.book();
    const [first] = (await inn.folio(booking.id)).invoices;
    const open = await credit(inn, booking.id, first.id);
    expect([open.status, open.body.errors]).toEqual([
      422,
      { status: ['An invoice that is open cannot be credited.'] },
    ]);
    await inn.data(setStatus(inn, booking.id, first.id, 'issued'));
    expect((await setStatus(inn, booking.id, first.id, 'void')).status).toBe(422);
    const folio = await inn.data(credit(inn, booking.id, first.id), 201);
    expect(folio.invoices[1]).toMatchObject({ kind: 'credit_note', amount: -44_000, corrects: [first.id] });
    const again = await credit(inn, booking.id, first.id);
    expect(again.body.errors).toEqual({ status: ['Nothing of the invoice is left to be credited.'] });
    const note = await credit(inn, booking.id, folio.invoices[1].id);
    expect(note.body.errors).toEqual({ status: ['A credit note cannot be credited.'] });
    await inn.data(issue(inn, booking.id), 201);
    expect(await summarizeInvoices(inn, booking)).toEqual([
      'invoice -1 44000 issued',
      'credit_note -2 -44000 open',
      'invoice -3 44000 open',
    ]);
    expect(await taxesOf(inn, booking)).toEqual({ each: [4_000, -4_000, 4_000], together: 4_000 });
    expect((await credit(inn, booking.id, booking.id)).status).toBe(404);
  });

  it('compares the tag of the folio or the booking', async () => {
    const inn = await openTaxedInn(world);
    const booking = await inn.book();
    const first = await payInvoice(inn, booking.id);
    const { headers } = await inn.send('GET', `/bookings/${booking.id}/folio`);
    await inn.data(inn.send('POST', `/bookings/${booking.id}/payments`, { amount: 1 }), 201);
    const path = `/bookings/${booking.id}/invoices/${first.id}/credit`;
    const tag = String(headers.etag);
    expect((await inn.send('POST', path, undefined, { 'if-match': tag })).status).toBe(412);
    const fresh = await inn.send('GET', `/bookings/${booking.id}/folio`);
    const current = { 'if-match': String(fresh.headers.etag) };
    expect((await inn.send('POST', path, undefined, current)).status).toBe(201);
    const stale = await inn.send('POST', `/bookings/${booking.id}/invoices`, undefined, current);
    expect(stale.status).toBe(412);
  });

  it('of twenty callers who credit one invoice at once, one does', async () => {
    const inn = await openTaxedInn(world);
    const booking = await inn.book();
    const first = await payInvoice(inn, booking.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => credit(inn, booking.id, first.id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const issued = await Promise.all(Array.from({ length: 20 }, () => issue(inn, booking.id)));
    expect(issued.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});

it('the list of invoices tells credit notes apart', async () => {
  const inn = await openTaxedInn(world);
  const booking = await inn.book();
  const first = await payInvoice(inn, booking.id);
  await inn.data(credit(inn, booking.id, first.id), 201);
  const read = async (query: string) =>
    (await inn.send('GET', `/invoices?${query}`)).body.data.map(({ kind, amount }: Json) => [kind, amount]);
  expect(await read('kind=credit_note')).toEqual([['credit_note', -44_000]]);
  expect(await read('kind=invoice,credit_note&status=paid')).toEqual([['invoice', 44_000]]);
  expect((await inn.send('GET', '/invoices?kind=receipt')).status).toBe(422);
});
