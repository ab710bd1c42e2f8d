import { type ChangeByKey, completeByKey, mergeByKey } from '../merge-by-key.ts';

/** A team as the seller on its invoices (docs/rules.md, 12.8). */
export type InvoiceDetails = {
  /** Null for the team's name. */
  readonly name: string | null;
  readonly address: string | null;
  readonly tax_number: string | null;
  readonly footer: string | null;
  /** Null for *Invoice*. */
  readonly title: string | null;
};
export type InvoiceDetailsChange = ChangeByKey<InvoiceDetails>;

const NO_DETAILS: InvoiceDetails = { name: null, address: null, tax_number: null, footer: null, title: null };

export const mergeInvoiceDetails = (
  stored: InvoiceDetails | null,
  change: InvoiceDetailsChange,
): InvoiceDetails | null => mergeByKey(NO_DETAILS, stored, change);

export const completeInvoiceDetails = (details: InvoiceDetails | null): InvoiceDetails =>
  completeByKey(NO_DETAILS, details);
