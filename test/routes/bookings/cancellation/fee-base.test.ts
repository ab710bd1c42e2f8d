/** What a fee is a share of, and the tax that its document tells (docs/rules.md, 11.5 and 11.7). */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { invoices } from '../../../../src/db/schema/folio.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectSound, type Json, openInn } from '../../../helpers/bookings.ts';
import { buildFee, buildTax } from '../../../helpers/factories.ts';

const world = await openSharedApp();

const HALF = {
  name: 'Half',
  graceHours: 0,
  graceDaysBefore: 0,
  tiers: [{ daysBefore: 0, refundPpm: 500_000 }],
};
/** Four nights at 100.00. */
const STAY = { check_in: '2031-08-01', check_out: '2031-08-05' };

/** A team whose stays cost 400.00, 50.00 for cleaning and a city tax of 10 % of the nights beside, with 6 % of VAT contained. */
async function openTaxed(terms: object) {
  const inn = await openInn(world, { team: { cancellationPolicy: { ...HALF, ...terms } } });
  await buildFee(world, { teamId: inn.teamId, code: 'cleaning', basis: 'stay', amountCents: 5_000 });
  const percent = { teamId: inn.teamId, basis: 'percent' as const, amountCents: null };
  await buildTax(world, { ...percent, code: 'city', percentPpm: 100_000, included: false });
  await buildTax(world, { ...percent, code: 'vat', percentPpm: 60_000, included: true });
  return inn;
}

/** What a booking's invoices say, the oldest first. */
async function listDocuments(bookingId: string): Promise<Json[]> {
  const rows = await world.db
    .select()
    .from(invoices)
    .where(eq(invoices.bookingId, bookingId))
    .orderBy(invoices.issuedAt, invoices.number);
  return rows.map(({ document }) => document);
}

it('the fee of the total keeps a share of everything, and that of the nights only of accommodation less discounts', async () => {
  for (const [feeOf, fee] of [
    ['total', 24_500],
    ['nights', 20_000],
  ] as const) {
    const inn = await openTaxed({ feeOf });
    const { id, cancellation, grand_total } = await inn.book(STAY);
    expect(grand_total).toBe(49_000);
    expect(cancellation.fee_of).toBe(feeOf);
    expect((await inn.data(inn.cancel(id))).cancellation_fee).toBe(fee);
  }
});

it('the fee of the nights is of the nights after discounts, and never more than the total', async () => {
  const inn = await openTaxed({ feeOf: 'nights', tiers: [{ daysBefore: 730, refundPpm: 0 }] });
  const costs = async (adjustments: { name: string; amount: number }[]) => {
    const { id } = await inn.book({ ...STAY, adjustments });
    return (await inn.data(inn.cancel(id))).cancellation_fee;
  };
  expect(await costs([])).toBe(40_000);
  expect(await costs([{ name: 'Goodwill', amount: -15_000 }])).toBe(25_000);
  expect(await costs([{ name: 'Late check-out', amount: 2_000 }])).toBe(40_000);
});

it('the document of a fee says what it is, and tells the contained tax that the terms name', async () => {
  for (const [feeTax, taxes] of [
    [null, []],
    // 6 % contained in 200.00 are 11.32.
    ['vat', [{ code: 'vat', baseAmountCents: 20_000, amountCents: 1_132, included: true }]],
    // An added tax is none that a fee contains.
    ['city', []],
    ['unknown', []],
  ] as const) {
    const inn = await openTaxed({ feeOf: 'nights', feeTax });
    const { id } = await inn.book(STAY);
    const [first] = (await inn.folio(id)).invoices;
    await inn.data(inn.send('PUT', `/bookings/${id}/invoices/${first.id}`, { status: 'issued' }));
    await inn.data(inn.cancel(id));
    const [stay, credit, fee] = await listDocuments(id);
    expect(fee.lines.map(({ name, amountCents }: Json) => ({ name, amountCents }))).toContainEqual({
      name: 'Cancellation fee',
      amountCents: 20_000,
    });
    expect(fee.taxes).toMatchObject(taxes);
    expect(fee.taxes).toHaveLength(taxes.length);
    // The credit note takes back each tax of the stay.
    expect(credit.taxes.map(({ code, amountCents }: Json) => [code, amountCents])).toEqual(
      stay.taxes.map(({ code, amountCents }: Json) => [code, -amountCents]),
    );
    await expectSound(world);
  }
});
