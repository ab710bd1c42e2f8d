/**
 * Which invoices and credit notes a booking gets, so that together they add up to its total (docs/rules.md,
 * 12.13).
 */
import { sumCents } from '../money.ts';
import type { InvoiceKind, InvoiceStatus } from '../vocabulary.ts';
import type { InvoicedBefore } from './invoice-document.ts';
import { isDraft } from './numbering.ts';

export interface InvoiceState {
  readonly id: string;
  readonly kind: InvoiceKind;
  readonly status: InvoiceStatus;
  /** Below 0 for a credit note. */
  readonly amountCents: number;
  /** The invoices that a credit note corrects. */
  readonly corrects: readonly string[];
}

/** An invoice that stays is never changed, whatever happens to its booking. */
const COUNTS = { open: true, issued: true, paid: true, void: false } satisfies Record<InvoiceStatus, boolean>;
const STAYS = { open: false, issued: true, paid: true, void: false } satisfies Record<InvoiceStatus, boolean>;

export const doesInvoiceCount = ({ status }: Pick<InvoiceState, 'status'>): boolean => COUNTS[status];
export const doesInvoiceStay = ({ status }: Pick<InvoiceState, 'status'>): boolean => STAYS[status];

/** Without void ones, in cents. */
export const sumInvoicesCents = (invoices: readonly Pick<InvoiceState, 'amountCents' | 'status'>[]): number =>
  sumCents(invoices.filter(doesInvoiceCount).map(({ amountCents }) => amountCents));

type IssuedState = InvoiceState & { readonly number: string | null; readonly issuedAt: Date | null };

/** Those that count of what was issued before one of them, or before a new one. */
export function sumInvoicedBefore(invoices: readonly IssuedState[], id: string): InvoicedBefore {
  const index = invoices.findIndex((invoice) => invoice.id === id);
  const before = invoices
    .slice(0, index === -1 ? undefined : index)
    .filter((invoice) => doesInvoiceCount(invoice) && !isDraft(invoice));
  return { numbers: before.flatMap(({ number }) => number ?? []), amountCents: sumInvoicesCents(before) };
}

/** `leftCents` is what no credit note has taken back. */
export type UncreditedInvoice<Invoice> = { readonly invoice: Invoice; readonly leftCents: number };

/**
 * Only invoices of which something is left. A credit note over several invoices takes from them in its own
 * order.
 */
export function listUncredited<Invoice extends InvoiceState>(
  invoices: readonly Invoice[],
): UncreditedInvoice<Invoice>[] {
  const counted = invoices.filter(doesInvoiceCount);
  const leftOf = new Map(
    counted.filter(({ kind }) => kind === 'invoice').map(({ id, amountCents }) => [id, amountCents]),
  );
  for (const { kind, amountCents, corrects } of counted) {
    if (kind !== 'credit_note') continue;
    let creditCents = -amountCents;
    for (const id of corrects) {
      const takenCents = Math.min(creditCents, leftOf.get(id) ?? 0);
      leftOf.set(id, (leftOf.get(id) ?? 0) - takenCents);
      creditCents -= takenCents;
    }
  }
  return counted.flatMap((invoice) => {
    const leftCents = leftOf.get(invoice.id) ?? 0;
    return leftCents > 0 ? [{ invoice, leftCents }] : [];
  });
}

/** A credit note is over an amount below 0, an invoice over one above 0. */
export type InvoicesToIssue = {
  readonly credit: { readonly amountCents: number; readonly corrects: readonly string[] } | null;
  readonly invoiceCents: number | null;
};

/**
 * What is missing for the invoices to add up to a total, in cents. If they are over more, a credit note
 * corrects the newest of them, as many as it takes.
 */
export function planMissingInvoice(invoices: readonly InvoiceState[], totalCents: number): InvoicesToIssue {
  const missingCents = totalCents - sumInvoicesCents(invoices);
  if (missingCents === 0) return { credit: null, invoiceCents: null };
  if (missingCents > 0) return { credit: null, invoiceCents: missingCents };
  const corrects: string[] = [];
  let leftCents = -missingCents;
  for (const uncredited of listUncredited(invoices).toReversed()) {
    if (leftCents <= 0) break;
    corrects.push(uncredited.invoice.id);
    leftCents -= uncredited.leftCents;
  }
  return { credit: { amountCents: missingCents, corrects }, invoiceCents: null };
}

/**
 * For a booking whose taxes have changed: takes back all invoices, and issues one over the total, in cents.
 */
export function planInvoicesAnew(invoices: readonly InvoiceState[], totalCents: number): InvoicesToIssue {
  const saidCents = sumInvoicesCents(invoices);
  const corrects = listUncredited(invoices).map(({ invoice }) => invoice.id);
  return {
    credit: saidCents > 0 ? { amountCents: -saidCents, corrects } : null,
    invoiceCents: totalCents > 0 ? totalCents : null,
  };
}
