import { addDays, type StayDate } from '../dates/dates.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { LAST_ALLOWED_DATE } from '../limits.ts';
import { createDayTermsFinder, type DayTerms, type DayTermsSource } from '../pricing/nightly-rates.ts';

/** What decides whether a stay at a listing is available. */
export interface ListingOffer extends DayTermsSource {
  /** As `isListingBookable` decides. */
  readonly bookable: boolean;
  readonly inventory: Inventory;
}

/** Whether the day is past, too soon or too far ahead to book. */
export interface OfferDay extends DayTerms {
  readonly isPast: boolean;
  /** Not past, but within the advance notice: guests cannot arrive. */
  readonly isTooSoon: boolean;
  readonly isBeyondWindow: boolean;
}

/** `dayOn` is one function, so that rules, prices and many stays share the work. */
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
 * Guests can arrive exactly `advanceNoticeDays` ahead, and sleep on the night exactly `bookingWindowDays`
 * ahead. No stay ends after `LAST_ALLOWED_DATE`, so the night that begins then is closed.
 */
export function createOfferDayFinder(source: DayTermsSource, today: StayDate): (date: StayDate) => OfferDay {
  const { advanceNoticeDays } = source.terms;
  const termsOn = createDayTermsFinder(source);
  const firstArrival = addDays(today, advanceNoticeDays ?? 0);
  const lastNight = findLastNight(source.terms, today);
  return (date) => {
    const isPast = date < today;
    const terms = termsOn(date);
    // Named one by one, because a copy by `...` takes several times as long, and searches make many.
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

/** Null if there is no booking window. */
export const findLastNight = (
  { bookingWindowDays }: { bookingWindowDays: number | null },
  today: StayDate,
): StayDate | null => (bookingWindowDays === null ? null : addDays(today, bookingWindowDays));
