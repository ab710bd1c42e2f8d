import { type ChangeByKey, completeByKey, mergeByKey } from '../merge-by-key.ts';

/** A team as the seller of its invoices (docs/rules.md, 12.8). */
export type InvoiceDetails = {
  /** The seller's name, or null for the team's name. */
  readonly name: string | null;
  readonly address: string | null;
  readonly tax_number: string | null;
  readonly footer: string | null;
  /** What an invoice calls itself, or null for *Invoice*. */
  readonly title: string | null;
};
export type InvoiceDetailsChange = ChangeByKey<InvoiceDetails>;

const NO_DETAILS: InvoiceDetails = { name: null, address: null, tax_number: null, footer: null, title: null };

export const mergeInvoiceDetails = (
  stored: InvoiceDetails | null,
  change: InvoiceDetailsChange,
): InvoiceDetails | null => mergeByKey(NO_DETAILS, stored, change);

/** A team's invoice details with all of their keys, where null stands for what the team has not given. */
export const completeInvoiceDetails = (details: InvoiceDetails | null): InvoiceDetails =>
  completeByKey(NO_DETAILS, details);
