import { countDaysBetween, listNights, type Stay, type StayDate } from '../dates/dates.ts';
import { MAX_STAY_NIGHTS } from '../limits.ts';
import { countChildrenOfParty, countGuestsOfParty } from '../party.ts';
import { REASON_CODES, type ReasonCode, type StayOfParty } from './rules.ts';

/** Check-out is not after check-in, or too far from it. */
export function findStayDatesProblem({ checkIn, checkOut }: Stay): 'not_after' | 'too_long' | null {
  if (checkOut <= checkIn) return 'not_after';
  return countDaysBetween(checkIn, checkOut) > MAX_STAY_NIGHTS ? 'too_long' : null;
}

/** Besides these rules, every request needs a free unit. */
export interface AvailabilityChecks {
  readonly rules: ReadonlySet<ReasonCode>;
  /** The nights that must be open for booking and not too far ahead, in order. */
  readonly nights: readonly StayDate[];
}

const ALL_REASON_CODES: AvailabilityChecks['rules'] = new Set(REASON_CODES);

export function chooseChecksOfNewStay(stay: Stay): AvailabilityChecks {
  return { rules: ALL_REASON_CODES, nights: listNights(stay) };
}

/** All rules, like a new stay, but coming too soon only if check-in moves as well. */
export function chooseChecksOfMove(before: StayOfParty, after: StayOfParty): AvailabilityChecks {
  const { rules, nights } = chooseChecksOfNewStay(after.stay);
  const isArrivalChanged = before.stay.checkIn !== after.stay.checkIn;
  return { rules: isArrivalChanged ? rules : rules.difference(RULES_OF_ARRIVING_SOON), nights };
}

const RULES_OF_ARRIVING_SOON: ReadonlySet<ReasonCode> = new Set(['past_date', 'advance_notice']);

/** With `override_rules`, a request is only refused if no unit is free. */
export function chooseChecksIfOverridden(): AvailabilityChecks {
  return { rules: new Set(['dates_unavailable']), nights: [] };
}

/**
 * Only the rules that the change concerns: the day of arrival if check-in moves, the day of departure if
 * check-out moves, the length and each number of guests, children, infants and pets if it differs, closed
 * nights and the booking window for added nights. The listing must be bookable if any date changes.
 */
export function chooseChecksOfChange(before: StayOfParty, after: StayOfParty): AvailabilityChecks {
  const isArrivalChanged = before.stay.checkIn !== after.stay.checkIn;
  const isDepartureChanged = before.stay.checkOut !== after.stay.checkOut;
  const countStayNights = ({ stay }: StayOfParty) => countDaysBetween(stay.checkIn, stay.checkOut);
  const isLengthChanged = countStayNights(before) !== countStayNights(after);
  const isRuleTouched: Record<ReasonCode, boolean> = {
    listing_not_bookable: isArrivalChanged || isDepartureChanged,
    past_date: isArrivalChanged,
    advance_notice: isArrivalChanged,
    booking_window: true,
    guests_exceeded: countGuestsOfParty(before.party) !== countGuestsOfParty(after.party),
    children_exceeded: countChildrenOfParty(before.party) !== countChildrenOfParty(after.party),
    infants_exceeded: before.party.infants !== after.party.infants,
    pets_exceeded: before.party.pets !== after.party.pets,
    min_stay: isLengthChanged,
    max_stay: isLengthChanged,
    closed_for_arrival: isArrivalChanged,
    closed_for_departure: isDepartureChanged,
    dates_unavailable: true,
  };
  const hadNight = (night: StayDate) => night >= before.stay.checkIn && night < before.stay.checkOut;
  return {
    rules: new Set(REASON_CODES.filter((code) => isRuleTouched[code])),
    nights: listNights(after.stay).filter((night) => !hadNight(night)),
  };
}
