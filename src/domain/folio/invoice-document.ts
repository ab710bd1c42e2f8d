import type { StayDate } from '../dates/dates.ts';
import { chooseLanguage } from '../languages/choose.ts';
import type { LanguageCode } from '../languages/languages.ts';
import { addCents } from '../money.ts';
import { chooseLineName } from '../pricing/line-names.ts';
import { isShownPriceLine, type PriceLine } from '../pricing/lines.ts';
import { chooseListingTexts, type TextsOfListing } from '../translations.ts';
import type { InvoiceNumbering } from '../vocabulary.ts';
import { completeInvoiceDetails, type InvoiceDetails } from './invoice-details.ts';

type InvoicePlace = {
  readonly title: string;
  readonly street: string | null;
  readonly postcode: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
  /** For a unit type. Documents of earlier versions lack it. */
  readonly building?: string;
};

/** To whom an invoice is addressed, by default the guest. */
export type Billing = { readonly billingName: string | null; readonly billingAddress: string | null };

export const hasBilling = ({ billingName, billingAddress }: Billing): boolean =>
  billingName !== null || billingAddress !== null;

/** The title is left out if it is the usual one. */
export type InvoiceSeller = Omit<InvoiceDetails, 'title'> & { readonly title?: string };

export function toInvoiceSeller(details: InvoiceDetails | null): InvoiceSeller {
  const { title, ...seller } = completeInvoiceDetails(details);
  return title === null ? seller : { ...seller, title };
}

/** As it was when the invoice was issued (docs/rules.md, 12.10). Read and written as a whole. */
export type InvoiceDocument = Billing & {
  /** The booking's at that time. Documents of version 2 lack it, and are in English. */
  readonly language?: LanguageCode | undefined;
  readonly seller: InvoiceSeller;
  readonly place: InvoicePlace;
  readonly checkIn: StayDate;
  readonly checkOut: StayDate;
  readonly numberOfGuests: number;
  readonly lines: readonly PriceLine[];
  /**
   * If the invoice is over a part of its lines: the taxes that no earlier invoice has shown. An invoice of an
   * earlier version has none of its own and shows all taxes of its lines.
   */
  readonly taxes?: readonly TaxSum[] | undefined;
  /** The day on which all of it is due, if it was known. */
  readonly dueOn?: StayDate | undefined;
} & Partial<FrozenParts>;

/**
 * What an invoice keeps from when it is issued or paid. Before that, and if an earlier version issued it, they are read
 * from its booking.
 */
type FrozenParts = {
  /** To whom it is addressed if nobody else pays. */
  readonly guestName: string;
  /** Of the listing. The day of issue is written in it. */
  readonly timezone: string;
  readonly invoicedBefore: InvoicedBefore;
};

export const isFrozen = ({ timezone }: InvoiceDocument): boolean => timezone !== undefined;

/** The numbers of earlier documents of the stay that counted, and what they added up to. */
export type InvoicedBefore = { readonly numbers: readonly string[]; readonly amountCents: number };

/** Copied when the invoice is issued. */
export type InvoiceIssuer = {
  readonly teamName: string;
  readonly numbering: InvoiceNumbering;
  readonly prefix: string | null;
  /** A number's year of issue counts in it. */
  readonly teamTimezone: string;
  readonly details: InvoiceDetails | null;
  readonly place: Omit<InvoicePlace, 'title'>;
  /** Its title, and what decides whether that is shown in a language. */
  readonly placeTexts: TextsOfListing;
  /** Null unless the listing is a unit type. */
  readonly buildingTexts: TextsOfListing | null;
  /** Those that the team offers. */
  readonly languages: readonly LanguageCode[];
};

export type InvoicedBooking = Billing & {
  readonly language: LanguageCode | null;
  readonly checkIn: StayDate;
  readonly checkOut: StayDate;
  readonly numberOfGuests: number;
  readonly priceLines: readonly PriceLine[];
};

type DocumentIssuer = Omit<InvoiceIssuer, 'numbering' | 'prefix' | 'teamTimezone'>;

