import { datesBetween, daysBetween, type StayDate } from '../dates.ts';
import { freeUnitsByNight, occupiedSpan, unitsLeft } from '../inventory.ts';
import { countFitting, type Looks } from '../reseating.ts';
import { type Checks, checksOfNewStay, type StayOfGuests } from './checks.ts';
import { type Offer, type OfferDay, type SeenOffer, seenFrom } from './offer.ts';
import * as reasons from './reasons.ts';

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
  readonly nightCount: number;
  /** The nights that `Checks` names. */
  readonly nights: readonly OfferDay[];
  /** How many such stays could be sold, if nothing else were wrong, up to as many as the caller asks for. */
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
  seen: SeenOffer,
  wanted: StayOfGuests,
  checks: Checks = checksOfNewStay(wanted.stay),
): Availability {
  const facts = factsOf(seen, wanted, checks);
  const { inventory } = seen.offer;
  const failed = reasons.reasonCodes.filter((code) => checks.rules.has(code) && fails[code](facts));
  const cannotBeSold = hasClosedNight(facts) || failed.includes('listing_not_bookable');
  return {
    available: failed.length === 0,
    reasons: failed.map((code) => reasonOf[code](facts)),
    unitsLeft: cannotBeSold ? 0 : unitsLeft(inventory, facts.fittingCount),
  };
}

/** Whether a stay is available. It gives neither reasons nor a count, so it is the cheaper one for many stays or listings. */
export function isAvailable(
  seen: SeenOffer,
  wanted: StayOfGuests,
  checks: Checks = checksOfNewStay(wanted.stay),
  looks?: Looks,
): boolean {
  const facts = factsOf(seen, wanted, checks, (inventory, span) => countFitting(inventory, span, 1, looks));
  return reasons.reasonCodes.every((code) => !checks.rules.has(code) || !fails[code](facts));
}

function factsOf(
  { offer, today, dayOn }: SeenOffer,
  { stay, guests }: StayOfGuests,
  checks: Checks,
  count: typeof countFitting = countFitting,
): Facts {
  return {
    offer,
    stay,
    guests,
    today,
    arrival: dayOn(stay.checkIn),
    departure: dayOn(stay.checkOut),
    nightCount: daysBetween(stay.checkIn, stay.checkOut),
    nights: checks.nights.map(dayOn),
    fittingCount: count(offer.inventory, occupiedSpan(stay, offer.terms.preparationDays)),
  };
}

const hasClosedNight = ({ nights }: Facts) => nights.some((night) => night.closed);

/** The table of section 6, row by row: whether a rule fails. */
const fails: Record<reasons.ReasonCode, (facts: Facts) => boolean> = {
  listing_not_bookable: ({ offer }) => !offer.bookable,
  past_date: ({ arrival }) => arrival.isPast,
  advance_notice: ({ arrival }) => arrival.isTooSoon,
  booking_window: ({ nights }) => nights.some((night) => night.isBeyondWindow),
  guests_exceeded: ({ offer, guests }) => guests > offer.terms.maxGuests,
  min_stay: ({ nightCount, arrival }) => nightCount < arrival.minStay,
  max_stay: ({ nightCount, arrival }) => arrival.maxStay !== null && nightCount > arrival.maxStay,
  closed_for_arrival: ({ arrival }) => arrival.closedForArrival,
  closed_for_departure: ({ departure }) => departure.closedForDeparture,
  // If no unit (for a building: not every unit) is or can be made free for the whole stay and its preparation nights.
  dates_unavailable: (facts) =>
    hasClosedNight(facts) || unitsLeft(facts.offer.inventory, facts.fittingCount) === 0,
};

/** The reason that each failed rule gives. */
const reasonOf: Record<reasons.ReasonCode, (facts: Facts) => reasons.Reason> = {
  listing_not_bookable: reasons.listingNotBookable,

  past_date: ({ arrival }) => reasons.pastDate(arrival.date),

  advance_notice: ({ offer, today, arrival }) =>
    reasons.advanceNotice(offer.terms.advanceNoticeDays ?? 0, daysBetween(today, arrival.date), arrival.date),

  booking_window: ({ offer, today, nights }) => {
    const beyond = nights.filter((night) => night.isBeyondWindow).map((night) => night.date);
    return reasons.bookingWindow(
      offer.terms.bookingWindowDays ?? 0,
      daysBetween(today, beyond.at(-1) ?? today),
      beyond,
    );
  },

  guests_exceeded: ({ offer, guests }) => reasons.guestsExceeded(offer.terms.maxGuests, guests),
  min_stay: ({ nightCount, arrival }) => reasons.minStay(arrival.minStay, nightCount),
  max_stay: ({ nightCount, arrival }) => reasons.maxStay(arrival.maxStay ?? nightCount, nightCount),
  closed_for_arrival: ({ arrival }) => reasons.closedForArrival(arrival.date),
  closed_for_departure: ({ departure }) => reasons.closedForDeparture(departure.date),
  dates_unavailable: datesUnavailable,
};

/**
 * The dates are the closed nights and the nights on which nothing can be sold. If every night has a free unit but never
 * the same one, the dates are those on which any unit is taken.
 */
function datesUnavailable({ offer, stay, nights }: Facts): reasons.Reason {
  const { inventory, terms } = offer;
  const closed = new Set(nights.filter((night) => night.closed).map((night) => night.date));
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
