/** How long a booking holds its nights: forms count in hours, and the API in minutes. */

import { MAX_HOLD_MINUTES } from '../../domain/limits.ts';
import type { SentForm } from '../sent-form.ts';

const MINUTES_PER_HOUR = 60;
export const MAX_HOLD_HOURS = MAX_HOLD_MINUTES / MINUTES_PER_HOUR;
const NOT_HOURS = `The hold must be a whole number of hours from 1 to ${MAX_HOLD_HOURS}.`;

/**
 * Reads the length of a hold from a form, in minutes, or null if the field is empty. The form's error message
 * about a hold's length counts in hours, and not in minutes like the API's.
 */
export function readHoldMinutes(form: SentForm): unknown {
  const hours = form.integer('hold_hours');
  if (hours === null) return null;
  const isHold = typeof hours === 'number' && hours >= 1 && hours <= MAX_HOLD_HOURS;
  if (!isHold) form.errors.hold_hours = NOT_HOURS;
  return typeof hours === 'number' ? hours * MINUTES_PER_HOUR : hours;
}

/** The name of the form field for a path in the API's body of a hold, under which its errors are shown. */
export const toHoldField = (path: string): string =>
  path === 'expires_in' ? 'hold_hours' : path.replaceAll('.', '_');
