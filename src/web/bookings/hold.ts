/** Holds in forms are in hours, and in the API in minutes. */

const MINUTES_PER_HOUR = 60;

export const toMinutes = (hours: unknown): unknown =>
  typeof hours === 'number' ? hours * MINUTES_PER_HOUR : hours;

/** The form's field for a path of the API's body. */
export const toHoldField = (path: string): string =>
  path === 'expires_in' ? 'hold_hours' : path.replaceAll('.', '_');
