/** Moments: roughly on the page, and exactly on hover; in the time zone of the place, or else of the team. */
import { tz, tzName, tzOffset } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { toZoneKey } from '../../domain/dates/dates.ts';

const STEPS = [
  { unit: 'minute', seconds: 60, before: 3_600 },
  { unit: 'hour', seconds: 3_600, before: 86_400 },
  { unit: 'day', seconds: 86_400, before: 30 * 86_400 },
  { unit: 'month', seconds: 30 * 86_400, before: 365 * 86_400 },
  { unit: 'year', seconds: 365 * 86_400, before: Number.POSITIVE_INFINITY },
] as const;

/** Such as "just now", "2 minutes ago" or "3 days ago", rounded down. A future moment is "just now". */
export function presentAgo(moment: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - moment.getTime()) / 1_000);
  if (seconds < 60) return 'just now';
  const step = STEPS.find(({ before }) => seconds < before);
  const count = Math.floor(seconds / (step?.seconds ?? 1));
  return `${count} ${step?.unit}${count === 1 ? '' : 's'} ago`;
}

/** To the nearest hour, such as "72 hours" or "less than an hour". */
export function presentHoursLeft(until: Date, now: Date): string {
  const hours = Math.round((until.getTime() - now.getTime()) / 3_600_000);
  if (hours < 1) return 'less than an hour';
  return `${hours} hour${hours === 1 ? '' : 's'}`;
}

const inZone = (zone: string) => ({ in: tz(toZoneKey(zone)) });

/** Such as "21 Nov 2026". */
export const presentDate = (moment: Date, zone: string): string => format(moment, 'd MMM yyyy', inZone(zone));

/** Such as "21 Nov 2026, 03:52 PST". */
export const presentExactTime = (moment: Date, zone: string): string =>
  `${format(moment, 'd MMM yyyy, HH:mm', inZone(zone))} ${presentZone(zone, moment)}`;

/** Such as "at 17:53" on the same day, or else with the date. */
export const presentClock = (moment: Date, now: Date, zone: string): string =>
  presentDate(moment, zone) === presentDate(now, zone)
    ? `at ${format(moment, 'HH:mm', inZone(zone))}`
    : `on ${format(moment, "d MMM 'at' HH:mm", inZone(zone))}`;

/** Such as "PST", or "Lisbon time" if English has no abbreviation. */
export function presentZone(zone: string, moment: Date): string {
  const key = `${toZoneKey(zone)} ${tzOffset(toZoneKey(zone), moment)}`;
  const name = abbreviations.get(key) ?? findZoneName(zone, moment);
  abbreviations.set(key, name);
  return name;
}

function findZoneName(zone: string, moment: Date): string {
  const name = tzName(toZoneKey(zone), moment, 'short');
  const [city] = zone.split('/').toReversed();
  return /^GMT[+-]/.test(name) && !zone.startsWith('Etc/') ? `${city?.replaceAll('_', ' ')} time` : name;
}

/** By zone and offset. Finding one takes a millisecond. */
const abbreviations = new Map<string, string>();

/** In the largest unit that fits, such as "2 days" or "25 minutes". */
export function presentTimeLeft(until: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((until.getTime() - now.getTime()) / 60_000));
  if (minutes < 1) return 'less than a minute';
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1_440), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export type PresentMoment = (moment: Date) => string;

/**
 * Such as "21 Nov 2026, 03:52", and "21 Nov 2026, 03:52 (America/Los_Angeles)" if that is not the team's
 * zone.
 */
export function createMomentPresenter(zone: string, teamZone: string): PresentMoment {
  const name = presentOtherZone(zone, teamZone);
  return (moment) => `${format(moment, 'd MMM yyyy, HH:mm', inZone(zone))}${name}`;
}

/** Nothing if it is the team's own. */
export const presentOtherZone = (zone: string, teamZone: string): string =>
  zone === teamZone ? '' : ` (${zone})`;
