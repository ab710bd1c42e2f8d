import type { CancellationPolicy } from './cancellation.ts';
import { mayDateHaveBegun, type StayDate, toInstant } from './dates/dates.ts';
import { BOOKING_STATUSES, type BookingStatus, type SiteCancellationMode } from './vocabulary.ts';

/** None of them can be mistaken for another. */
const CONFIRMATION_CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** One byte for each character. Its 256 values are a multiple of 32 characters, so each is equally likely. */
export const CONFIRMATION_CODE_BYTES = 8;

export const toConfirmationCode = (bytes: Uint8Array): string =>
  Array.from(
    bytes.slice(0, CONFIRMATION_CODE_BYTES),
    (byte) => CONFIRMATION_CODE_CHARACTERS[byte % CONFIRMATION_CODE_CHARACTERS.length],
  ).join('');

/** RFC 5545. Wherever the calendar file comes from, the stay's UID is the same. */
export const buildStayUid = (bookingId: string): string => `${bookingId}@innkeep`;

interface CheckOutMoment {
  readonly checkOut: StayDate;
  /** `HH:MM`, local to the listing. */
  readonly checkOutTime: string;
  readonly timezone: string;
}

export const toCheckOutInstant = ({ checkOut, checkOutTime, timezone }: CheckOutMoment): Date =>
  toInstant(checkOut, checkOutTime, timezone);

type ByStatus<Value = boolean> = Record<BookingStatus, Value>;

const MAY_CHANGE: ByStatus = { pending: true, confirmed: true, completed: false, cancelled: false };
const MAY_BE_CONFIRMED: ByStatus = { pending: true, confirmed: false, completed: false, cancelled: false };
const MAY_BE_CANCELLED: ByStatus = { pending: true, confirmed: true, completed: false, cancelled: false };
const MAY_BE_COMPLETED: ByStatus = { pending: false, confirmed: true, completed: false, cancelled: false };
const MAY_MOVE_TO_MAKE_ROOM: ByStatus = {
  pending: true,
  confirmed: true,
  completed: false,
  cancelled: false,
};
const IS_LIVE_STATUS: ByStatus = { pending: true, confirmed: true, completed: true, cancelled: false };

/** Such a booking keeps its nights and owes its price. */
export const isLiveBookingStatus = (status: BookingStatus): boolean => IS_LIVE_STATUS[status];

export const mayMoveToMakeRoom = (status: BookingStatus): boolean => MAY_MOVE_TO_MAKE_ROOM[status];
export const MOVABLE_BOOKING_STATUSES: readonly BookingStatus[] = BOOKING_STATUSES.filter(mayMoveToMakeRoom);

/** A confirmed booking completes once its check-out time has passed. Null if it has not. */
export function findCompletionInstant(
  booking: CheckOutMoment & { readonly status: BookingStatus },
  now: Date,
): Date | null {
  if (!MAY_BE_COMPLETED[booking.status]) return null;
  // Finding a time zone's offset is slow, so bookings whose check-out date has begun nowhere are ruled out
  // first.
  if (!mayDateHaveBegun(booking.checkOut, now)) return null;
  const at = toCheckOutInstant(booking);
  return at <= now ? at : null;
}

export const findBookingChangeRefusal = (status: BookingStatus): string | null =>
  MAY_CHANGE[status] ? null : `A ${status} booking can no longer be changed.`;

/** Only bookings of some statuses can have a field amended (docs/rules.md, 9.18). */
export type AmendableField = 'adjustments' | 'extras' | 'cancellation_fee';
const AMENDABLE_FIELDS: ByStatus<readonly AmendableField[]> = {
  pending: ['adjustments'],
  confirmed: ['adjustments'],
  completed: ['adjustments', 'extras'],
  cancelled: ['cancellation_fee'],
};

export const mayBeAmended = (status: BookingStatus, field: AmendableField): boolean =>
  AMENDABLE_FIELDS[status].includes(field);

/** Only a pending booking whose dates are not over can be confirmed. */
export function findConfirmationRefusal(
  booking: CheckOutMoment & { readonly status: BookingStatus },
  now: Date,
): string | null {
  if (!MAY_BE_CONFIRMED[booking.status]) return `A ${booking.status} booking cannot be confirmed.`;
  return toCheckOutInstant(booking) <= now ? 'A booking whose dates are over cannot be confirmed.' : null;
}

export const findCancellationRefusal = (status: BookingStatus): string | null =>
  MAY_BE_CANCELLED[status] ? null : `A ${status} booking cannot be cancelled.`;

const WITHDRAWAL_REFUSALS: ByStatus<string | null> = {
  pending: null,
  confirmed: 'This booking is confirmed. Please talk to your host to cancel it.',
  completed: 'A completed booking cannot be withdrawn.',
  cancelled: 'A cancelled booking cannot be withdrawn.',
};

export const findWithdrawalRefusal = (status: BookingStatus): string | null => WITHDRAWAL_REFUSALS[status];

const MAY_GUESTS_CANCEL: Record<SiteCancellationMode, boolean> = { off: false, by_terms: true };

/**
 * A guest may cancel a confirmed booking only if it has cancellation terms and the team lets guests cancel by
 * them.
 */
export function findGuestCancellationRefusal(
  {
    status,
    cancellationPolicy,
  }: { readonly status: BookingStatus; readonly cancellationPolicy: CancellationPolicy | null },
  mode: SiteCancellationMode,
): string | null {
  const isByTerms = status === 'confirmed' && cancellationPolicy !== null && MAY_GUESTS_CANCEL[mode];
  return isByTerms ? null : findWithdrawalRefusal(status);
}

/** Lists, such as children's ages, and objects, such as an adjustment, are compared by their elements. */
const areEqualValues = (one: unknown, other: unknown): boolean =>
  one === other || (isComposite(one) && isComposite(other) && JSON.stringify(one) === JSON.stringify(other));

const isComposite = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

/** As an event stores them: field → [before, after]. */
export function diffFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, [unknown, unknown]> {
  return Object.fromEntries(
    Object.keys(after)
      .filter((field) => !areEqualValues(before[field], after[field]))
      .map((field) => [field, [before[field], after[field]]]),
  );
}

/** A pending booking with `expiresAt` is a hold: it keeps its nights and its price only until then. */
interface Hold {
  readonly status: BookingStatus;
  readonly expiresAt: Date | null;
}

/** The nights and the coupon of a lapsed hold are free. */
export const hasHoldLapsed = ({ status, expiresAt }: Hold, now: Date): boolean =>
  status === 'pending' && expiresAt !== null && expiresAt <= now;

/** Null if the hold never lapses. */
export const computeHoldExpiry = (minutes: number | null, now: Date): Date | null =>
  minutes === null ? null : new Date(now.getTime() + minutes * 60_000);

/** The `cancellation_reason` of a lapsed hold. */
export const HOLD_EXPIRED_REASON = 'expired';

export const HOLD_LAPSED_MESSAGE = 'The hold of this booking has lapsed, so the booking is cancelled.';

/**
 * What must be cancelled so that a coupon with a maximum of redemptions can be used once more: no more than
 * needed, and the first to lapse first.
 */
export function listLapsedHoldsOfCoupon(coupon: {
  readonly maxRedemptions: number | null;
  readonly redemptions: number;
  readonly lapsedIds: readonly string[];
}): readonly string[] {
  const { maxRedemptions, redemptions, lapsedIds } = coupon;
  if (maxRedemptions === null) return [];
  return lapsedIds.slice(0, Math.max(0, redemptions + lapsedIds.length + 1 - maxRedemptions));
}
