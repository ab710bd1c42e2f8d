import type { Inventory } from './inventory.ts';
import { type DayTerms, dayTermsFrom, type RateSource } from './rates.ts';
import { addDays, type StayDate } from './stay.ts';

/** A listing as it can be had: whether at all, on which terms, and what of it is taken. */
export interface Offer extends RateSource {
  /** As `isBookable` says. */
  readonly bookable: boolean;
  readonly inventory: Inventory;
}

/** One day of an offer, seen from today. The calendar and the availability of a stay are both made of these. */
export interface OfferDay extends DayTerms {
  readonly isPast: boolean;
  /** Not past, but within the advance notice: nobody can arrive. */
  readonly isTooSoon: boolean;
  readonly isBeyondWindow: boolean;
}

/**
 * Answers any day's terms together with what today says of it (contract, section 6: `past_date`, `advance_notice`,
 * `booking_window`). The day exactly `advanceNoticeDays` ahead can be arrived on, the night exactly
 * `bookingWindowDays` ahead can be slept.
 */
export function offerDaysFrom(source: RateSource, today: StayDate): (date: StayDate) => OfferDay {
  const { advanceNoticeDays, bookingWindowDays } = source.terms;
  const termsOn = dayTermsFrom(source);
  const firstArrival = addDays(today, advanceNoticeDays ?? 0);
  const lastNight = bookingWindowDays === null ? null : addDays(today, bookingWindowDays);
  return (date) => {
    const isPast = date < today;
    return {
      ...termsOn(date),
      isPast,
      isTooSoon: !isPast && date < firstArrival,
      isBeyondWindow: lastNight !== null && date > lastNight,
    };
  };
}
