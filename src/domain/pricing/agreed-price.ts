/** Prices that were agreed for one booking, in place of what the rates give (docs/rules.md, 24.1 to 24.4). */
import { countDaysBetween, type Stay } from '../dates/dates.ts';
import { addCents } from '../money.ts';
import { type PriceAgreement, type PriceLineType, TAX_TARGETS } from '../vocabulary.ts';
import { type PriceAdjustment, removeAdjustments } from './adjustments.ts';
import { buildTaxLines, type CountedTax, countTaxes, isIncludedTax, type Tax } from './charges.ts';
import { nameAsOwn } from './line-names.ts';
import { buildPriceLine, type PriceLine, type PriceTotals, sumPriceLines } from './lines.ts';
import { computeStayPrice, type StayPrice, type StayPriceRequest, type Tariff } from './price-stay.ts';

/** The totals of a price by part, in cents, without the grand total. */
type PartTotals = Omit<PriceTotals, 'grandTotalCents'>;

/**
 * What was agreed, in cents: the price of the nights, or the whole price. A team's lines by hand are added to
 * an agreed price.
 */
export type AgreedPrice =
  | { readonly form: 'nights'; readonly accommodationTotalCents: number }
  | ({ readonly form: 'total'; readonly containedTaxes: ContainedTaxes } & PartTotals);

/**
 * Which taxes a whole price tells that it contains: none, because its taxes were agreed; one, which is of all of
 * it (`whole`); or each, of the agreed accommodation and fees (`parts`).
 */
type ContainedTaxes = 'none' | 'whole' | 'parts';

/** A stored price, and whether it was agreed or computed from the rates. */
export type BookedPrice = {
  readonly priceLines: readonly PriceLine[];
  readonly priceAgreed: PriceAgreement | null;
  readonly adjustments: readonly PriceAdjustment[];
};

/** What was agreed for a booking, or null if its price follows from the rates. */
export function findAgreedPrice({ priceAgreed, priceLines, adjustments }: BookedPrice): AgreedPrice | null {
  if (priceAgreed === null) return null;
  const lines = removeAdjustments(priceLines, adjustments);
  const { grandTotalCents: _sum, ...totals } = sumPriceLines(lines);
  return priceAgreed === 'nights'
    ? { form: 'nights', accommodationTotalCents: totals.accommodationTotalCents }
    : { form: 'total', containedTaxes: findContainedTaxes(lines, totals), ...totals };
}

/** A booking with a whole price stores only the lines of the taxes, which say what was agreed about them. */
function findContainedTaxes(lines: readonly PriceLine[], totals: PartTotals): ContainedTaxes {
  const contained = lines.filter(({ type, included }) => type === 'tax' && included);
  if (contained.length === 0) return 'none';
  const hasParts = totals.discountTotalCents !== 0 || totals.feesTotalCents !== 0;
  return hasParts || contained.length > 1 ? 'parts' : 'whole';
}

/** Whether two agreed prices are the same: for the nights or the whole price, and with the same amounts. */
export function areEqualAgreements(one: AgreedPrice | null, other: AgreedPrice | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.form !== other.form || one.accommodationTotalCents !== other.accommodationTotalCents) return false;
  if (one.form === 'nights' || other.form === 'nights') return true;
  return (
    one.discountTotalCents === other.discountTotalCents &&
    one.feesTotalCents === other.feesTotalCents &&
    one.taxesTotalCents === other.taxesTotalCents
  );
}

/**
 * Completes the parts of an agreed whole price, in cents, from its total and the parts that the caller names. A
 * part of the price that is not named is 0, except for the accommodation, which then is what remains of the
 * total. Returns null if the parts of the price do not add up to the total, or if less than 0 remains.
 */
export function completeTotals(
  grandTotalCents: number,
  named: { readonly [Part in keyof PartTotals]: number | null },
): PartTotals | null {
  const discountTotalCents = named.discountTotalCents ?? 0;
  const feesTotalCents = named.feesTotalCents ?? 0;
  const taxesTotalCents = named.taxesTotalCents ?? 0;
  const restCents = grandTotalCents + discountTotalCents - feesTotalCents - taxesTotalCents;
  const accommodationTotalCents = named.accommodationTotalCents ?? restCents;
  if (restCents < 0 || accommodationTotalCents !== restCents) return null;
  return { accommodationTotalCents, discountTotalCents, feesTotalCents, taxesTotalCents };
}

