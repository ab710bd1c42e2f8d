/** Forms count a hold in hours, and the API in minutes. */

import { MAX_HOLD_MINUTES } from '../../../../domain/limits.ts';
import type { SentForm } from '../../../../web/sent-form.ts';

const MINUTES_PER_HOUR = 60;
export const MAX_HOLD_HOURS = MAX_HOLD_MINUTES / MINUTES_PER_HOUR;
const NOT_HOURS = `The hold must be a whole number of hours from 1 to ${MAX_HOLD_HOURS}.`;

/** In minutes, or null if the field is empty. Its error message counts in hours. */
export function readHoldMinutes(form: SentForm): unknown {
  const hours = form.integer('hold_hours');
  if (hours === null) return null;
  const isHold = typeof hours === 'number' && hours >= 1 && hours <= MAX_HOLD_HOURS;
  if (!isHold) form.errors.hold_hours = NOT_HOURS;
  return typeof hours === 'number' ? hours * MINUTES_PER_HOUR : hours;
}

export const toHoldField = (path: string): string =>
  path === 'expires_in' ? 'hold_hours' : path.replaceAll('.', '_');
