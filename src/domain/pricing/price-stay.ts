import { buildCouponLine, type Coupon } from '../coupon.ts';
import { countDaysBetween, type Stay, type StayDate } from '../dates/dates.ts';
import { sumCents } from '../money.ts';
import type { Party } from '../party.ts';
import { buildFeeLines, buildTaxLines, type Fee, sumTaxableCents, type Tax } from './charges.ts';
import { type Discount, findBestDiscountLine } from './discounts.ts';
import type { ChosenExtra } from './extras.ts';
import { buildPriceLine, type PriceLine, type PriceTotals, sumPriceLines } from './lines.ts';
import {
  computeNightlyRates,
  type DayTermsFinder,
  type DayTermsSource,
  type NightlyRate,
} from './nightly-rates.ts';

/**
 * Everything that determines a listing's prices. Fees, taxes and discounts of the tariff are only those that
 * apply to the listing.
 */
export interface Tariff extends DayTermsSource {
  readonly fees: readonly Fee[];
  readonly taxes: readonly Tax[];
  readonly discounts: readonly Discount[];
}

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
  const { stay, party, coupon, extras, bookedOn, agreedNightsCents } = request;
  const isAgreed = agreedNightsCents !== undefined;
  const nights = countDaysBetween(stay.checkIn, stay.checkOut);
  const nightlyRates = isAgreed ? [] : computeNightlyRates(tariff, stay, party, termsOn);
  const nightsCents = agreedNightsCents ?? sumCents(nightlyRates.map((night) => night.rateCents));
  const accommodation = buildAccommodationLine(nights, nightsCents);
  const leadDays = countDaysBetween(bookedOn, stay.checkIn);
  const discount = isAgreed
    ? null
    : findBestDiscountLine(tariff.discounts, nightsCents, { nights, leadDays });
  const leftCents = accommodation.amountCents + (discount?.amountCents ?? 0);
  const redeemed = coupon && buildCouponLine(coupon, leftCents);
  const discountedCents = leftCents + (redeemed?.amountCents ?? 0);
  const counted = { stay, nights, party };
  const fees = buildFeeLines(tariff.fees, extras, discountedCents, counted);
  const taxes = buildTaxLines(tariff.taxes, discountedCents, sumTaxableCents(fees), counted);
  const discounts = [discount, redeemed].filter((line) => line !== null);
  const lines = [accommodation, ...discounts, ...fees, ...taxes];
  return { ...sumPriceLines(lines), lines, nightlyRates, couponCode: coupon?.code ?? null };
}

function buildAccommodationLine(nights: number, amountCents: number): PriceLine {
  const labels = { type: 'accommodation', code: 'accommodation', name: 'Accommodation' } as const;
  return buildPriceLine({ ...labels, basis: 'night', quantity: nights, amountCents });
}
