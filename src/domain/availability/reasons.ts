import type { StayDate } from '../dates.ts';

/** Why a stay is not available, in the order in which reasons are given (contract, section 6). */
export const reasonCodes = [
  'listing_not_bookable',
  'past_date',
  'advance_notice',
  'booking_window',
  'guests_exceeded',
  'min_stay',
  'max_stay',
  'closed_for_arrival',
  'closed_for_departure',
  'dates_unavailable',
] as const;

export type ReasonCode = (typeof reasonCodes)[number];

/** A rule that a stay fails: the value required, the stay's value (days, nights or guests), and the dates concerned. */
export interface Reason {
  readonly code: ReasonCode;
  readonly message: string;
  readonly required: number | null;
  readonly actual: number | null;
  readonly dates: readonly StayDate[];
}

export function listingNotBookable(): Reason {
  return reason('listing_not_bookable', 'This place cannot be booked at present.');
}

export function pastDate(checkIn: StayDate): Reason {
  return reason('past_date', 'The day of arrival has already passed.', { dates: [checkIn] });
}

export function advanceNotice(required: number, actual: number, checkIn: StayDate): Reason {
  const message = `This place must be booked at least ${count(required, 'day')} before arrival.`;
  return reason('advance_notice', message, { required, actual, dates: [checkIn] });
}

export function bookingWindow(required: number, actual: number, dates: readonly StayDate[]): Reason {
  const message = `This place can only be booked up to ${count(required, 'day')} ahead.`;
  return reason('booking_window', message, { required, actual, dates });
}

export function guestsExceeded(required: number, actual: number): Reason {
  const message = `This place has room for at most ${count(required, 'guest')}.`;
  return reason('guests_exceeded', message, { required, actual });
}

export function minStay(required: number, actual: number): Reason {
  const message = `This place needs a stay of at least ${count(required, 'night')} in this period.`;
  return reason('min_stay', message, { required, actual });
}

export function maxStay(required: number, actual: number): Reason {
  const message = `This place allows a stay of at most ${count(required, 'night')} in this period.`;
  return reason('max_stay', message, { required, actual });
}

export function closedForArrival(checkIn: StayDate): Reason {
  return reason('closed_for_arrival', `Guests cannot arrive on ${checkIn}.`, { dates: [checkIn] });
}

export function closedForDeparture(checkOut: StayDate): Reason {
  return reason('closed_for_departure', `Guests cannot depart on ${checkOut}.`, { dates: [checkOut] });
}

/** Some of the nights are not available to anybody. */
export function nightsUnavailable(dates: readonly StayDate[]): Reason {
  return reason('dates_unavailable', 'This place is not available for the whole stay.', { dates });
}

/** The stay's own nights are available, but not the preparation nights after it. */
export function noNightsToPrepare(preparationDays: number, dates: readonly StayDate[]): Reason {
  const message = `This place needs ${count(preparationDays, 'free night')} after your stay to be made ready.`;
  return reason('dates_unavailable', message, { dates });
}

/** Every night is available, but not all in the same unit. The dates are those on which some unit is taken. */
export function noUnitForWholeStay(dates: readonly StayDate[]): Reason {
  const message = 'No single unit of this place is free for the whole stay.';
  return reason('dates_unavailable', message, { dates });
}

function reason(code: ReasonCode, message: string, details: Partial<Reason> = {}): Reason {
  return { code, message, required: null, actual: null, dates: [], ...details };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
