/** A constraint of the database prevents double bookings a second time. */
import { countDaysBetween, type Stay, type StayDate } from '../dates/dates.ts';
import { countUnitsLeft, findOccupiedNights } from '../inventory/inventory.ts';
import { countFittingStays } from '../inventory/reseating.ts';
import type { StepBudget } from '../inventory/seating-search.ts';
import { type AvailabilityChecks, chooseChecksOfNewStay } from './checks.ts';
import { buildDatedOffer, type DatedOffer, type ListingOffer } from './offer.ts';
import {
  buildUnavailabilityReason,
  hasClosedNight,
  isRuleBroken,
  REASON_CODES,
  type StayDays,
  type StayFacts,
  type StayOfParty,
  type UnavailabilityReason,
} from './rules.ts';

export interface Availability {
  readonly available: boolean;
  /** Every broken rule, in the order of `REASON_CODES`. Empty if the stay is available. */
  readonly reasons: readonly UnavailabilityReason[];
  readonly unitsLeft: number;
}

/**
 * `today` is the date in the listing's time zone. `checks` names the rules that apply: all of them for a
 * quote and a new booking, fewer for a change. To decide about a change, callers remove the booking's own
 * occupancies from the inventory and pass the preparation days that it was made with. `unitsLeft` is the
 * number of units that could take the whole stay with its preparation nights (for a building 1 or 0), after
 * bookings have moved if the listing allows that, even if another rule fails. It is 0 if a checked night is
 * closed or the listing cannot be booked.
 */
export const decideAvailability = (
  offer: ListingOffer,
  request: StayOfParty,
  today: StayDate,
  checks?: AvailabilityChecks,
): Availability => decideDatedAvailability(buildDatedOffer(offer, today), request, checks);

/** For many stays of one listing, whose days are prepared once. */
export function decideDatedAvailability(
  dated: DatedOffer,
  request: StayOfParty,
  checks: AvailabilityChecks = chooseChecksOfNewStay(request.stay),
): Availability {
  const { inventory, terms } = dated.offer;
  const fittingCount = countFittingStays(inventory, findOccupiedNights(request.stay, terms.preparationDays));
  const facts = collectStayFacts(dated, request, findStayDays(dated, request.stay, checks), fittingCount);
  const broken = REASON_CODES.filter((code) => checks.rules.has(code) && isRuleBroken(code, facts));
  const cannotBeSold = hasClosedNight(facts) || broken.includes('listing_not_bookable');
  return {
    available: broken.length === 0,
    reasons: broken.map((code) => buildUnavailabilityReason(code, facts)),
    unitsLeft: cannotBeSold ? 0 : countUnitsLeft(inventory, fittingCount),
  };
}

/**
 * Gives neither reasons nor a count, so it is cheaper for many stays or listings. A caller that has looked up
 * the days of the stay passes them.
 */
export function isStayAvailable(
  dated: DatedOffer,
  request: StayOfParty,
  checks: AvailabilityChecks = chooseChecksOfNewStay(request.stay),
  { stepBudget, days }: { stepBudget?: StepBudget; days?: StayDays } = {},
): boolean {
  const { inventory, terms } = dated.offer;
  const span = findOccupiedNights(request.stay, terms.preparationDays);
  const fittingCount = countFittingStays(inventory, span, 1, stepBudget);
  const daysOfStay = days ?? findStayDays(dated, request.stay, checks);
  const facts = collectStayFacts(dated, request, daysOfStay, fittingCount);
  return REASON_CODES.every((code) => !checks.rules.has(code) || !isRuleBroken(code, facts));
}

const findStayDays = (
  { dayOn }: Pick<DatedOffer, 'dayOn'>,
  stay: Stay,
  checks: AvailabilityChecks,
): StayDays => ({
  arrival: dayOn(stay.checkIn),
  departure: dayOn(stay.checkOut),
  nights: checks.nights.map(dayOn),
});

const collectStayFacts = (
  { offer, today }: DatedOffer,
  { stay, party }: StayOfParty,
  { arrival, departure, nights }: StayDays,
  fittingCount: number,
): StayFacts => ({
  offer,
  stay,
  party,
  today,
  arrival,
  departure,
  nightCount: countDaysBetween(stay.checkIn, stay.checkOut),
  nights,
  fittingCount,
});
