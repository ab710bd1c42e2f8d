import type { StayDate } from '../dates/dates.ts';
import { isShownPriceLine, type PriceLine } from '../pricing/lines.ts';
import { completeInvoiceDetails, type InvoiceDetails } from './invoice-details.ts';

/** The place of a stay, as an invoice names it. */
type InvoicePlace = {
  readonly title: string;
  readonly street: string | null;
  readonly postcode: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
};

/** The person or company to whom an invoice is addressed, by default the guest. */
export type Billing = { readonly billingName: string | null; readonly billingAddress: string | null };

/** Whether an invoice or a booking names somebody to whom invoices are addressed. */
export const hasBilling = ({ billingName, billingAddress }: Billing): boolean =>
  billingName !== null || billingAddress !== null;

/**
 * What an invoice showed when it was issued (docs/rules.md, 12.10). The content of an issued invoice is
 * always read and written as a whole.
 */
export type InvoiceDocument = Billing & {
  readonly seller: InvoiceDetails;
  readonly place: InvoicePlace;
  readonly checkIn: StayDate;
  readonly checkOut: StayDate;
  readonly numberOfGuests: number;
  readonly lines: readonly PriceLine[];
};

/** The data of its team and its listing that an invoice copies when it is issued. */
export type InvoiceIssuer = {
  readonly teamName: string;
  readonly prefix: string | null;
  readonly details: InvoiceDetails | null;
  readonly place: InvoicePlace;
};

type InvoicedBooking = Billing & {
  readonly checkIn: StayDate;
  readonly checkOut: StayDate;
  readonly numberOfGuests: number;
  readonly priceLines: readonly PriceLine[];
};

export function buildInvoiceDocument(
  { teamName, details, place }: InvoiceIssuer,
  { billingName, billingAddress, checkIn, checkOut, numberOfGuests, priceLines }: InvoicedBooking,
): InvoiceDocument {
  const seller = completeInvoiceDetails(details);
  return {
    seller: { ...seller, name: seller.name ?? teamName },
    billingName,
    billingAddress,
    place,
    checkIn,
    checkOut,
    numberOfGuests,
    lines: priceLines.filter(isShownPriceLine),
  };
}

/** The sum of one tax of an invoice. The tax is either included in the amounts of other lines or added to them. */
export type TaxSum = Pick<PriceLine, 'code' | 'name' | 'percentPpm' | 'included'> & {
  readonly baseAmountCents: number | null;
  readonly amountCents: number;
};

/** The taxes of an invoice, each with its sum, in the order of the lines. */
export function sumTaxes(lines: readonly PriceLine[]): TaxSum[] {
  const sums = new Map<string, TaxSum>();
  for (const line of lines) {
    if (line.type !== 'tax') continue;
    const { code, name, percentPpm, included, baseAmountCents, amountCents } = line;
    const key = JSON.stringify([code, percentPpm, included]);
    const before = sums.get(key);
    const base = baseAmountCents === null ? null : (before?.baseAmountCents ?? 0) + baseAmountCents;
    const amount = (before?.amountCents ?? 0) + amountCents;
    sums.set(key, { code, name, percentPpm, included, baseAmountCents: base, amountCents: amount });
  }
  return [...sums.values()];
}
