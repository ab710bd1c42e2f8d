import type { FieldMessages } from '../outcome.ts';
import type { WriteResult } from '../write.ts';
import type { BookingService } from './service.ts';

/** What became of a wish to book or to cancel, for whoever counts them. */
export type BookingOutcome =
  | { kind: 'created' }
  | { kind: 'cancelled' }
  /** Not booked, by the field that the caller was told first. */
  | { kind: 'refused'; reason: RefusalReason };
export type RefusalReason = 'availability' | 'number_of_guests' | 'coupon_code' | 'other';
export type OnBookingOutcome = (outcome: BookingOutcome) => void;

const REASONS = ['availability', 'number_of_guests', 'coupon_code'] as const;

/** The same service, which also tells what was booked, refused and cancelled. An answer given again tells nothing. */
export function reportOutcomes(bookings: BookingService, onOutcome: OnBookingOutcome): BookingService {
  return {
    ...bookings,
    async createBooking(...wish) {
      const result = await bookings.createBooking(...wish);
      if (result.kind === 'done') onOutcome({ kind: 'created' });
      if (isRefusedBooking(result)) onOutcome({ kind: 'refused', reason: reasonOf(result.refusal.errors) });
      return result;
    },
    async cancelBooking(...wish) {
      const result = await bookings.cancelBooking(...wish);
      if (result.kind === 'done') onOutcome({ kind: 'cancelled' });
      return result;
    },
  };
}

type RefusedBooking = { kind: 'refused'; refusal: { reason: 'invalid'; errors: FieldMessages } };

/** A key that was used for another request refuses that request, and no booking. */
const isRefusedBooking = (result: WriteResult<unknown>): result is RefusedBooking =>
  result.kind === 'refused' && result.refusal.reason === 'invalid';

const reasonOf = (errors: FieldMessages): RefusalReason =>
  REASONS.find((field) => Object.hasOwn(errors, field)) ?? 'other';
