import { buildCouponLine, type Coupon } from '../coupon.ts';
import { countDaysBetween, type Stay, type StayDate } from '../dates/dates.ts';
import { addCents, sumCents } from '../money.ts';
import type { Party } from '../party.ts';
import {
  buildFeeLines,
  buildTaxLines,
  type CountedFee,
  type CountedTax,
  computeFeeCents,
  computeTaxCents,
  countFees,
  countTaxes,
  type Fee,
  isIncludedTax,
  sumTaxableCents,
  type Tax,
} from './charges.ts';
import { buildDiscountLine, type Discount, findBestDiscount, listApplyingDiscounts } from './discounts.ts';
import type { ChosenExtra } from './extras.ts';
import { nameAsOwn } from './line-names.ts';
import { buildPriceLine, type PriceLine, type PriceTotals, sumPriceLines } from './lines.ts';
import {
  computeNightlyRates,
  type DayTermsFinder,
  type DayTermsSource,
  type NightlyRate,
} from './nightly-rates.ts';

/** The fees, taxes and discounts that apply to a listing. */
export interface Charges {
  readonly fees: readonly Fee[];
  readonly taxes: readonly Tax[];
  readonly discounts: readonly Discount[];
}

/** Everything that determines a listing's prices. */
export interface Tariff extends DayTermsSource, Charges {}

export interface StayPriceRequest {
  readonly stay: Stay;
  readonly party: Party;
  /** A coupon whose conditions have been checked, or null. */
  readonly coupon: Coupon | null;
  /**
   * The extras that are chosen for the stay, by code. A code that is no optional fee of the listing adds
   * nothing to the price.
   */
  readonly extras: readonly ChosenExtra[];
  /** The price that was agreed for all nights, in cents, which replaces the rates. Agreed nights get no discounts. */
  readonly agreedNightsCents?: number;
  /**
   * The day of booking: today, or for a change the day on which the booking was made. Lead times of discounts
   * are counted from the day of booking.
   */
  readonly bookedOn: StayDate;
}

/** A price: its lines, and its totals, in cents. */
export interface StayPrice extends PriceTotals {
  readonly lines: PriceLine[];
  /**
   * The rate of each night. The list of nightly rates is empty if the price was agreed, or comes from a
   * booking, which stores only the sum.
   */
  readonly nightlyRates: readonly NightlyRate[];
  /** The coupon's code as stored, or null without a coupon. */
  readonly couponCode: string | null;
}

/**
 * The price of a stay, line by line, in cents: accommodation, the best automatic discount, the coupon on what
 * is left, fees, taxes. Every percentage is rounded half up, once, in its own line. Price lines of 0 are left
 * out, except the accommodation. Throws `AmountOutOfRangeError` if an amount exceeds 2^53 - 1.
 */
export function computeStayPrice(
  tariff: Tariff,
  request: StayPriceRequest,
  termsOn?: DayTermsFinder,
): StayPrice {
  const { stay, party, coupon, agreedNightsCents } = request;
  const isAgreed = agreedNightsCents !== undefined;
  const nightlyRates = isAgreed ? [] : computeNightlyRates(tariff, stay, party, termsOn);
  const nightsCents = agreedNightsCents ?? sumCents(nightlyRates.map((night) => night.rateCents));
  const charges = countCharges(isAgreed ? { ...tariff, discounts: [] } : tariff, request);
  const lines = buildStayLines(charges, nightsCents, coupon);
  return { ...sumPriceLines(lines), lines, nightlyRates, couponCode: coupon?.code ?? null };
}

/** The charges of a stay, and how often each is due. */
export interface CountedCharges {
  readonly nights: number;
  /** The discounts that apply to the stay. */
  readonly discounts: readonly Discount[];
  readonly fees: readonly CountedFee[];
  readonly taxes: readonly CountedTax[];
}

/** Counts the charges of a stay. They depend on its dates and guests and not on rates, so many listings can share them. */
export function countCharges(
  { fees, taxes, discounts }: Charges,
  { stay, party, extras, bookedOn }: Pick<StayPriceRequest, 'stay' | 'party' | 'extras' | 'bookedOn'>,
): CountedCharges {
  const nights = countDaysBetween(stay.checkIn, stay.checkOut);
  const counted = { stay, nights, party };
  return {
    nights,
    discounts: listApplyingDiscounts(discounts, {
      nights,
      leadDays: countDaysBetween(bookedOn, stay.checkIn),
    }),
    fees: countFees(fees, extras, counted),
    taxes: countTaxes(taxes, counted),
  };
}

/**
 * The total of a stay whose nights cost an amount, in cents, without a coupon: the grand total of its lines, whose
 * amounts are computed by the same functions. A search needs no lines of the places that it compares.
 */
export function computeTotalCents({ discounts, fees, taxes }: CountedCharges, nightsCents: number): number {
  const discountedCents = nightsCents - (findBestDiscount(discounts, nightsCents)?.savedCents ?? 0);
  let totalCents = discountedCents;
  let taxableFeesCents = 0;
  for (const counted of fees) {
    const feeCents = computeFeeCents(counted, discountedCents);
    totalCents = addCents(totalCents, feeCents);
    if (counted.fee.taxable) taxableFeesCents = addCents(taxableFeesCents, feeCents);
  }
  const bases = { accommodation: discountedCents, fees: taxableFeesCents };
  for (const counted of taxes) {
    const taxCents = computeTaxCents(counted, bases);
    if (!isIncludedTax(counted.tax)) totalCents = addCents(totalCents, taxCents);
  }
  return totalCents;
}

function buildStayLines(charges: CountedCharges, nightsCents: number, coupon: Coupon | null): PriceLine[] {
  const best = findBestDiscount(charges.discounts, nightsCents);
  const leftCents = nightsCents - (best?.savedCents ?? 0);
  const redeemed = coupon && buildCouponLine(coupon, leftCents);
  const discountedCents = leftCents + (redeemed?.amountCents ?? 0);
  const fees = buildFeeLines(charges.fees, discountedCents);
  const bases = { accommodation: discountedCents, fees: sumTaxableCents(fees) };
  return [
    buildAccommodationLine(charges.nights, nightsCents),
    ...(best ? [buildDiscountLine(best, nightsCents)] : []),
    ...(redeemed ? [redeemed] : []),
    ...fees,
    ...buildTaxLines(charges.taxes, bases),
  ];
}

function buildAccommodationLine(nights: number, amountCents: number): PriceLine {
  const labels = { type: 'accommodation', code: 'accommodation', ...nameAsOwn('accommodation') } as const;
  return buildPriceLine({ ...labels, basis: 'night', quantity: nights, amountCents });
}
