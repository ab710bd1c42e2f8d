/**
 * Words moments for people: roughly on the page, and exactly on hover. Moments are shown in the time zone of
 * the place, or else of the team.
 */
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

/**
 * A past moment in words, such as "just now", "2 minutes ago" or "3 days ago", rounded down. A future moment
 * is shown as "just now".
 */
export function presentAgo(moment: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - moment.getTime()) / 1_000);
  if (seconds < 60) return 'just now';
  const step = STEPS.find(({ before }) => seconds < before);
  const count = Math.floor(seconds / (step?.seconds ?? 1));
  return `${count} ${step?.unit}${count === 1 ? '' : 's'} ago`;
}

/** The time that is left until a moment, to the nearest hour, such as "72 hours" or "less than an hour". */
export function presentHoursLeft(until: Date, now: Date): string {
  const hours = Math.round((until.getTime() - now.getTime()) / 3_600_000);
  if (hours < 1) return 'less than an hour';
  return `${hours} hour${hours === 1 ? '' : 's'}`;
}

const inZone = (zone: string) => ({ in: tz(toZoneKey(zone)) });

/** The date of a moment, such as "21 Nov 2026". */
export const presentDate = (moment: Date, zone: string): string => format(moment, 'd MMM yyyy', inZone(zone));

/** A moment with its time zone, such as "21 Nov 2026, 03:52 PST". */
export const presentExactTime = (moment: Date, zone: string): string =>
  `${format(moment, 'd MMM yyyy, HH:mm', inZone(zone))} ${presentZone(zone, moment)}`;

/** A moment of the same day as a clock shows it, such as "at 17:53", and of another day with its date. */
export const presentClock = (moment: Date, now: Date, zone: string): string =>
  presentDate(moment, zone) === presentDate(now, zone)
    ? `at ${format(moment, 'HH:mm', inZone(zone))}`
    : `on ${format(moment, "d MMM 'at' HH:mm", inZone(zone))}`;

/** The abbreviation of a time zone, such as "PST", or a name such as "Lisbon time" if English has no abbreviation. */
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

/** Abbreviations of time zones by zone and offset, cached because finding one takes a millisecond. */
const abbreviations = new Map<string, string>();

/** The time that is left until a moment, in the largest unit that fits, such as "2 days" or "25 minutes". */
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

/** Turns a moment into text for a page about one place. */
export type PresentMoment = (moment: Date) => string;

/**
 * Makes a function that shows moments in the time zone of a place, such as "21 Nov 2026, 03:52". The time zone is added
 * if it is not the team's own, as in "21 Nov 2026, 03:52 (America/Los_Angeles)".
 */
export function createMomentPresenter(zone: string, teamZone: string): PresentMoment {
  const name = presentOtherZone(zone, teamZone);
  return (moment) => `${format(moment, 'd MMM yyyy, HH:mm', inZone(zone))}${name}`;
}

/** The name of a place's time zone, written after a time, or nothing if it is the team's own. */
export const presentOtherZone = (zone: string, teamZone: string): string =>
  zone === teamZone ? '' : ` (${zone})`;
