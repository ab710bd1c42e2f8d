/** The price of a booking: new, changed, amended or imported (docs/rules.md, 9.13 to 9.19 and 24.1 to 24.5). */
import type { ChangeKind, PricedStay } from '../booking-change.ts';
import type { Coupon } from '../coupon.ts';
import { countDaysBetween, type StayDate } from '../dates/dates.ts';
import { AmountOutOfRangeError } from '../money.ts';
import { areEqualParties } from '../party.ts';
import { addAdjustments, type PriceAdjustment, removeAdjustments } from './adjustments.ts';
import { computePrice } from './agreed-price.ts';
import { areEqualExtras, type ChosenExtra, limitExtrasToOffered } from './extras.ts';
import { hasTotalBelowZero, type PriceLine, sumPriceLines } from './lines.ts';
import type { DayTermsSource } from './nightly-rates.ts';
import type { Charges, StayPrice } from './price-stay.ts';
import { isCouponLine, repriceCoupon } from './reprice-coupon.ts';
import { addOrigins, repriceExtrasAndPets } from './reprice-extras.ts';

/** What a booking is priced by. */
export interface BookingTariff extends Charges {
  /** Null if they were not read. A change that keeps the price of the nights does without them. */
  readonly rates: DayTermsSource | null;
  /** The coupon that the booking has afterwards, if it fits. Its conditions have been checked. */
  readonly coupon: Coupon | null;
  /** From this day on the lead times of discounts are counted. */
  readonly bookedOn: StayDate;
}

export interface BookingPrice {
  readonly price: StayPrice;
  /** The extras that the price includes, which may be fewer than before, because a listing may offer others. */
  readonly extras: readonly ChosenExtra[];
  /** The coupon that the booking keeps, or null if it is given back. */
  readonly couponKey: string | null;
}

/** Why there is no price: a part is too large to be exact, or brings a total below 0. */
export type PriceRefusal =
  | { readonly refusal: 'too_large'; readonly part: ComputedPart }
  | { readonly refusal: 'below_zero'; readonly part: 'extras' | 'adjustments' | 'rest' };

type ComputedPart = 'nights' | 'extras' | 'coupon' | 'adjustments';

export const isPriceRefusal = (priced: BookingPrice | PriceRefusal): priced is PriceRefusal =>
  'refusal' in priced;

/** A booking before a change, with the lines of its price. */
type BookedStay = PricedStay & { readonly priceLines: readonly PriceLine[] };

/** The price of a new booking. */
export const priceBooking = (wished: PricedStay, tariff: BookingTariff): BookingPrice | PriceRefusal =>
  addLinesByHand(priceAnew(wished, tariff, wished.extras), wished.adjustments);

/**
 * The price of a booking after a change. What the change does not touch keeps its lines (docs/rules.md, 9.13), and
 * the rest is priced by today's rates and charges. In cents.
 */
export const repriceBooking = (
  kind: ChangeKind,
  booked: BookedStay,
  wished: PricedStay,
  tariff: BookingTariff,
): BookingPrice | PriceRefusal =>
  addLinesByHand(REPRICE_BY_KIND[kind](booked, wished, tariff), wished.adjustments);

type Reprice = (booked: BookedStay, wished: PricedStay, tariff: BookingTariff) => BookingPrice | PriceRefusal;

const keepLines: Reprice = (booked, { extras, couponKey }, tariff) => ({
  price: toStayPrice(listLinesOfCharges(booked, tariff)),
  extras,
  couponKey,
});

/** Prices extras and pets anew if they change, and then the coupon if that changes. */
const rechargeLines: Reprice = (booked, wished, tariff) => {
  const charged = rechargeExtras(booked, wished, tariff);
  if (isPriceRefusal(charged) || wished.couponKey === booked.couponKey) return charged;
  const { stay, party } = wished;
  const shared = { nights: countDaysBetween(stay.checkIn, stay.checkOut), party, taxes: tariff.taxes };
  const { lines } = charged.price;
  const repriced = refuseTooLarge('coupon', () => repriceCoupon(lines, tariff.coupon, shared));
  return 'refusal' in repriced ? repriced : { ...charged, price: toStayPrice(repriced.lines) };
};

