import { addDays, countDaysBetween, type Stay, type StayDate } from '../dates/dates.ts';
import { countGuestsOfParty, type Party } from '../party.ts';
import type { TaxBasis } from '../vocabulary.ts';

/** What charges count in a stay: its nights and its party. */
export interface ChargedStay {
  readonly stay: Stay;
  readonly nights: number;
  readonly party: Party;
}

/** The persons and the nights for which a charge is due. */
export interface ChargedPersonsAndNights {
  /**
   * The ages that a charge is for, from the first to the last, both included. Without a first age in its range,
   * a charge is for the guests, whatever their age.
   */
  readonly agesFrom: number | null;
  readonly agesTo: number | null;
  /**
   * A range of nights, or of days of arrival for a charge that counts no nights. Both ends of a charge's
   * range of dates are included, and null means no limit.
   */
  readonly validFrom: StayDate | null;
  readonly validUntil: StayDate | null;
}

/** The age that adults count as in charges that are for some ages only. */
const AGE_OF_ADULTS = 18;

/** Whether a basis counts persons, so that it can be limited to ages. */
export const IS_COUNTED_BY_PERSON = {
  stay: false,
  night: false,
  guest: true,
  guest_night: true,
  pet: false,
  pet_night: false,
  percent: false,
  percent_guest_night: true,
} satisfies Record<TaxBasis, boolean>;

/** Whether a basis counts pets. */
export const IS_COUNTED_BY_PET = {
  stay: false,
  night: false,
  guest: false,
  guest_night: false,
  pet: true,
  pet_night: true,
  percent: false,
  percent_guest_night: false,
} satisfies Record<TaxBasis, boolean>;

/**
 * Whether a basis counts nights. If a basis does not count nights, the day of arrival decides whether a charge with
 * dates applies.
 */
export const IS_COUNTED_BY_NIGHT = {
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
 * How many times a charge is due for a stay. A charge that counts nights counts those within its dates, of
 * the first `maxNights` nights (null: of all). A charge that does not count nights is due if its dates
 * include the day of arrival.
 */
export function countTimesCharged(
  charge: ChargedPersonsAndNights & { readonly basis: TaxBasis },
  counted: ChargedStay,
  maxNights: number | null,
): number {
  const { basis } = charge;
  if (!IS_COUNTED_BY_NIGHT[basis] && !isChargedOnArrival(charge, counted.stay)) return 0;
  const times = IS_COUNTED_BY_NIGHT[basis] ? countChargedNights(charge, counted, maxNights) : 1;
  return times * COUNTER_BY_CHARGE_BASIS[basis](charge, counted.party);
}

/** What each basis counts, such as guests or pets: on each night, or once if the basis does not count nights. */
const COUNTER_BY_CHARGE_BASIS = {
  stay: () => 1,
  night: () => 1,
  guest: countChargedPersons,
  guest_night: countChargedPersons,
  pet: (_, { pets }) => pets,
  pet_night: (_, { pets }) => pets,
  percent: () => 1,
  percent_guest_night: countChargedPersons,
} satisfies Record<TaxBasis, (charge: ChargedPersonsAndNights, party: Party) => number>;

/**
 * The number of people whose age a charge is for, infants too. A charge without a range of ages is for the
 * guests.
 */
function countChargedPersons({ agesFrom, agesTo }: ChargedPersonsAndNights, party: Party): number {
  if (agesFrom === null) return countGuestsOfParty(party);
  const isLiable = (age: number) => age >= agesFrom && (agesTo === null || age <= agesTo);
  return (isLiable(AGE_OF_ADULTS) ? party.adults : 0) + party.childrenAges.filter(isLiable).length;
}

function countChargedNights(
  { validFrom, validUntil }: ChargedPersonsAndNights,
  { stay, nights }: ChargedStay,
  maxNights: number | null,
): number {
  const capped = Math.min(nights, maxNights ?? nights);
  if (validFrom === null && validUntil === null) return capped;
  const end = addDays(stay.checkIn, capped);
  const first = validFrom !== null && validFrom > stay.checkIn ? validFrom : stay.checkIn;
  const last = validUntil !== null && validUntil < end ? addDays(validUntil, 1) : end;
  return Math.max(0, countDaysBetween(first, last));
}

const isChargedOnArrival = ({ validFrom, validUntil }: ChargedPersonsAndNights, { checkIn }: Stay): boolean =>
  (validFrom === null || checkIn >= validFrom) && (validUntil === null || checkIn <= validUntil);
