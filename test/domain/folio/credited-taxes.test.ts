/** What credit notes take back of the taxes of invoices (docs/rules.md, 12.14 and 12.15). */
import { expect, it } from 'vitest';
import { listTaxesToCredit } from '../../../src/domain/folio/credited-taxes.ts';
import type { TaxSum } from '../../../src/domain/folio/invoice-document.ts';
import type { InvoiceKind, InvoiceStatus } from '../../../src/domain/vocabulary.ts';

type Document = {
  id: string;
  kind: InvoiceKind;
  status: InvoiceStatus;
  amountCents: number;
  corrects: string[];
  taxes: TaxSum[];
};

const tax = (code: string, amountCents: number): TaxSum => ({
  code,
  name: code,
  percentPpm: null,
  included: false,
  baseAmountCents: null,
  amountCents,
});
const invoice = (
  id: string,
  amountCents: number,
  taxes: TaxSum[],
  status: InvoiceStatus = 'issued',
): Document => ({
  id,
  kind: 'invoice',
  status,
  amountCents,
  corrects: [],
  taxes,
});
const note = (amountCents: number, corrects: string[], taxes: TaxSum[]): Document => ({
  id: `note of ${corrects}`,
  kind: 'credit_note',
  status: 'issued',
  amountCents,
  corrects,
  taxes,
});
const creditedTaxes = (document: Document, leftCents: number, invoices: Document[]) =>
  listTaxesToCredit(document, leftCents, { invoices, taxesOf: ({ taxes }) => taxes }).map(
    ({ code, amountCents }) => [code, amountCents],
  );

it('what earlier credit notes have taken back of an invoice is not taken back again', () => {
  const first = invoice('a', 65_309, [tax('city', 2_073), tax('vat', 3_352)]);
  const others = [
    note(-48_356, ['a'], [tax('vat', -2_392), tax('city', -2_073)]),
    note(-4_673, ['a'], [tax('vat', -434)]),
    invoice('b', 5_892, [tax('vat', 503)]),
  ];
  expect(creditedTaxes(first, 12_280, [first, ...others])).toEqual([['vat', -526]]);
});

it('a credit note over several invoices has taken all of the first, and the rest from the last', () => {
  const [one, other] = [invoice('a', 10_000, [tax('vat', 1_000)]), invoice('b', 5_000, [tax('vat', 500)])];
  const both = [
    one,
    other,
    note(-7_000, ['b', 'a'], [tax('vat', -700)]),
    invoice('c', 900, [tax('vat', 90)]),
  ];
  expect(creditedTaxes(one, 8_000, both)).toEqual([['vat', -800]]);
});

it('the last credit note takes back every tax that is told, whatever a draft says', () => {
  const [one, other] = [invoice('a', 10_000, [tax('vat', 1_000)]), invoice('b', 5_000, [tax('vat', 500)])];
  const told = [one, other, note(-5_000, ['b'], [tax('vat', -300)])];
  const draft = invoice('c', 700, [tax('vat', 70)], 'open');
  expect(creditedTaxes(one, 10_000, [...told, draft])).toEqual([['vat', -1_200]]);
});
