import { type Checks, checksOfNewStay, type StayOfGuests } from './checks.ts';
import { freeUnitsByNight, occupiedSpan, unitsLeft } from './inventory.ts';
import { countFitting } from './make-room.ts';
import { type Offer, type OfferDay, type SeenOffer, seenFrom } from './offer.ts';
import * as reasons from './reasons.ts';
import { datesBetween, daysBetween, type StayDate } from './stay.ts';

export interface Availability {
  readonly available: boolean;
  /** Every rule that fails, in the contract's order. Empty if the stay is available. */
  readonly reasons: readonly reasons.Reason[];
  readonly unitsLeft: number;
}

/** The facts that the rules check, computed once. */
interface Facts extends StayOfGuests {
  readonly offer: Offer;
  readonly today: StayDate;
  readonly arrival: OfferDay;
  readonly departure: OfferDay;
  /** The nights that `Checks` names. */
  readonly nights: readonly OfferDay[];
  /** How many such stays could be sold, if nothing else were wrong. */
  readonly fittingCount: number;
}

/**
 * Decides whether a stay is available, and gives every reason if it is not (contract, section 6). `today` is the date
 * in the listing's time zone. `checks` names the rules that apply to the request: all of them for a quote and a new
 * booking, fewer for a change. For an existing booking, remove its own occupancies from the inventory and pass the
 * preparation days that it was made with.
 *
 * `unitsLeft` is the number of units that could take the whole stay with its preparation nights (for a building 1 or
 * 0), after bookings have moved if the listing allows that, and even if another rule fails. It is 0 if a checked night
 * is closed or the listing is not bookable.
 */
export const decideAvailability = (
  offer: Offer,
  wanted: StayOfGuests,
  today: StayDate,
  checks?: Checks,
): Availability => decideSeen(seenFrom(offer, today), wanted, checks);

/** The same for one of many stays of an offer. */
export function decideSeen(
  { offer, today, dayOn }: SeenOffer,
  { stay, guests }: StayOfGuests,
  checks: Checks = checksOfNewStay(stay),
): Availability {
  const facts: Facts = {
    offer,
    stay,
    guests,
    today,
    arrival: dayOn(stay.checkIn),
    departure: dayOn(stay.checkOut),
    nights: checks.nights.map(dayOn),
    fittingCount: countFitting(offer.inventory, occupiedSpan(stay, offer.terms.preparationDays)),
  };
  const failed = reasons.reasonCodes
    .filter((code) => checks.rules.has(code))
    .map((code) => rules[code](facts))
    .filter((reason) => reason !== null);
  const cannotBeSold =
    facts.nights.some((night) => night.closed) ||
    failed.some((reason) => reason.code === 'listing_not_bookable');
  return {
    available: failed.length === 0,
    reasons: failed,
    unitsLeft: cannotBeSold ? 0 : unitsLeft(offer.inventory, facts.fittingCount),
  };
}

/** The table of section 6, row by row. Each rule returns its reason if it fails. */
const rules: Record<reasons.ReasonCode, (facts: Facts) => reasons.Reason | null> = {
  listing_not_bookable: ({ offer }) => (offer.bookable ? null : reasons.listingNotBookable()),

  past_date: ({ arrival }) => (arrival.isPast ? reasons.pastDate(arrival.date) : null),

  advance_notice: ({ offer, today, arrival }) => {
    const required = offer.terms.advanceNoticeDays;
    if (required === null || !arrival.isTooSoon) return null;
    return reasons.advanceNotice(required, daysBetween(today, arrival.date), arrival.date);
  },

  booking_window: ({ offer, today, nights }) => {
    const required = offer.terms.bookingWindowDays;
    const beyond = nights.filter((night) => night.isBeyondWindow).map((night) => night.date);
    const lastNight = beyond.at(-1);
    if (required === null || lastNight === undefined) return null;
    return reasons.bookingWindow(required, daysBetween(today, lastNight), beyond);
  },

  guests_exceeded: ({ offer, guests }) =>
    guests > offer.terms.maxGuests ? reasons.guestsExceeded(offer.terms.maxGuests, guests) : null,

  min_stay: ({ stay, arrival }) => {
    const nights = daysBetween(stay.checkIn, stay.checkOut);
    return nights < arrival.minStay ? reasons.minStay(arrival.minStay, nights) : null;
  },

  max_stay: ({ stay, arrival }) => {
    const nights = daysBetween(stay.checkIn, stay.checkOut);
    if (arrival.maxStay === null || nights <= arrival.maxStay) return null;
    return reasons.maxStay(arrival.maxStay, nights);
  },

  closed_for_arrival: ({ arrival }) =>
    arrival.closedForArrival ? reasons.closedForArrival(arrival.date) : null,

  closed_for_departure: ({ departure }) =>
    departure.closedForDeparture ? reasons.closedForDeparture(departure.date) : null,

  dates_unavailable: datesUnavailable,
};

/**
 * Fails if a night is closed, or if no unit (for a building: not every unit) is or can be made free for the whole stay
 * and its preparation nights. The dates are the closed nights and the nights on which nothing can be sold. If every night has a
 * free unit but never the same one, the dates are those on which any unit is taken.
 */
function datesUnavailable({ offer, stay, nights, fittingCount }: Facts): reasons.Reason | null {
  const { inventory, terms } = offer;
  const closed = new Set(nights.filter((night) => night.closed).map((night) => night.date));
  if (closed.size === 0 && unitsLeft(inventory, fittingCount) > 0) return null;
  const span = occupiedSpan(stay, terms.preparationDays);
  const dates = datesBetween(span.startDate, span.endDate);
  // No preparation days here, because the span already includes those of this stay.
  const free = freeUnitsByNight(inventory, span, 0);
  const freeOn = (index: number) => free[index] ?? 0;
  const barred = dates.filter((date, index) => closed.has(date) || unitsLeft(inventory, freeOn(index)) === 0);
  const firstBarred = barred[0];
  if (firstBarred !== undefined) {
    return firstBarred >= stay.checkOut
      ? reasons.noNightsToPrepare(terms.preparationDays, barred)
      : reasons.nightsUnavailable(barred);
  }
  return reasons.noUnitForWholeStay(dates.filter((_, index) => freeOn(index) < inventory.units.length));
}
