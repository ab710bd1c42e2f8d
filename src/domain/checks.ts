import { type ReasonCode, reasonCodes } from './reasons.ts';
import { daysBetween, nightsOf, type Stay, type StayDate } from './stay.ts';

/** Which rules a request has to answer for. A free unit is always asked for. */
export interface Checks {
  readonly rules: ReadonlySet<ReasonCode>;
  /** The nights that are looked at for the booking window and for being closed, in order. */
  readonly nights: readonly StayDate[];
}

/** A stay and the guests in it. */
export interface StayOfGuests {
  readonly stay: Stay;
  readonly guests: number;
}

/** A quote or a new booking answers for everything (contract, section 6). */
export function checksOfNewStay(stay: Stay): Checks {
  return { rules: new Set(reasonCodes), nights: nightsOf(stay) };
}

/** `override_rules` leaves only a free unit (contract, section 8). */
export function checksOverridden(): Checks {
  return { rules: new Set(['dates_unavailable']), nights: [] };
}

/**
 * A change answers only for what it changes (contract, section 8): the day of arrival where check-in moves, the day
 * of departure where check-out does, the length where that differs, the guests where they do; closed nights and the
 * booking window for the nights that it adds; whether the listing is bookable where any date changes.
 */
export function checksOfChange(before: StayOfGuests, after: StayOfGuests): Checks {
  const arrives = before.stay.checkIn !== after.stay.checkIn;
  const departs = before.stay.checkOut !== after.stay.checkOut;
  const lengthOf = ({ stay }: StayOfGuests) => daysBetween(stay.checkIn, stay.checkOut);
  const lasts = lengthOf(before) !== lengthOf(after);
  const touched: Record<ReasonCode, boolean> = {
    listing_not_bookable: arrives || departs,
    past_date: arrives,
    advance_notice: arrives,
    booking_window: true,
    guests_exceeded: before.guests !== after.guests,
    min_stay: lasts,
    max_stay: lasts,
    closed_for_arrival: arrives,
    closed_for_departure: departs,
    dates_unavailable: true,
  };
  const hadNight = (night: StayDate) => night >= before.stay.checkIn && night < before.stay.checkOut;
  return {
    rules: new Set(reasonCodes.filter((code) => touched[code])),
    nights: nightsOf(after.stay).filter((night) => !hadNight(night)),
  };
}
