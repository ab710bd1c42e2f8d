import { addDays, countDaysBetween, type Stay } from '../dates/dates.ts';
import type { NightSpan } from '../inventory/inventory.ts';
import { createStepBudget } from '../inventory/seating-search.ts';
import { LAST_ALLOWED_DATE, MAX_STAY_NIGHTS } from '../limits.ts';
import { isStayAvailable } from './availability.ts';
import { chooseChecksOfNewStay } from './checks.ts';
import type { DatedOffer } from './offer.ts';
import type { StayOfParty } from './rules.ts';

/** Before or after the requested day of arrival. */
const MAX_ARRIVAL_SHIFT_DAYS = 14;

/** From the earliest arrival to the latest departure. */
export const findSearchedNights = ({ checkIn }: Stay): NightSpan => ({
  startDate: addDays(checkIn, -MAX_ARRIVAL_SHIFT_DAYS),
  endDate: addDays(checkIn, MAX_ARRIVAL_SHIFT_DAYS + MAX_STAY_NIGHTS),
});

/**
 * Other available stays of the same listing, the best first: those that arrive nearest to the requested day,
 * then those whose length changes least, then the earlier ones. Each has the requested number of nights,
 * raised to the minimum or lowered to the maximum of its day of arrival.
 */
export function findAlternativeStays(dated: DatedOffer, { stay, party }: StayOfParty): IteratorObject<Stay> {
  const stepBudget = createStepBudget();
  return listCandidateStays(dated, stay)
    .values()
    .filter((other) =>
      isStayAvailable(dated, { stay: other, party }, chooseChecksOfNewStay(other), { stepBudget }),
    );
}

function listCandidateStays({ dayOn }: DatedOffer, { checkIn, checkOut }: Stay): Stay[] {
  const requested = countDaysBetween(checkIn, checkOut);
  const candidates = Array.from({ length: 2 * MAX_ARRIVAL_SHIFT_DAYS + 1 }, (_, index) => {
    const days = index - MAX_ARRIVAL_SHIFT_DAYS;
    const arrival = addDays(checkIn, days);
    const { minStay, maxStay } = dayOn(arrival);
    const nights = Math.min(Math.max(requested, minStay), maxStay ?? Number.POSITIVE_INFINITY);
    const stay = { checkIn: arrival, checkOut: addDays(arrival, nights) };
    return { stay, nights, distance: Math.abs(days), change: Math.abs(nights - requested) };
  });
  // Sorting is stable: of two equally good stays, the earlier one stays first.
  return candidates
    .filter(({ stay, nights }) => nights <= MAX_STAY_NIGHTS && stay.checkOut <= LAST_ALLOWED_DATE)
    .sort((a, b) => a.distance - b.distance || a.change - b.change)
    .map(({ stay }) => stay);
}
