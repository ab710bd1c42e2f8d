import type { FieldMessages } from '../outcome.ts';
import type { WriteResult } from '../write.ts';
import type { BookingService } from './service.ts';

/** The outcome of a request to book or cancel, for metrics. */
export type BookingOutcome =
  | { kind: 'created' }
  | { kind: 'cancelled' }
  /** Not booked. The reason is the first field in the answer's errors. */
  | { kind: 'refused'; reason: RefusalReason };
export type RefusalReason = 'availability' | 'number_of_guests' | 'coupon_code' | 'other';
export type OnBookingOutcome = (outcome: BookingOutcome) => void;

const REASONS = ['availability', 'number_of_guests', 'coupon_code'] as const;

/** Wraps the service so that it reports bookings, refusals and cancellations. A repeated answer reports nothing. */
export function reportOutcomes(bookings: BookingService, onOutcome: OnBookingOutcome): BookingService {
  const reportBooking = <Result extends WriteResult<unknown>>(result: Result): Result => {
    if (result.kind === 'done') onOutcome({ kind: 'created' });
    if (isRefusedBooking(result)) onOutcome({ kind: 'refused', reason: reasonOf(result.refusal.errors) });
    return result;
  };
  const reportCancellation = <Result extends WriteResult<unknown>>(result: Result): Result => {
    if (result.kind === 'done') onOutcome({ kind: 'cancelled' });
    return result;
  };
  return {
    ...bookings,
    createBooking: async (...wish) => reportBooking(await bookings.createBooking(...wish)),
    createSiteBooking: async (...wish) => reportBooking(await bookings.createSiteBooking(...wish)),
    cancelBooking: async (...wish) => reportCancellation(await bookings.cancelBooking(...wish)),
    withdrawSiteBooking: async (...wish) => reportCancellation(await bookings.withdrawSiteBooking(...wish)),
  };
}

type RefusedBooking = { kind: 'refused'; refusal: { reason: 'invalid'; errors: FieldMessages } };

/** A key that was used for another request refuses the request. That is not a refused booking. */
const isRefusedBooking = (result: WriteResult<unknown>): result is RefusedBooking =>
  result.kind === 'refused' && result.refusal.reason === 'invalid';

const reasonOf = (errors: FieldMessages): RefusalReason =>
  REASONS.find((field) => Object.hasOwn(errors, field)) ?? 'other';
