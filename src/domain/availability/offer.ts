import { addDays, type StayDate } from '../dates.ts';
import type { Inventory } from '../inventory.ts';
import { LAST_ALLOWED_DATE } from '../limits.ts';
import { createDayTermsFinder, type DayTerms, type DayTermsSource } from '../pricing/nightly-rates.ts';

/** A listing with everything that decides about stays: whether it is bookable, its terms, and its taken nights. */
export interface ListingOffer extends DayTermsSource {
  /** Whether the listing can be booked, as `isListingBookable` decides. */
  readonly bookable: boolean;
  readonly inventory: Inventory;
}

/** One day of an offer, with how it relates to today. */
export interface OfferDay extends DayTerms {
  readonly isPast: boolean;
  /** The day is not past, but within the advance notice, so guests cannot arrive. */
  readonly isTooSoon: boolean;
  readonly isBeyondWindow: boolean;
}

/** An offer seen from one day, with a look-up of its days that serves the rules, the price and many stays. */
export interface DatedOffer {
  readonly offer: ListingOffer;
  readonly today: StayDate;
  readonly dayOn: (date: StayDate) => OfferDay;
}

export function buildDatedOffer(offer: ListingOffer, today: StayDate): DatedOffer {
  const daysFrom = createOfferDayFinder(offer, today);
  const known = new Map<StayDate, OfferDay>();
  return { offer, today, dayOn: (date) => known.getOrInsertComputed(date, daysFrom) };
}

/**
 * Returns a function that gives any day's terms together with its relation to today (`past_date`, `advance_notice`,
 * `booking_window`). Guests can arrive exactly `advanceNoticeDays` ahead, and sleep on the night exactly
 * `bookingWindowDays` ahead. No stay ends after `LAST_ALLOWED_DATE`, so the night that begins then is closed.
 */
export function createOfferDayFinder(source: DayTermsSource, today: StayDate): (date: StayDate) => OfferDay {
  const { advanceNoticeDays, bookingWindowDays } = source.terms;
  const termsOn = createDayTermsFinder(source);
  const firstArrival = addDays(today, advanceNoticeDays ?? 0);
  const lastNight = bookingWindowDays === null ? null : addDays(today, bookingWindowDays);
  return (date) => {
    const isPast = date < today;
    const terms = termsOn(date);
    return {
      ...terms,
      closed: terms.closed || date >= LAST_ALLOWED_DATE,
      isPast,
      isTooSoon: !isPast && date < firstArrival,
      isBeyondWindow: lastNight !== null && date > lastNight,
    };
  };
}
