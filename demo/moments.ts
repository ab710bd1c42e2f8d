import { instantOf, type StayDate } from '../src/domain/dates.ts';

export const TIME_ZONE = 'Europe/Lisbon';

/** A time of day at the demo's places as the team file writes it, in UTC and to the second. */
export function momentOf(date: StayDate, timeOfDay: string, laterSeconds = 0): string {
  const seconds = Number(timeOfDay.slice(6) || '0') + laterSeconds;
  const instant = instantOf(date, timeOfDay.slice(0, 5), TIME_ZONE).getTime() + seconds * 1_000;
  return new Date(instant).toISOString().replace('.000Z', '+00:00');
}
