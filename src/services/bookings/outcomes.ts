import { Invalid } from '../errors.ts';
import type { WriteDependencies } from '../write.ts';

const REASONS = ['availability', 'number_of_guests', 'coupon_code'] as const;
export type RefusalReason = (typeof REASONS)[number] | 'other';

/** The outcome of a request to book or cancel, for metrics. A repeated answer is none. */
export type BookingOutcome =
  | { kind: 'created' }
  | { kind: 'cancelled' }
  /** Not booked. The reason is the first field in the answer's errors. */
  | { kind: 'refused'; reason: RefusalReason };
export type OnBookingOutcome = (outcome: BookingOutcome) => void;

/** The dependencies of the writes that report what came of them. */
export type BookingDependencies = WriteDependencies & { onBookingOutcome: OnBookingOutcome };

/** Reports whether a booking is made or refused. */
export async function reportBooking<Value>(
  { onBookingOutcome }: BookingDependencies,
  booking: Promise<Value>,
): Promise<Value> {
  try {
    const made = await booking;
    onBookingOutcome({ kind: 'created' });
    return made;
  } catch (error) {
    // A key that was used for another request refuses the request. That is not a refused booking.
    if (error instanceof Invalid) {
      const reason = REASONS.find((field) => Object.hasOwn(error.messages, field)) ?? 'other';
      onBookingOutcome({ kind: 'refused', reason });
    }
    throw error;
  }
}

/** Reports that a booking is cancelled. */
export async function reportCancellation<Value>(
  { onBookingOutcome }: BookingDependencies,
  booking: Promise<Value>,
): Promise<Value> {
  const cancelled = await booking;
  onBookingOutcome({ kind: 'cancelled' });
  return cancelled;
}
