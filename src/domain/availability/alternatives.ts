import { addDays, daysBetween, type Stay } from '../dates.ts';
import type { NightSpan } from '../inventory.ts';
import { LAST_DATE, MAX_STAY_NIGHTS } from '../limits.ts';
import { allLooks } from '../reseating.ts';
import { isAvailable } from './availability.ts';
import { checksOfNewStay, type StayOfGuests } from './checks.ts';
import type { SeenOffer } from './offer.ts';

/** Other stays arrive at most this many days before or after the wanted one. */
const DAYS_AROUND = 14;

/** The days that alternatives may use: from the first arrival to the last departure. */
export const spanOfAlternatives = ({ checkIn }: Stay): NightSpan => ({
  startDate: addDays(checkIn, -DAYS_AROUND),
  endDate: addDays(checkIn, DAYS_AROUND + MAX_STAY_NIGHTS),
});

/**
 * Other available stays of the same listing (contract, section 14, "Other dates"), the best first: those that arrive
 * nearest to the wanted day, then those whose length changes least, then the earlier ones. Each has the wanted number
 * of nights, raised to the minimum or lowered to the maximum of its day of arrival. They are computed one by one,
 * because few are needed.
 */
export function* alternativesTo(seen: SeenOffer, { stay, guests }: StayOfGuests): Generator<Stay> {
  const wantedNights = daysBetween(stay.checkIn, stay.checkOut);
  const candidateOn = (days: number) => {
    const checkIn = addDays(stay.checkIn, days);
    const { minStay, maxStay } = seen.dayOn(checkIn);
    const nights = Math.min(Math.max(wantedNights, minStay), maxStay ?? Number.POSITIVE_INFINITY);
    return { checkIn, nights, change: Math.abs(nights - wantedNights) };
  };
  const looks = allLooks();
  for (let distance = 0; distance <= DAYS_AROUND; distance += 1) {
    // Sorting is stable: of two equal changes, the earlier arrival stays first.
    const candidates = (distance === 0 ? [0] : [-distance, distance])
      .map(candidateOn)
      .sort((a, b) => a.change - b.change);
    for (const { checkIn, nights } of candidates) {
      if (nights > MAX_STAY_NIGHTS) continue;
      const other = { checkIn, checkOut: addDays(checkIn, nights) };
      const wanted = { stay: other, guests };
      if (other.checkOut <= LAST_DATE && isAvailable(seen, wanted, checksOfNewStay(other), looks))
        yield other;
    }
  }
}
