import type { StayDate } from '../dates/dates.ts';
import { addCents } from '../money.ts';
import { isShownPriceLine, type PriceLine } from '../pricing/lines.ts';
import type { InvoiceNumbering } from '../vocabulary.ts';
import { completeInvoiceDetails, type InvoiceDetails } from './invoice-details.ts';

/** The place of a stay, as an invoice names it. */
type InvoicePlace = {
  readonly title: string;
  readonly street: string | null;
  readonly postcode: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
  /** The title of its building, if it is a kind of room. Documents of earlier versions lack it. */
  readonly building?: string;
};

/** The person or company to whom an invoice is addressed, by default the guest. */
export type Billing = { readonly billingName: string | null; readonly billingAddress: string | null };

/** Whether an invoice or a booking names somebody to whom invoices are addressed. */
export const hasBilling = ({ billingName, billingAddress }: Billing): boolean =>
  billingName !== null || billingAddress !== null;

/** The seller as its invoices name it. The title is left out if it is the usual one. */
export type InvoiceSeller = Omit<InvoiceDetails, 'title'> & { readonly title?: string };

export function toInvoiceSeller(details: InvoiceDetails | null): InvoiceSeller {
  const { title, ...seller } = completeInvoiceDetails(details);
  return title === null ? seller : { ...seller, title };
}

/**
 * What an invoice showed when it was issued (docs/rules.md, 12.10). The content of an issued invoice is
 * always read and written as a whole.
 */
export type InvoiceDocument = Billing & {
  readonly seller: InvoiceSeller;
  readonly place: InvoicePlace;
  readonly checkIn: StayDate;
  readonly checkOut: StayDate;
  readonly numberOfGuests: number;
  readonly lines: readonly PriceLine[];
  /**
   * The taxes that the invoice tells, where an invoice over a part of its lines tells what no earlier invoice has
   * told. An invoice of an earlier version has no taxes of its own and tells all taxes of its lines.
   */
  readonly taxes?: readonly TaxSum[] | undefined;
  /** The day on which all of it is due, if it was known. */
  readonly dueOn?: StayDate | undefined;
};

/** The data of its team and its listing that an invoice copies when it is issued. */
export type InvoiceIssuer = {
  readonly teamName: string;
  readonly numbering: InvoiceNumbering;
  readonly prefix: string | null;
  /** The team's time zone, in which a number's year of issue counts. */
  readonly teamTimezone: string;
  readonly details: InvoiceDetails | null;
  readonly place: Omit<InvoicePlace, 'building'> & { readonly building: string | null };
};

export type InvoicedBooking = Billing & {
  readonly checkIn: StayDate;
  readonly checkOut: StayDate;
  readonly numberOfGuests: number;
  readonly priceLines: readonly PriceLine[];
};

export function buildInvoiceDocument(
  { teamName, details, place }: Pick<InvoiceIssuer, 'teamName' | 'details' | 'place'>,
  { billingName, billingAddress, checkIn, checkOut, numberOfGuests, priceLines }: InvoicedBooking,
): InvoiceDocument {
  const seller = toInvoiceSeller(details);
  const { building, ...ofPlace } = place;
  return {
    seller: { ...seller, name: seller.name ?? teamName },
    billingName,
    billingAddress,
    place: building === null ? ofPlace : { ...ofPlace, building },
    checkIn,
    checkOut,
    numberOfGuests,
    lines: priceLines.filter(isShownPriceLine),
  };
}

/** What a percentage tax is of, in cents, without the tax and with it. Of a fixed tax both are null. */
export function computeNetAndGross({ baseAmountCents: base, amountCents, included }: TaxSum) {
  if (base === null) return { netCents: null, grossCents: null };
  return included
    ? { netCents: base - amountCents, grossCents: base }
    : { netCents: base, grossCents: base + amountCents };
}

/** The taxes that an invoice tells. */
export const listToldTaxes = ({ taxes, lines }: InvoiceDocument): readonly TaxSum[] =>
  taxes ?? sumTaxes(lines.filter(isShownPriceLine));

/**
 * The taxes of a stay less those that other invoices have told, tax by tax (docs/rules.md, 12.15). A credit note
 * has told less than nothing. A tax of which nothing is left is left out.
 */
export function subtractToldTaxes(taxes: readonly TaxSum[], told: readonly (readonly TaxSum[])[]): TaxSum[] {
  const left = new Map(taxes.map((tax) => [buildTaxKey(tax), tax]));
  for (const tax of told.flat()) {
    const key = buildTaxKey(tax);
    left.set(key, addTax(left.get(key), negateTax(tax)));
  }
  return [...left.values()].filter(
    ({ amountCents, baseAmountCents }) => amountCents !== 0 || (baseAmountCents ?? 0) !== 0,
  );
}

/** The taxes of a credit note that takes all of an invoice back. */
export const negateTax = (tax: TaxSum): TaxSum => ({
  ...tax,
  baseAmountCents: tax.baseAmountCents === null ? null : 0 - tax.baseAmountCents,
  amountCents: 0 - tax.amountCents,
});

/** The part of a tax that belongs to a part of an amount, rounded towards 0. */
export const scaleTax = (tax: TaxSum, partCents: number, wholeCents: number): TaxSum => {
  const scale = (cents: number) => Number((BigInt(cents) * BigInt(partCents)) / BigInt(wholeCents));
  return {
    ...tax,
    baseAmountCents: tax.baseAmountCents === null ? null : scale(tax.baseAmountCents),
    amountCents: scale(tax.amountCents),
  };
};

/** Whether a price has other taxes than another one: other amounts, or amounts of other taxes. */
export const haveOtherTaxes = (before: readonly PriceLine[], after: readonly PriceLine[]): boolean =>
  subtractToldTaxes(sumTaxes(after), [sumTaxes(before)]).some(({ amountCents }) => amountCents !== 0);

type TaxKey = Pick<PriceLine, 'code' | 'percentPpm' | 'included'>;
const buildTaxKey = ({ code, percentPpm, included }: TaxKey) => JSON.stringify([code, percentPpm, included]);

const addTax = (one: TaxSum | undefined, other: TaxSum): TaxSum => ({
  ...(one ?? other),
  baseAmountCents:
    other.baseAmountCents === null ? null : addCents(one?.baseAmountCents ?? 0, other.baseAmountCents),
  amountCents: addCents(one?.amountCents ?? 0, other.amountCents),
});

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
    const tax = { code, name, percentPpm, included, baseAmountCents, amountCents };
    sums.set(buildTaxKey(tax), addTax(sums.get(buildTaxKey(tax)), tax));
  }
  return [...sums.values()];
}
