import { MAX_STAY_NIGHTS } from './limits.ts';
import { daysBetween, type Stay } from './stay.ts';

/** The problem with a stay's dates themselves, or null: check-out is not after check-in, or too far from it. */
export function problemOfStay({ checkIn, checkOut }: Stay): 'not_after' | 'too_long' | null {
  if (checkOut <= checkIn) return 'not_after';
  return daysBetween(checkIn, checkOut) > MAX_STAY_NIGHTS ? 'too_long' : null;
}
