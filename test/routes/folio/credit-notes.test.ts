import { describe, expect, it } from 'vitest';
import { loadFolio } from '../../../src/db/queries/bookings/folio.ts';
import { sumTaxes, type TaxSum } from '../../../src/domain/folio/invoice-document.ts';
import { exportTeamFile } from '../../../src/options/team-file/file/export/export.ts';
import { importTeamFile } from '../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { expectSound, type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

const world = await openSharedApp();

/** An inn at 100.00 a night with 10 % added tax. */
async function openTaxedInn(percent = 10): Promise<Inn> {
  const inn = await openInn(world, { listing: { nightlyCents: 10_000 } });
  const vat = { code: 'vat', name: 'VAT', basis: 'percent', percent, included: false };
  await inn.data(inn.send('POST', '/taxes', vat), 201);
  return inn;
}

const setStatus = (inn: Inn, id: string, invoice: string, status: string) =>
  inn.send('PUT', `/bookings/${id}/invoices/${invoice}`, { status });
const payInvoice = async (inn: Inn, id: string, index = 0): Promise<Json> => {
  const invoice = (await inn.folio(id)).invoices[index];
  await inn.data(setStatus(inn, id, invoice.id, 'paid'));
  return invoice;
};
const issue = (inn: Inn, id: string) => inn.send('POST', `/bookings/${id}/invoices`);
const credit = (inn: Inn, id: string, invoice: string) =>
  inn.send('POST', `/bookings/${id}/invoices/${invoice}/credit`);

/** A booking's invoices in a few words each. */
const summarize = async (inn: Inn, { id, confirmation_code: code }: Json): Promise<string[]> =>
  (await inn.folio(id)).invoices.map(
    ({ kind, number, amount, status }: Json) => `${kind} ${number.replace(code, '')} ${amount} ${status}`,
  );

