/** What was paid and is due of each invoice (docs/rules.md, 12.24). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type InvoiceState, listUncredited, sumInvoicesCents } from '../../../src/domain/folio/invoices.ts';
import { settleInvoices } from '../../../src/domain/folio/settlement.ts';
import { itHolds } from '../../helpers/arbitraries.ts';

const invoice = (id: string, amountCents: number, more: Partial<InvoiceState> = {}): InvoiceState => ({
  id,
  kind: 'invoice',
  status: 'issued',
  amountCents,
  corrects: [],
  ...more,
});
const note = (id: string, amountCents: number, corrects: string[]) =>
  invoice(id, amountCents, { kind: 'credit_note', corrects });
const settled = (invoices: InvoiceState[], paidCents: number, dueCents: number) =>
  [...settleInvoices(invoices, { paidCents, dueCents }, true)].map(
    ([id, one]) => `${id}: ${one.paidCents} paid, ${one.dueCents} due`,
  );

it.each([
  ['nothing is said of one that is credited in whole', [invoice('1', 400), note('2', -400, ['1'])], 0, 0, []],
  [
    'of one that is credited in part, the rest is asked for, and nothing counts as paid',
    [invoice('1', 400), note('2', -100, ['1'])],
    0,
    300,
    ['1: 0 paid, 300 due'],
  ],
  [
    'a second invoice asks for what is owed, and the first one was paid',
    [invoice('1', 400), invoice('2', 30)],
    400,
    30,
    ['1: 400 paid, 0 due', '2: 0 paid, 30 due'],
  ],
  [
    'one that is credited and issued anew is asked for once',
    [invoice('1', 400), note('2', -400, ['1']), invoice('3', 400)],
    0,
    400,
    ['3: 0 paid, 400 due'],
  ],
  [
    'one that was marked as paid counts as paid before the others',
    [invoice('1', 400), invoice('2', 30, { status: 'paid' })],
    100,
    330,
    ['1: 70 paid, 330 due', '2: 30 paid, 0 due'],
  ],
  ['what nobody asks for is neither paid nor due', [invoice('1', 400)], 0, 0, ['1: 0 paid, 0 due']],
] as const)('%s', (_, invoices, paidCents, dueCents, expected) => {
  expect(settled([...invoices], paidCents, dueCents)).toEqual(expected);
});

it('where marks do not count, the money decides', () => {
  const fee = invoice('1', 2_000, { status: 'paid' });
  const settlements = settleInvoices([fee], { paidCents: 500, dueCents: 1_500 }, false);
  expect([...settlements]).toEqual([['1', { paidCents: 500, dueCents: 1_500 }]]);
});

const histories = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 1, max: 500 }),
      credited: fc.nat({ max: 500 }),
      isPaid: fc.boolean(),
    }),
    {
      maxLength: 6,
    },
  )
  .map((entries) =>
    entries.flatMap(({ amount, credited, isPaid }, index) => {
      const one = invoice(`${index}`, amount, { status: isPaid ? 'paid' : 'issued' });
      const cents = Math.min(credited, amount);
      return cents === 0 ? [one] : [one, note(`note ${index}`, -cents, [one.id])];
    }),
  );

itHolds(
  'invoices that add up to the total ask for what is owed once, and for no more than is left of each',
  fc.property(histories, fc.nat({ max: 3_000 }), (invoices, received) => {
    const totalCents = sumInvoicesCents(invoices);
    const markedCents = listUncredited(invoices)
      .filter(({ invoice: { status } }) => status === 'paid')
      .reduce((sum, { leftCents }) => sum + leftCents, 0);
    // Whoever marks an invoice as paid has recorded the money.
    const paidCents = Math.min(totalCents, Math.max(received, markedCents));
    const dueCents = totalCents - paidCents;
    const settlements = settleInvoices(invoices, { paidCents, dueCents }, true);
    for (const {
      invoice: { id },
      leftCents,
    } of listUncredited(invoices)) {
      const { paidCents: paid = -1, dueCents: due = -1 } = settlements.get(id) ?? {};
      expect(paid + due).toBe(leftCents);
    }
    const sum = (of: 'paidCents' | 'dueCents') =>
      [...settlements.values()].reduce((all, settlement) => all + settlement[of], 0);
    expect([sum('paidCents'), sum('dueCents')]).toEqual([paidCents, dueCents]);
  }),
);
