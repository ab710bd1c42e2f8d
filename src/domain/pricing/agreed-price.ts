/** Prices that were agreed for one booking, in place of what the rates give (docs/rules.md, 24). */
import { countDaysBetween, type Stay } from '../dates/dates.ts';
import type { PriceAgreement, PriceLineType } from '../vocabulary.ts';
import { type PriceAdjustment, removeAdjustments } from './adjustments.ts';
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
  | ({ readonly form: 'total' } & PartTotals);

/** A stored price, and whether it was agreed or computed from the rates. */
export type BookedPrice = {
  readonly priceLines: readonly PriceLine[];
  readonly priceAgreed: PriceAgreement | null;
  readonly adjustments: readonly PriceAdjustment[];
};

/** What was agreed for a booking, or null if its price follows from the rates. */
export function findAgreedPrice({ priceAgreed, priceLines, adjustments }: BookedPrice): AgreedPrice | null {
  if (priceAgreed === null) return null;
  const { grandTotalCents: _sum, ...totals } = sumPriceLines(removeAdjustments(priceLines, adjustments));
  return priceAgreed === 'nights'
    ? { form: 'nights', accommodationTotalCents: totals.accommodationTotalCents }
    : { form: 'total', ...totals };
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
 * includes all fees, taxes and extras.
 */
export function computePrice(
  tariff: Tariff,
  request: StayPriceRequest,
  agreed: AgreedPrice | null,
): StayPrice {
  if (agreed === null) return computeStayPrice(tariff, request);
  if (agreed.form === 'total') return buildAgreedTotalPrice(agreed, request.stay);
  const { accommodationTotalCents: agreedNightsCents } = agreed;
  return computeStayPrice(tariff, { ...request, coupon: null, agreedNightsCents });
}

function buildAgreedTotalPrice(totals: PartTotals, stay: Stay): StayPrice {
  const lines = buildLinesOfTotals(totals, stay);
  return { ...sumPriceLines(lines), lines, nightlyRates: [], couponCode: null };
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
      name: 'Accommodation',
      basis: 'night',
      quantity: countDaysBetween(checkIn, checkOut),
      amountCents: accommodationTotalCents,
    }),
    {
      ...buildLineOfTotal('discount', 'discount', 'Discount', -discountTotalCents),
      baseAmountCents: accommodationTotalCents,
    },
    buildLineOfTotal('fee', 'fees', 'Fees', feesTotalCents),
    buildLineOfTotal('tax', 'taxes', 'Taxes', taxesTotalCents),
  ].filter(({ type, amountCents }) => type === 'accommodation' || amountCents !== 0);
}

const buildLineOfTotal = (type: PriceLineType, code: string, name: string, amountCents: number): PriceLine =>
  buildPriceLine({
    type,
    code,
    name,
    basis: 'stay',
    quantity: 1,
    unitAmountCents: Math.abs(amountCents),
    amountCents,
  });
