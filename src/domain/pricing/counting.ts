import { addDays, daysBetween, type Stay, type StayDate } from '../dates.ts';
import { countGuests, type Party } from '../party.ts';
import type { TaxBasis } from '../vocabulary.ts';

/** A stay and its party, as charges count them. */
export interface CountedStay {
  readonly stay: Stay;
  readonly nights: number;
  readonly party: Party;
}

/** The persons and the nights that a charge is for. */
export interface Liability {
  /** Ages, both included. Without a first age it is for the guests, whatever their age. */
  readonly agesFrom: number | null;
  readonly agesTo: number | null;
  /** Nights, or days of arrival if it counts no nights. Both dates are included, and null is open. */
  readonly validFrom: StayDate | null;
  readonly validUntil: StayDate | null;
}

/** The age that adults count as. */
const ADULT_AGE = 18;

/** Whether a basis counts persons, so that ages fit it. */
export const COUNTS_PERSONS = {
  stay: false,
  night: false,
  guest: true,
  guest_night: true,
  pet: false,
  pet_night: false,
  percent: false,
  percent_guest_night: true,
} satisfies Record<TaxBasis, boolean>;

/** Whether a basis counts nights. Of any other, the day of arrival decides whether a charge with dates applies. */
export const COUNTS_NIGHTS = {
  stay: false,
  night: true,
  guest: false,
  guest_night: true,
  pet: false,
  pet_night: true,
  percent: false,
  percent_guest_night: true,
} satisfies Record<TaxBasis, boolean>;

/**
 * How many times a charge is due for a stay. A charge that counts nights counts those within its dates, of the first
 * `maxNights` nights (null: of all). Any other charge is due if its dates include the day of arrival.
 */
export function countCharge(
  charge: Liability & { readonly basis: TaxBasis },
  counted: CountedStay,
  maxNights: number | null,
): number {
  const { basis } = charge;
  if (!COUNTS_NIGHTS[basis] && !includesArrival(charge, counted.stay)) return 0;
  const times = COUNTS_NIGHTS[basis] ? countNights(charge, counted, maxNights) : 1;
  return times * COUNT_BY_BASIS[basis](charge, counted.party);
}

/** What a charge counts on each of its nights, or once if it counts no nights. */
const COUNT_BY_BASIS = {
  stay: () => 1,
  night: () => 1,
  guest: countPersons,
  guest_night: countPersons,
  pet: (_, { pets }) => pets,
  pet_night: (_, { pets }) => pets,
  percent: () => 1,
  percent_guest_night: countPersons,
} satisfies Record<TaxBasis, (charge: Liability, party: Party) => number>;

/** Everybody of a charge's ages, infants too. Without ages, the guests. */
function countPersons({ agesFrom, agesTo }: Liability, party: Party): number {
  if (agesFrom === null) return countGuests(party);
  const isLiable = (age: number) => age >= agesFrom && (agesTo === null || age <= agesTo);
  return (isLiable(ADULT_AGE) ? party.adults : 0) + party.childrenAges.filter(isLiable).length;
}

function countNights(
  { validFrom, validUntil }: Liability,
  { stay, nights }: CountedStay,
  maxNights: number | null,
): number {
  const capped = Math.min(nights, maxNights ?? nights);
  if (validFrom === null && validUntil === null) return capped;
  const end = addDays(stay.checkIn, capped);
  const first = validFrom !== null && validFrom > stay.checkIn ? validFrom : stay.checkIn;
  const last = validUntil !== null && validUntil < end ? addDays(validUntil, 1) : end;
  return Math.max(0, daysBetween(first, last));
}

const includesArrival = ({ validFrom, validUntil }: Liability, { checkIn }: Stay): boolean =>
  (validFrom === null || checkIn >= validFrom) && (validUntil === null || checkIn <= validUntil);
