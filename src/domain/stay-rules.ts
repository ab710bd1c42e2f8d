import { daysBetween, type Stay } from './stay.ts';

/** The longest stay, in nights (contract, section 3). */
export const maxNights = 365;

/** What is wrong with a stay's dates by themselves: check-out is not after check-in, or too far from it. */
export function problemOfStay({ checkIn, checkOut }: Stay): 'not_after' | 'too_long' | null {
  if (checkOut <= checkIn) return 'not_after';
  return daysBetween(checkIn, checkOut) > maxNights ? 'too_long' : null;
}
