import { countDaysBetween, type Stay, type StayDate } from './dates/dates.ts';
import { buildPercentPriceLine, buildPriceLine, type PriceLine } from './pricing/lines.ts';

/** A percentage or a fixed amount in cents, and its conditions, each null if it does not apply. */
export interface Coupon {
  readonly code: string;
  readonly percentPpm: number | null;
  readonly amountCents: number | null;
  readonly active: boolean;
  readonly validFrom: StayDate | null;
  readonly validUntil: StayDate | null;
  readonly stayFrom: StayDate | null;
  readonly stayUntil: StayDate | null;
  readonly minNights: number | null;
  readonly maxRedemptions: number | null;
  /** Live bookings that use the coupon now. */
  readonly redemptions: number;
  readonly appliesToListing: boolean;
}

const buildCouponRefusal = <Reason extends `coupon_${string}`>(
  reason: Reason,
  rest: string,
  code: 'unknown' | 'rule' = 'rule',
) => ({
  reason,
  code,
  message: `The coupon code ${rest}`,
});

/**
 * The first condition that fails, or null if the coupon can be used for a stay booked today. Pass null for an
 * unknown code: its answer is the same as for an inactive coupon. Windows of dates include both ends.
 */
export function findCouponRefusal(coupon: Coupon | null, stay: Stay, today: StayDate) {
  if (!coupon?.active) return buildCouponRefusal('coupon_unknown', 'is not valid.', 'unknown');
  const { validFrom, validUntil, maxRedemptions } = coupon;
  if (validFrom !== null && today < validFrom)
    return buildCouponRefusal('coupon_not_valid_today', `can be used from ${validFrom} on.`);
  if (validUntil !== null && today > validUntil)
    return buildCouponRefusal('coupon_not_valid_today', `could be used until ${validUntil}.`);
  const stayRefusal = findCouponStayRefusal(coupon, stay);
  if (stayRefusal) return stayRefusal;
  if (!coupon.appliesToListing) return buildCouponRefusal('coupon_other_listing', 'is not for this place.');
  if (maxRedemptions !== null && coupon.redemptions >= maxRedemptions)
    return buildCouponRefusal('coupon_used_up', 'has been used up.');
  return null;
}

/** Only these conditions decide whether a booking keeps its coupon when its dates change. */
export function findCouponStayRefusal(
  { stayFrom, stayUntil, minNights }: Coupon,
  { checkIn, checkOut }: Stay,
) {
  if (stayFrom !== null && checkIn < stayFrom)
    return buildCouponRefusal('coupon_stay_dates', `is for stays from ${stayFrom} on.`);
  if (stayUntil !== null && checkOut > stayUntil)
    return buildCouponRefusal('coupon_stay_dates', `is for stays that end by ${stayUntil}.`);
  if (minNights !== null && countDaysBetween(checkIn, checkOut) < minNights)
    return buildCouponRefusal('coupon_min_nights', `needs a stay of at least ${minNights} nights.`);
  return null;
}

/**
 * Applies to the accommodation minus the automatic discount: a percentage rounded half up, or a fixed amount
 * up to what is left, as a negative amount in cents. Null if it would be 0.
 */
export function buildCouponLine(coupon: Coupon, leftCents: number): PriceLine | null {
  const line = buildPositiveCouponLine(coupon, leftCents);
  return line.amountCents === 0 ? null : { ...line, amountCents: -line.amountCents };
}

function buildPositiveCouponLine({ code, percentPpm, amountCents }: Coupon, leftCents: number): PriceLine {
  const lineLabels = { type: 'discount', code: `coupon:${code}`, name: code } as const;
  if (percentPpm !== null) return buildPercentPriceLine(lineLabels, leftCents, percentPpm);
  if (amountCents === null) throw new TypeError(`The coupon ${code} has neither a percentage nor an amount.`);
  return buildPriceLine({
    ...lineLabels,
    basis: 'stay',
    quantity: 1,
    unitAmountCents: amountCents,
    baseAmountCents: leftCents,
    amountCents: Math.min(amountCents, leftCents),
  });
}
