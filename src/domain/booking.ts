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

/** The instant at which a confirmed booking completed by itself, where that has come; else null. */
export function completionDue(
  booking: CheckOut & { readonly status: BookingStatus },
  now: Date,
): Date | null {
  if (booking.status !== 'confirmed') return null;
  const at = checkOutInstant(booking);
  return at <= now ? at : null;
}

export type StatusRefusal = {
  readonly reason: 'not_changeable' | 'not_confirmable' | 'not_cancellable';
  readonly message: string;
};

/** Why a booking can no longer be changed, or null where it can: a cancelled or completed one stays as it is. */
export function refusalOfChange(status: BookingStatus): StatusRefusal | null {
  if (status === 'pending' || status === 'confirmed') return null;
  return { reason: 'not_changeable', message: `A ${status} booking can no longer be changed.` };
}

/** Why a booking cannot be confirmed: only a pending one whose dates are not over can be. */
export function refusalOfConfirmation(
  booking: CheckOut & { readonly status: BookingStatus },
  now: Date,
): StatusRefusal | null {
  if (booking.status !== 'pending') {
    return { reason: 'not_confirmable', message: `A ${booking.status} booking cannot be confirmed.` };
  }
  if (checkOutInstant(booking) <= now) {
    return { reason: 'not_confirmable', message: 'A booking whose dates are over cannot be confirmed.' };
  }
  return null;
}

/** Why a booking cannot be cancelled: a cancelled or completed one cannot be. */
export function refusalOfCancellation(status: BookingStatus): StatusRefusal | null {
  if (status === 'pending' || status === 'confirmed') return null;
  return { reason: 'not_cancellable', message: `A ${status} booking cannot be cancelled.` };
}

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
