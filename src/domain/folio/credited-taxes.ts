/** What invoices still tell of taxes once credit notes have taken something back (docs/rules.md, 12.14 and 12.15). */
import { negateTax, subtractToldTaxes, type TaxSum } from './invoice-document.ts';
import { doesInvoiceCount, type InvoiceState, sumInvoicesCents } from './invoices.ts';

/**
 * The taxes that a credit note over what is left of an invoice takes back, below 0. If nothing is left of any other
 * issued invoice, it takes back all that is told, so that documents over nothing tell no tax.
 */
export function listTaxesToCredit<Invoice extends InvoiceState>(
  invoice: Invoice,
  leftCents: number,
  { invoices, taxesOf }: { invoices: readonly Invoice[]; taxesOf: (invoice: Invoice) => readonly TaxSum[] },
): TaxSum[] {
  const issued = invoices.filter(
    (one) =>
      doesInvoiceCount(one) && (one.kind === 'credit_note' || one.status !== 'open' || one.id === invoice.id),
  );
  const told =
    sumInvoicesCents(issued) === leftCents
      ? issued.map(taxesOf)
      : [listTaxesLeft(issued, taxesOf).get(invoice.id) ?? []];
  return subtractToldTaxes([], told);
}

/**
 * The taxes of each invoice less what credit notes have taken back of them. A credit note over several invoices takes
 * all that is left of each, save the last one: that gets the rest of its taxes.
 */
function listTaxesLeft<Invoice extends InvoiceState>(
  invoices: readonly Invoice[],
  taxesOf: (invoice: Invoice) => readonly TaxSum[],
): Map<string, readonly TaxSum[]> {
  const leftOf = new Map<string, readonly TaxSum[]>(
    invoices.filter(({ kind }) => kind === 'invoice').map((invoice) => [invoice.id, taxesOf(invoice)]),
  );
  for (const note of invoices.filter(({ kind }) => kind === 'credit_note')) {
    const corrected = note.corrects.filter((id) => leftOf.has(id));
    let taken = taxesOf(note).map(negateTax);
    for (const [index, id] of corrected.entries()) {
      const left = leftOf.get(id) ?? [];
      const isLast = index === corrected.length - 1;
      leftOf.set(id, isLast ? subtractToldTaxes(left, [taken]) : []);
      if (!isLast) taken = subtractToldTaxes(taken, [left]);
    }
  }
  return leftOf;
}
