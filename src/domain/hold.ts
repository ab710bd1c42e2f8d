import type { BookingStatus } from './vocabulary.ts';

/** A pending booking with `expiresAt` is a hold: it keeps its nights and its price only until then. */
interface Hold {
  readonly status: BookingStatus;
  readonly expiresAt: Date | null;
}

/** Whether a hold has lapsed, so that its nights and its coupon are free (contract, section 15, "Holds"). */
export const hasLapsed = ({ status, expiresAt }: Hold, now: Date): boolean =>
  status === 'pending' && expiresAt !== null && expiresAt <= now;

/** When a hold of so many minutes, made now, lapses. Null means never. */
export const expiryOf = (minutes: number | null, now: Date): Date | null =>
  minutes === null ? null : new Date(now.getTime() + minutes * 60_000);

/** The `cancellation_reason` of a booking whose hold has lapsed. */
export const EXPIRED = 'expired';

/** The sentence that refuses a write on a booking whose hold has lapsed. */
export const HOLD_HAS_LAPSED = 'The hold of this booking has lapsed, so the booking is cancelled.';

/**
 * The lapsed holds that must be cancelled before a coupon can be redeemed once more: as many as its maximum needs, the
 * first to lapse first.
 */
export function holdsToRedeem(coupon: {
  readonly maxRedemptions: number | null;
  readonly redemptions: number;
  readonly lapsedIds: readonly string[];
}): readonly string[] {
  const { maxRedemptions, redemptions, lapsedIds } = coupon;
  if (maxRedemptions === null) return [];
  return lapsedIds.slice(0, Math.max(0, redemptions + lapsedIds.length + 1 - maxRedemptions));
}
