import { countDaysBetween, listNights, type Stay, type StayDate } from '../dates.ts';
import { MAX_STAY_NIGHTS } from '../limits.ts';
import { countChildrenOfParty, countGuestsOfParty, type Party } from '../party.ts';
import { REASON_CODES, type ReasonCode } from './rules.ts';

/** The problem with a stay's dates themselves, or null: check-out is not after check-in, or too far from it. */
export function findStayDatesProblem({ checkIn, checkOut }: Stay): 'not_after' | 'too_long' | null {
  if (checkOut <= checkIn) return 'not_after';
  return countDaysBetween(checkIn, checkOut) > MAX_STAY_NIGHTS ? 'too_long' : null;
}

/** The rules that a request must pass. A free unit is always required. */
export interface AvailabilityChecks {
  readonly rules: ReadonlySet<ReasonCode>;
  /** The nights that are checked for the booking window and for being closed, in order. */
  readonly nights: readonly StayDate[];
}

/** A stay, and who stays. */
export interface StayOfParty {
  readonly stay: Stay;
  readonly party: Party;
}

const ALL_REASON_CODES: AvailabilityChecks['rules'] = new Set(REASON_CODES);

/** A quote or a new booking must pass all rules. */
export function chooseChecksOfNewStay(stay: Stay): AvailabilityChecks {
  return { rules: ALL_REASON_CODES, nights: listNights(stay) };
}

/** With `override_rules`, only a free unit is required. */
export function chooseChecksIfOverridden(): AvailabilityChecks {
  return { rules: new Set(['dates_unavailable']), nights: [] };
}

/**
 * A change is checked only for what it changes. The day of arrival is checked if check-in moves, the day of departure
 * if check-out moves, the length if it differs, and each number of guests, children, infants and pets if it differs.
 * Closed nights and the booking window are checked for added nights. Whether the listing is bookable is checked if any
 * date changes.
 */
export function chooseChecksOfChange(before: StayOfParty, after: StayOfParty): AvailabilityChecks {
  const arrives = before.stay.checkIn !== after.stay.checkIn;
  const departs = before.stay.checkOut !== after.stay.checkOut;
  const countStayNights = ({ stay }: StayOfParty) => countDaysBetween(stay.checkIn, stay.checkOut);
  const lasts = countStayNights(before) !== countStayNights(after);
  const touched: Record<ReasonCode, boolean> = {
    listing_not_bookable: arrives || departs,
    past_date: arrives,
    advance_notice: arrives,
    booking_window: true,
    guests_exceeded: countGuestsOfParty(before.party) !== countGuestsOfParty(after.party),
    children_exceeded: countChildrenOfParty(before.party) !== countChildrenOfParty(after.party),
    infants_exceeded: before.party.infants !== after.party.infants,
    pets_exceeded: before.party.pets !== after.party.pets,
    min_stay: lasts,
    max_stay: lasts,
    closed_for_arrival: arrives,
    closed_for_departure: departs,
    dates_unavailable: true,
  };
  const hadNight = (night: StayDate) => night >= before.stay.checkIn && night < before.stay.checkOut;
  return {
    rules: new Set(REASON_CODES.filter((code) => touched[code])),
    nights: listNights(after.stay).filter((night) => !hadNight(night)),
  };
}
