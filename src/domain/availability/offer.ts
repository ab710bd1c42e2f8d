import { addDays, type StayDate } from '../dates/dates.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { LAST_ALLOWED_DATE } from '../limits.ts';
import { createDayTermsFinder, type DayTerms, type DayTermsSource } from '../pricing/nightly-rates.ts';

/**
 * An offer: what decides whether a stay at a listing is available, namely whether it is bookable, its rates and
 * rules, and its taken nights.
 */
export interface ListingOffer extends DayTermsSource {
  /** Whether the listing can be booked, as `isListingBookable` decides. */
  readonly bookable: boolean;
  readonly inventory: Inventory;
}

/** The rates and rules of a listing on one day, and whether that day is past, too soon or too far ahead to book. */
export interface OfferDay extends DayTerms {
  readonly isPast: boolean;
  /** Whether the day is not past but within the advance notice, so that guests cannot arrive on it. */
  readonly isTooSoon: boolean;
  readonly isBeyondWindow: boolean;
}

/**
 * A listing's offer as of today. The days of an offer are looked up by one function, so that rules, prices and
 * many stays share the work.
 */
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
 * Returns a function that gives the rates and rules of any day, and whether the day is past, too soon or too
 * far ahead to book. Guests can arrive exactly `advanceNoticeDays` ahead, and sleep on the night exactly
 * `bookingWindowDays` ahead. No stay ends after `LAST_ALLOWED_DATE`, so the night that begins then is closed.
 */
export function createOfferDayFinder(source: DayTermsSource, today: StayDate): (date: StayDate) => OfferDay {
  const { advanceNoticeDays } = source.terms;
  const termsOn = createDayTermsFinder(source);
  const firstArrival = addDays(today, advanceNoticeDays ?? 0);
  const lastNight = findLastNight(source.terms, today);
  return (date) => {
    const isPast = date < today;
    const terms = termsOn(date);
    // The fields are named one by one, because a copy by `...` takes several times as long, and searches make many.
    return {
      date,
      baseRateCents: terms.baseRateCents,
      minStay: terms.minStay,
      maxStay: terms.maxStay,
      closedForArrival: terms.closedForArrival,
      closedForDeparture: terms.closedForDeparture,
      closed: terms.closed || date >= LAST_ALLOWED_DATE,
      isPast,
      isTooSoon: !isPast && date < firstArrival,
      isBeyondWindow: lastNight !== null && date > lastNight,
    };
  };
}

/** The last night that the booking window of a listing allows today, or null if there is no window. */
export const findLastNight = (
  { bookingWindowDays }: { bookingWindowDays: number | null },
  today: StayDate,
): StayDate | null => (bookingWindowDays === null ? null : addDays(today, bookingWindowDays));