/**
 * The price of a stay by an agreement, or by the rates without one, in cents. Agreed nights have no
 * discounts, and fees, taxes and extras follow from them like from any accommodation. An agreed whole price
 * includes all fees, taxes and extras, and tells which percentage taxes of the accommodation it contains.
 */
export function computePrice(
  tariff: Tariff,
  request: StayPriceRequest,
  agreed: AgreedPrice | null,
): StayPrice {
  if (agreed === null) return computeStayPrice(tariff, request);
  if (agreed.form === 'total') return buildAgreedTotalPrice(agreed, request, tariff.taxes);
  const { accommodationTotalCents: agreedNightsCents } = agreed;
  return computeStayPrice(tariff, { ...request, coupon: null, agreedNightsCents });
}

function buildAgreedTotalPrice(
  agreed: AgreedTotal,
  { stay, party }: Pick<StayPriceRequest, 'stay' | 'party'>,
  taxes: readonly Tax[],
): StayPrice {
  const counted = { stay, party, nights: countDaysBetween(stay.checkIn, stay.checkOut) };
  const contained = countTaxes(taxes.filter(isContainedInNights), counted);
  const lines = [
    ...buildLinesOfTotals(agreed, stay),
    ...buildContainedLines(
      agreed,
      contained.filter(({ quantity }) => quantity > 0),
    ),
  ];
  return { ...sumPriceLines(lines), lines, nightlyRates: [], couponCode: null };
}

type AgreedTotal = Extract<AgreedPrice, { form: 'total' }>;

const isContainedInNights = (tax: Tax): boolean =>
  isIncludedTax(tax) && tax.appliesTo.includes('accommodation');

/**
 * The lines of the taxes that a whole price contains. One tax is of all of it. Several are of the accommodation
 * and the fees, or are not told if these are not known. A base is at least 0: without the lines by hand, a price of
 * another system may be below.
 */
function buildContainedLines(
  { containedTaxes, accommodationTotalCents, discountTotalCents, feesTotalCents }: AgreedTotal,
  taxes: readonly CountedTax[],
): PriceLine[] {
  const nightsCents = addCents(accommodationTotalCents, -discountTotalCents);
  if (containedTaxes === 'none' || (taxes.length > 1 && containedTaxes === 'whole')) return [];
  if (taxes.length > 1)
    return buildTaxLines(taxes, {
      accommodation: Math.max(0, nightsCents),
      fees: Math.max(0, feesTotalCents),
    });
  const ofWhole = taxes.map((tax) => ({ ...tax, targets: TAX_TARGETS }));
  const wholeCents = Math.max(0, addCents(nightsCents, feesTotalCents));
  return buildTaxLines(ofWhole, { accommodation: wholeCents, fees: 0 });
}

/**
 * Price lines for totals that were agreed without lines: one for the accommodation, and one for each other
 * total that is not 0.
 */
export function buildLinesOfTotals(totals: PartTotals, { checkIn, checkOut }: Stay): PriceLine[] {
  const { accommodationTotalCents, discountTotalCents, feesTotalCents, taxesTotalCents } = totals;
  return [
    buildPriceLine({
      type: 'accommodation',
      code: 'accommodation',
      ...nameAsOwn('accommodation'),
      basis: 'night',
      quantity: countDaysBetween(checkIn, checkOut),
      amountCents: accommodationTotalCents,
    }),
    {
      ...buildLineOfTotal('discount', 'discount', -discountTotalCents),
      baseAmountCents: accommodationTotalCents,
    },
    buildLineOfTotal('fee', 'fees', feesTotalCents),
    buildLineOfTotal('tax', 'taxes', taxesTotalCents),
  ].filter(({ type, amountCents }) => type === 'accommodation' || amountCents !== 0);
}

const buildLineOfTotal = (
  type: PriceLineType,
  code: 'discount' | 'fees' | 'taxes',
  amountCents: number,
): PriceLine =>
  buildPriceLine({
    type,
    code,
    ...nameAsOwn(code),
    basis: 'stay',
    quantity: 1,
    unitAmountCents: Math.abs(amountCents),
    amountCents,
  });
