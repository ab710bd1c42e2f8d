/** Forms count a hold in hours, and the API in minutes. */

import { MAX_HOLD_MINUTES } from '../../../../domain/limits.ts';
import { defineForm, type FieldKind, optionalInteger, tick, unmarked } from '../../../../web/form-table.ts';
import type { SentForm } from '../../../../web/sent-form.ts';

const MINUTES_PER_HOUR = 60;
export const MAX_HOLD_HOURS = MAX_HOLD_MINUTES / MINUTES_PER_HOUR;
const NOT_HOURS = `The hold must be a whole number of hours from 1 to ${MAX_HOLD_HOURS}.`;

/** In minutes, or null if the field is empty. Its error message counts in hours. */
function readHoldMinutes(form: SentForm, name: string): unknown {
  const hours = form.integer(name);
  if (hours === null) return null;
  const isHold = typeof hours === 'number' && hours >= 1 && hours <= MAX_HOLD_HOURS;
  if (!isHold) form.errors[name] = NOT_HOURS;
  return typeof hours === 'number' ? hours * MINUTES_PER_HOUR : hours;
}

/** It begins anew when it is saved, so that what is left of it is not shown. */
export const holdHours = (label: string): FieldKind => ({
  ...unmarked(optionalInteger(label)),
  read: readHoldMinutes,
  show: () => '',
});

export const HOLD_NAME = 'hold_hours';
export const HOLD = defineForm({ expires_in: holdHours('The hold') }, { expires_in: HOLD_NAME });

/** A button. */
export const PINNED_UNIT = defineForm({ unit_pinned: tick('Its unit') });
