import { Invalid } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import type { Booking } from './read.ts';
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
  async function reportBooking<Value>(booking: Promise<Value>): Promise<Value> {
    try {
      const made = await booking;
      onOutcome({ kind: 'created' });
      return made;
    } catch (error) {
      // A key that was used for another request refuses the request. That is not a refused booking.
      if (error instanceof Invalid) onOutcome({ kind: 'refused', reason: reasonOf(error.messages) });
      throw error;
    }
  }
  async function reportCancellation(booking: Promise<Booking>): Promise<Booking> {
    const cancelled = await booking;
    onOutcome({ kind: 'cancelled' });
    return cancelled;
  }
  return {
    ...bookings,
    createBooking: (...wish) => reportBooking(bookings.createBooking(...wish)),
    createSiteBooking: (...wish) => reportBooking(bookings.createSiteBooking(...wish)),
    cancelBooking: (...wish) => reportCancellation(bookings.cancelBooking(...wish)),
    withdrawSiteBooking: (...wish) => reportCancellation(bookings.withdrawSiteBooking(...wish)),
  };
}

const reasonOf = (errors: FieldMessages): RefusalReason =>
  REASONS.find((field) => Object.hasOwn(errors, field)) ?? 'other';
