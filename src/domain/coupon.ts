import { daysBetween, type Stay, type StayDate } from './dates.ts';
import { type PriceLine, percentLine } from './pricing/lines.ts';

/**
 * A coupon with its code as stored: a percentage or a fixed amount in cents, and its conditions. Null means no
 * condition.
 */
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
  /** The number of live bookings that use it now. */
  readonly redemptions: number;
  readonly appliesToListing: boolean;
}

export interface CouponRefusal {
  readonly reason:
    | 'coupon_unknown'
    | 'coupon_not_valid_today'
    | 'coupon_stay_dates'
    | 'coupon_min_nights'
    | 'coupon_other_listing'
    | 'coupon_used_up';
  readonly message: string;
}

/**
 * Why a coupon cannot be used for a stay booked today, or null if it can. The first condition that fails decides
 * (contract, section 5, "Coupon"). Pass null for an unknown code: the answer is the same as for an inactive coupon.
 * Windows include both of their dates.
 */
export function checkCoupon(coupon: Coupon | null, stay: Stay, today: StayDate): CouponRefusal | null {
  if (!coupon?.active) {
    return { reason: 'coupon_unknown', message: 'The coupon code is not valid.' };
  }
  if (coupon.validFrom !== null && today < coupon.validFrom) {
    return {
      reason: 'coupon_not_valid_today',
      message: `The coupon code can be used from ${coupon.validFrom} on.`,
    };
  }
  if (coupon.validUntil !== null && today > coupon.validUntil) {
    return {
      reason: 'coupon_not_valid_today',
      message: `The coupon code could be used until ${coupon.validUntil}.`,
    };
  }
  const stayRefusal = checkCouponStay(coupon, stay);
  if (stayRefusal) return stayRefusal;
  if (!coupon.appliesToListing) {
    return { reason: 'coupon_other_listing', message: 'The coupon code is not for this place.' };
  }
  if (coupon.maxRedemptions !== null && coupon.redemptions >= coupon.maxRedemptions) {
    return { reason: 'coupon_used_up', message: 'The coupon code has been used up.' };
  }
  return null;
}

/**
 * Checks the conditions that depend only on the stay: its window and its number of nights. Only these decide whether a
 * booking keeps its coupon when its dates change (contract, section 8, PUT).
 */
export function checkCouponStay(coupon: Coupon, stay: Stay): CouponRefusal | null {
  if (coupon.stayFrom !== null && stay.checkIn < coupon.stayFrom) {
    return {
      reason: 'coupon_stay_dates',
      message: `The coupon code is for stays from ${coupon.stayFrom} on.`,
    };
  }
  if (coupon.stayUntil !== null && stay.checkOut > coupon.stayUntil) {
    return {
      reason: 'coupon_stay_dates',
      message: `The coupon code is for stays that end by ${coupon.stayUntil}.`,
    };
  }
  if (coupon.minNights !== null && daysBetween(stay.checkIn, stay.checkOut) < coupon.minNights) {
    return {
      reason: 'coupon_min_nights',
      message: `The coupon code needs a stay of at least ${coupon.minNights} nights.`,
    };
  }
  return null;
}

/**
 * The line of a coupon, applied to the amount after the automatic discount (contract, section 5.3). Its amount is
 * negative, in cents: a percentage rounded half up, or a fixed amount up to what is left. Returns null if it would be
 * 0.
 */
export function couponLine(coupon: Coupon, leftCents: number): PriceLine | null {
  const line = lineOf(coupon, leftCents);
  return line.amountCents === 0 ? null : { ...line, amountCents: -line.amountCents };
}

function lineOf({ code, percentPpm, amountCents }: Coupon, leftCents: number): PriceLine {
  const labels = { type: 'discount', code: `coupon:${code}`, name: code } as const;
  if (percentPpm !== null) return percentLine(labels, leftCents, percentPpm);
  if (amountCents === null) throw new TypeError(`The coupon ${code} has neither a percentage nor an amount.`);
  return fixedCouponLine(labels, amountCents, leftCents);
}

function fixedCouponLine(
  labels: { type: 'discount'; code: string; name: string },
  unitAmountCents: number,
  baseAmountCents: number,
): PriceLine {
  return {
    ...labels,
    basis: 'stay',
    quantity: 1,
    unitAmountCents,
    percentPpm: null,
    baseAmountCents,
    amountCents: Math.min(unitAmountCents, baseAmountCents),
    included: false,
  };
}