async function exportOf(inn: Inn): Promise<Json> {
  let text = '';
  const write = async (piece: string) => {
    text += piece;
  };
  await exportTeamFile(world.services, (await inn.read('/team')).slug, { secrets: false, write });
  return JSON.parse(text);
}

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
    const inn = await openTaxedInn();
    const booking = await inn.book();
    await payInvoice(inn, booking.id);
    await inn.change(booking.id, { check_out: day(6) });
    expect(await summarize(inn, booking)).toEqual(['invoice -1 44000 paid', 'invoice -2 22000 open']);
    expect(await taxesOf(inn, booking)).toEqual({ each: [4_000, 2_000], together: 6_000 });
    await expectSound(world);
  });

  it('a price below what is paid is corrected by a credit note, which names the invoice and gives its tax back', async () => {
    const inn = await openTaxedInn();
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
    expect(await summarize(inn, booking)).toEqual([
      'invoice -1 44000 paid',
      'credit_note -2 -11000 void',
      'invoice -3 11000 open',
    ]);
    expect((await taxesOf(inn, booking)).together).toBe(5_000);
    await expectSound(world);
  });

  it('if the total stays and a tax does not, what was paid is credited in whole and issued anew', async () => {
    const inn = await openTaxedInn();
    const booking = await inn.book({ adjustment: { name: 'Breakfast', amount: 5_000 } });
    const first = await payInvoice(inn, booking.id);
    const adjustments = [
      { name: 'Breakfast', amount: 5_000, taxable: true },
      { name: 'Goodwill', amount: -500, taxable: false },
    ];
    const changed = await inn.data(inn.change(booking.id, { adjustments }));
    expect(changed.grand_total).toBe(booking.grand_total);
    expect(await summarize(inn, booking)).toEqual([
      'invoice -1 49000 paid',
      'credit_note -2 -49000 open',
      'invoice -3 49000 open',
    ]);
    const [, note] = (await inn.folio(booking.id)).invoices;
    expect(note.corrects).toEqual([first.id]);
    expect(await taxesOf(inn, booking)).toEqual({ each: [4_000, -4_000, 4_500], together: 4_500 });
  });

  it('a pending booking has no invoice before it is confirmed, whatever changes until then', async () => {
    const inn = await openTaxedInn();
    const booking = await inn.book({ status: 'pending' });
    await inn.change(booking.id, { check_out: day(2) });
    expect(await summarize(inn, booking)).toEqual([]);
    expect((await issue(inn, booking.id)).body.errors).toEqual({
      status: ['An invoice cannot be issued for a pending booking.'],
    });
    await inn.data(inn.send('POST', `/bookings/${booking.id}/confirm`));
    expect(await summarize(inn, booking)).toEqual(['invoice -1 22000 open']);
  });

  it('an invoice of another system keeps what it has shown when its booking changes', async () => {
    const inn = await openTaxedInn();
    const booking = await inn.book();
    await payInvoice(inn, booking.id);
    await world.db.execute(`update invoices set document = null where booking_id = '${booking.id}'`);
    await inn.change(booking.id, { notes: 'Late.' });
    const read = async () => (await exportOf(inn)).bookings[0].invoices;
    expect((await read())[0]).toMatchObject({ document: null });
    await inn.change(booking.id, { check_out: day(6) });
    const [first, second] = await read();
    expect(first.document).toMatchObject({
      check_out: day(4),
      lines: [{ amount: 40_000 }, { amount: 4_000 }],
    });
    expect(second.document.taxes).toEqual([
      { code: 'vat', name: 'VAT', percent: 10, included: false, base_amount: 20_000, amount: 2_000 },
    ]);
  });

  it('a second invoice of an earlier version, which told all taxes again, is set right by the next one', async () => {
    const inn = await openTaxedInn();
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
  it('is issued where one was voided, with the addresses of today, and only then', async () => {
    const inn = await openTaxedInn();
    const booking = await inn.book();
    const complete = { status: ['The invoices of the booking add up to its total already.'] };
    const refused = await issue(inn, booking.id);
    expect([refused.status, refused.body.errors]).toEqual([422, complete]);
    const [first] = (await inn.folio(booking.id)).invoices;
    await inn.data(setStatus(inn, booking.id, first.id, 'void'));
    await inn.change(booking.id, { billing_name: 'Lind AB' });
    const answer = await issue(inn, booking.id);
    expect([answer.status, answer.headers.location]).toEqual([201, `/v1/bookings/${booking.id}/folio`]);
    expect(await summarize(inn, booking)).toEqual(['invoice -1 44000 void', 'invoice -2 44000 open']);
    const [{ invoices }] = (await exportOf(inn)).bookings;
    expect(invoices[1].document).toMatchObject({ billing_name: 'Lind AB', taxes: [{ amount: 4_000 }] });
    const [last] = (await inn.events(booking.id)).toReversed();
    expect(last).toMatchObject({ type: 'booking.folio_changed', data: { status: [null, 'open'] } });
    expect((await issue(inn, booking.id)).body.errors).toEqual(complete);
  });

  it('an issued or paid invoice is credited in whole, once, and issued anew', async () => {
    const inn = await openTaxedInn();
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
    expect(await summarize(inn, booking)).toEqual([
      'invoice -1 44000 issued',
      'credit_note -2 -44000 open',
      'invoice -3 44000 open',
    ]);
    expect(await taxesOf(inn, booking)).toEqual({ each: [4_000, -4_000, 4_000], together: 4_000 });
    expect((await credit(inn, booking.id, booking.id)).status).toBe(404);
  });

  it('compares the tag of the folio or the booking', async () => {
    const inn = await openTaxedInn();
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
    const inn = await openTaxedInn();
    const booking = await inn.book();
    const first = await payInvoice(inn, booking.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => credit(inn, booking.id, first.id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const issued = await Promise.all(Array.from({ length: 20 }, () => issue(inn, booking.id)));
    expect(issued.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});

describe('credit notes in a team file', () => {
  it('an export with credit notes and their taxes, imported again, is the same', async () => {
    const inn = await openTaxedInn();
    const booking = await inn.book();
    await payInvoice(inn, booking.id);
    await inn.change(booking.id, { check_out: day(3) });
    const file = await exportOf(inn);
    expect(await importTeamFile(world.services, file)).toMatchObject({ ok: true });
    expect((await exportOf(inn)).bookings).toEqual(file.bookings);
  });

  it.each([
    [{ kind: 'credit_note', amount: 1 }, 'amount must not be above 0 with kind "credit_note"'],
    [{ amount: -1 }, 'amount must not be below 0'],
    [{ amount: 1, corrects: ['0197a8a0-0000-7000-8000-000000000000'] }, 'corrects must only be given'],
    [
      { kind: 'credit_note', amount: -1, corrects: ['0197a8a0-0000-7000-8000-000000000000'] },
      'corrects must be ids of invoices of the booking',
    ],
  ])('an invoice that contradicts itself is a problem: %j', async (entry, problem) => {
    const inn = await openTaxedInn();
    await inn.book();
    const file = await exportOf(inn);
    file.bookings[0].invoices = [{ number: 'X-1', status: 'paid', ...entry }];
    const result = await importTeamFile(world.services, file);
    expect(result).toMatchObject({ ok: false, problems: [expect.stringContaining(problem)] });
  });
});

it('the list of invoices tells credit notes apart', async () => {
  const inn = await openTaxedInn();
  const booking = await inn.book();
  const first = await payInvoice(inn, booking.id);
  await inn.data(credit(inn, booking.id, first.id), 201);
  const read = async (query: string) =>
    (await inn.send('GET', `/invoices?${query}`)).body.data.map(({ kind, amount }: Json) => [kind, amount]);
  expect(await read('kind=credit_note')).toEqual([['credit_note', -44_000]]);
  expect(await read('kind=invoice,credit_note&status=paid')).toEqual([['invoice', 44_000]]);
  expect((await inn.send('GET', '/invoices?kind=receipt')).status).toBe(422);
});
