import { createOfferDayFinder, findLastNight, type ListingOffer } from './availability/offer.ts';
import { addDays, listDatesBetween, type StayDate } from './dates/dates.ts';
import { countUnitsLeft } from './inventory/inventory.ts';
import { countFittingStaysByNight } from './inventory/reseating.ts';
import { findExceededBound } from './pricing/bounds.ts';

export interface CalendarDay {
  readonly date: StayDate;
  readonly available: boolean;
  readonly status: 'available' | 'unavailable';
  readonly unitsLeft: number;
  readonly dayRateCents: number;
  readonly minStay: number;
  readonly maxStay: number | null;
  readonly closedForArrival: boolean;
  readonly closedForDeparture: boolean;
}

/** Both dates are included. */
export interface CalendarDateRange {
  readonly startDate: StayDate;
  readonly endDate: StayDate;
}

/**
 * One entry per day. A night is available if the listing is bookable, the night is neither past nor beyond
 * the booking window nor closed, and a unit (for a building: every unit) is or can be made free on it and on
 * the preparation nights after it. Days and inventory are those of `decideAvailability`, so the two cannot
 * disagree.
 */
export function buildListingCalendar(
  offer: ListingOffer,
  window: CalendarDateRange,
  today: StayDate,
): CalendarDay[] {
  const span = { startDate: window.startDate, endDate: addDays(window.endDate, 1) };
  const dayOn = createOfferDayFinder(offer, today);
  const lastNight = findLastNight(offer.terms, today);
  const fittingByNight = countFittingStaysByNight(offer.inventory, span, offer.terms.preparationDays);
  return listDatesBetween(span.startDate, span.endDate).map((date, index) => {
    const day = dayOn(date);
    const isNightOpen = offer.bookable && !day.isPast && !day.isBeyondWindow && !day.closed;
    const unitsLeft = isNightOpen ? countUnitsLeft(offer.inventory, fittingByNight[index] ?? 0) : 0;
    const available = unitsLeft > 0;
    return {
      date,
      available,
      status: available ? 'available' : 'unavailable',
      unitsLeft,
      dayRateCents: day.baseRateCents,
      minStay: day.minStay,
      maxStay: day.maxStay,
      closedForArrival: day.closedForArrival || day.isTooSoon || findExceededBound(day, lastNight) !== null,
      closedForDeparture: day.closedForDeparture,
    };
  });
}
