import { Invalid } from '../errors.ts';

const REASONS = ['availability', 'number_of_guests', 'coupon_code'] as const;
type RefusalReason = (typeof REASONS)[number] | 'other';

/**
 * The outcome of a request to book or cancel, for metrics. A request whose stored answer is repeated has no
 * outcome.
 */
type BookingOutcome =
  | { kind: 'created' }
  | { kind: 'cancelled' }
  /**
   * The outcome of a request that made no booking. The reason of the outcome is the first field in the answer's
   * errors.
   */
  | { kind: 'refused'; reason: RefusalReason };
export type OnBookingOutcome = (outcome: BookingOutcome) => void;

/** Reports the outcome of a write: a booking that is made, refused or cancelled. A preview has no outcome. */
export async function reportBookingOutcome<Value>(
  { onBookingOutcome }: { onBookingOutcome: OnBookingOutcome },
  kind: 'created' | 'cancelled',
  written: Promise<Value>,
  { isPreview = false }: { isPreview?: boolean | undefined } = {},
): Promise<Value> {
  if (isPreview) return written;
  try {
    const value = await written;
    onBookingOutcome({ kind });
    return value;
  } catch (error) {
    // A request whose idempotency key was used for another request is refused, but that is not a refused booking.
    if (kind === 'created' && error instanceof Invalid) {
      const reason = REASONS.find((field) => Object.hasOwn(error.messages, field)) ?? 'other';
      onBookingOutcome({ kind: 'refused', reason });
    }
    throw error;
  }
}