export function buildInvoiceDocument(issuer: DocumentIssuer, booking: InvoicedBooking): InvoiceDocument {
  const { billingName, billingAddress, checkIn, checkOut, numberOfGuests, priceLines } = booking;
  const seller = toInvoiceSeller(issuer.details);
  const language = chooseLanguage(issuer.languages, booking.language);
  return {
    language,
    seller: { ...seller, name: seller.name ?? issuer.teamName },
    billingName,
    billingAddress,
    place: nameInvoicePlace(issuer, language),
    checkIn,
    checkOut,
    numberOfGuests,
    lines: priceLines.filter(isShownPriceLine),
  };
}

function nameInvoicePlace(
  { place, placeTexts, buildingTexts, languages }: DocumentIssuer,
  language: LanguageCode,
): InvoicePlace {
  const choice = { language, firstLanguage: chooseLanguage(languages) };
  const { publicTitle: title } = chooseListingTexts(placeTexts, buildingTexts, choice);
  if (buildingTexts === null) return { title, ...place };
  const { publicTitle: building } = chooseListingTexts(buildingTexts, null, choice);
  return { title, ...place, building };
}

/** Documents of version 2 have no language, and are in English. */
export const languageOfDocument = ({ language = 'en' }: InvoiceDocument): LanguageCode => language;

/** Of a line or tax, in the document's language if it was named so when it was issued. */
export function nameInDocument(document: InvoiceDocument, line: Pick<PriceLine, 'name' | 'names'>): string {
  const language = languageOfDocument(document);
  return chooseLineName(line, { language, firstLanguage: language }).text;
}

/** What a percentage tax is of, in cents. Null for a fixed tax. */
export function computeNetAndGross({ baseAmountCents: base, amountCents, included }: TaxSum) {
  if (base === null) return { netCents: null, grossCents: null };
  return included
    ? { netCents: base - amountCents, grossCents: base }
    : { netCents: base, grossCents: base + amountCents };
}

export const listToldTaxes = ({ taxes, lines }: InvoiceDocument): readonly TaxSum[] =>
  taxes ?? sumTaxes(lines.filter(isShownPriceLine));

/**
 * The taxes of a stay less those that other invoices have shown, tax by tax (docs/rules.md, 12.15). A credit
 * note has shown less than nothing. A tax of which nothing is left is left out.
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

/** For a credit note that takes back all of an invoice. */
export const negateTax = (tax: TaxSum): TaxSum => ({
  ...tax,
  baseAmountCents: tax.baseAmountCents === null ? null : 0 - tax.baseAmountCents,
  amountCents: 0 - tax.amountCents,
});

/** Whether other amounts were told, or amounts of other taxes. */
export const areOthersTold = (taxes: readonly TaxSum[], told: readonly (readonly TaxSum[])[]): boolean =>
  subtractToldTaxes(taxes, told).some(({ amountCents }) => amountCents !== 0);

export const haveOtherTaxes = (before: readonly PriceLine[], after: readonly PriceLine[]): boolean =>
  areOthersTold(sumTaxes(after), [sumTaxes(before)]);

type TaxKey = Pick<PriceLine, 'code' | 'percentPpm' | 'included'>;
const buildTaxKey = ({ code, percentPpm, included }: TaxKey) => JSON.stringify([code, percentPpm, included]);

const addTax = (one: TaxSum | undefined, other: TaxSum): TaxSum => ({
  ...(one ?? other),
  baseAmountCents:
    other.baseAmountCents === null ? null : addCents(one?.baseAmountCents ?? 0, other.baseAmountCents),
  amountCents: addCents(one?.amountCents ?? 0, other.amountCents),
});

/** Included in the amounts of other lines, or added to them. */
export type TaxSum = Pick<PriceLine, 'code' | 'name' | 'names' | 'percentPpm' | 'included'> & {
  readonly baseAmountCents: number | null;
  readonly amountCents: number;
};

/** In the order of the lines. */
export function sumTaxes(lines: readonly PriceLine[]): TaxSum[] {
  const sums = new Map<string, TaxSum>();
  for (const line of lines) {
    if (line.type !== 'tax') continue;
    const { code, name, names, percentPpm, included, baseAmountCents, amountCents } = line;
    const named = names ? { name, names } : { name };
    const tax = { code, ...named, percentPpm, included, baseAmountCents, amountCents };
    sums.set(buildTaxKey(tax), addTax(sums.get(buildTaxKey(tax)), tax));
  }
  return [...sums.values()];
}
