/** What was paid and is due of each invoice (docs/rules.md, 12.24). */
import { sumCents } from '../money.ts';
import { type InvoiceState, listUncredited } from './invoices.ts';

/** In cents. Together with what was credited, they are less than its amount if nobody asks for the rest. */
export type Settlement = { readonly paidCents: number; readonly dueCents: number };

/**
 * By the ids of the invoices of which something is left. The money that came in, and what is owed, are shared out in the
 * order of issue: each cent is on one invoice. If `doMarksCount`, an invoice that the team has marked as paid is paid.
 */
export function settleInvoices(
  invoices: readonly InvoiceState[],
  { paidCents, dueCents }: Settlement,
  doMarksCount: boolean,
): Map<string, Settlement> {
  const isMarked = ({ status }: InvoiceState) => doMarksCount && status === 'paid';
  const uncredited = listUncredited(invoices);
  const marked = uncredited.filter(({ invoice }) => isMarked(invoice));
  let paidLeftCents = Math.max(0, paidCents - sumCents(marked.map(({ leftCents }) => leftCents)));
  let dueLeftCents = Math.max(0, dueCents);
  return new Map(
    uncredited.map(({ invoice, leftCents }) => {
      if (isMarked(invoice)) return [invoice.id, { paidCents: leftCents, dueCents: 0 }];
      const ofInvoice = Math.min(leftCents, paidLeftCents);
      const dueOfInvoice = Math.min(leftCents - ofInvoice, dueLeftCents);
      paidLeftCents -= ofInvoice;
      dueLeftCents -= dueOfInvoice;
      return [invoice.id, { paidCents: ofInvoice, dueCents: dueOfInvoice }];
    }),
  );
}
