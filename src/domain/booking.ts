import { instantOf, type StayDate } from './stay.ts';
import type { BookingStatus } from './vocabulary.ts';

/** The characters of a confirmation code: none that is taken for another (contract, section 8). */
const CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;

/** How many random bytes a confirmation code is made of: 256 is a multiple of its characters, so each is as likely. */
export const CODE_BYTES = CODE_LENGTH;

/** A confirmation code of random bytes: 8 unambiguous capitals and digits. */
export const codeFromBytes = (bytes: Uint8Array): string =>
  Array.from(bytes.slice(0, CODE_LENGTH), (byte) => CODE_CHARACTERS[byte % CODE_CHARACTERS.length]).join('');

/** Where and when a stay's check-out happens. */
export interface CheckOut {
  readonly checkOut: StayDate;
  /** `HH:MM`, local to the listing. */
  readonly checkOutTime: string;
  readonly timezone: string;
}

/** The instant of a stay's check-out in the listing's zone (contract, section 8). */
export const checkOutInstant = ({ checkOut, checkOutTime, timezone }: CheckOut): Date =>
  instantOf(checkOut, checkOutTime, timezone);

/** What a booking may still become, by its status (contract, section 8). */
interface StatusTraits {
  readonly canChange: boolean;
  readonly canBeConfirmed: boolean;
  readonly canBeCancelled: boolean;
  /** Completes by itself once its check-out time has passed. */
  readonly completes: boolean;
  /** Holds its nights and owes its price: every booking that is not cancelled does, a completed one too. */
  readonly isLive: boolean;
}

const TRAITS = {
  pending: { canChange: true, canBeConfirmed: true, canBeCancelled: true, completes: false, isLive: true },
  confirmed: { canChange: true, canBeConfirmed: false, canBeCancelled: true, completes: true, isLive: true },
  completed: {
    canChange: false,
    canBeConfirmed: false,
    canBeCancelled: false,
    completes: false,
    isLive: true,
  },
  cancelled: {
    canChange: false,
    canBeConfirmed: false,
    canBeCancelled: false,
    completes: false,
    isLive: false,
  },
} satisfies Record<BookingStatus, StatusTraits>;

export const isLive = (status: BookingStatus): boolean => TRAITS[status].isLive;

/** The instant at which a booking completed by itself, or null if that has not come. */
export function completionDue(
  booking: CheckOut & { readonly status: BookingStatus },
  now: Date,
): Date | null {
  if (!TRAITS[booking.status].completes) return null;
  const at = checkOutInstant(booking);
  return at <= now ? at : null;
}

/** The sentence that refuses a change, or null if the booking can be changed. */
export const problemOfChange = (status: BookingStatus): string | null =>
  TRAITS[status].canChange ? null : `A ${status} booking can no longer be changed.`;

/** The same of a confirmation: only a pending booking whose dates are not over can be confirmed. */
export function problemOfConfirmation(
  booking: CheckOut & { readonly status: BookingStatus },
  now: Date,
): string | null {
  if (!TRAITS[booking.status].canBeConfirmed) return `A ${booking.status} booking cannot be confirmed.`;
  return checkOutInstant(booking) <= now ? 'A booking whose dates are over cannot be confirmed.' : null;
}

/** The same of a cancellation. */
export const problemOfCancellation = (status: BookingStatus): string | null =>
  TRAITS[status].canBeCancelled ? null : `A ${status} booking cannot be cancelled.`;

/** Fields that differ, as an event tells them: field → [before, after]. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, [unknown, unknown]> {
  return Object.fromEntries(
    Object.keys(after)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, [before[field], after[field]]]),
  );
}