const rechargeExtras: Reprice = (booked, wished, tariff) => {
  const isKept = areEqualParties(booked.party, wished.party) && areEqualExtras(booked.extras, wished.extras);
  if (isKept) return keepLines(booked, wished, tariff);
  const { stay, party, couponKey } = wished;
  const counted = { stay, party, nights: countDaysBetween(stay.checkIn, stay.checkOut) };
  const before = { lines: listLinesOfCharges(booked, tariff), extras: booked.extras };
  const extras = chooseExtras(booked, wished, tariff);
  const price = refuseTooLarge('extras', () => repriceExtrasAndPets(before, tariff, counted, extras));
  if ('refusal' in price) return price;
  if (hasTotalBelowZero(price)) return { refusal: 'below_zero', part: 'extras' };
  return { price: toStayPrice(price.lines), extras, couponKey };
};

const repriceStay: Reprice = (booked, wished, tariff) =>
  priceAnew(wished, tariff, chooseExtras(booked, wished, tariff));

/** Extras that are not chosen anew stay as far as the listing offers them. */
const chooseExtras = (booked: BookedStay, wished: PricedStay, { fees }: Charges): readonly ChosenExtra[] =>
  areEqualExtras(booked.extras, wished.extras) ? limitExtrasToOffered(fees, booked.extras) : wished.extras;

const REPRICE_BY_KIND = {
  note: keepLines,
  adjust: keepLines,
  recharge: rechargeLines,
  reprice: repriceStay,
  regroup: repriceStay,
  restay: repriceStay,
  relist: repriceStay,
} satisfies Record<ChangeKind, Reprice>;

function priceAnew(
  { stay, party, couponKey, agreed }: PricedStay,
  { rates, coupon, bookedOn, ...charges }: BookingTariff,
  extras: readonly ChosenExtra[],
): BookingPrice | PriceRefusal {
  if (!rates) throw new Error('A stay cannot be priced without rates.');
  const tariff = { ...rates, ...charges };
  const price = refuseTooLarge('nights', () =>
    computePrice(tariff, { stay, party, coupon, extras, bookedOn }, agreed),
  );
  if ('refusal' in price) return price;
  return { price, extras, couponKey: price.couponCode === null ? null : couponKey };
}

function addLinesByHand(
  priced: BookingPrice | PriceRefusal,
  adjustments: readonly PriceAdjustment[],
): BookingPrice | PriceRefusal {
  if (isPriceRefusal(priced)) return priced;
  const price = refuseTooLarge('adjustments', () => addAdjustments(priced.price, adjustments));
  if ('refusal' in price) return price;
  if (price.grandTotalCents < 0) return { refusal: 'below_zero', part: 'adjustments' };
  // A line by hand or a coupon can be all that keeps the lines of another system from 0.
  return hasTotalBelowZero(price) ? { refusal: 'below_zero', part: 'rest' } : { ...priced, price };
}

function refuseTooLarge<Price>(part: ComputedPart, compute: () => Price): Price | PriceRefusal {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof AmountOutOfRangeError)) throw error;
    return { refusal: 'too_large', part };
  }
}

/** The stored lines of a booking without those by hand. Each says what it is of (`addOrigins`). */
const listLinesOfCharges = (
  { priceLines, adjustments }: BookedStay,
  charges: Charges,
): readonly PriceLine[] => removeAdjustments(addOrigins(priceLines, charges), adjustments);

/** Stored lines as a price, without the rate of each night, which a booking does not store. */
function toStayPrice(lines: readonly PriceLine[]): StayPrice {
  const couponCode = lines.find(isCouponLine)?.name ?? null;
  return { ...sumPriceLines(lines), lines: [...lines], nightlyRates: [], couponCode };
}
