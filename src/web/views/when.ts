/**
 * Moments for readers: roughly in the page, exactly on a closer look. The time zone of a moment is that of
 * the place, or else of the team.
 */
import { tz, tzName, tzOffset } from '@date-fns/tz';
import { format } from 'date-fns/format';

const STEPS = [
  { unit: 'minute', seconds: 60, before: 3_600 },
  { unit: 'hour', seconds: 3_600, before: 86_400 },
  { unit: 'day', seconds: 86_400, before: 30 * 86_400 },
  { unit: 'month', seconds: 30 * 86_400, before: 365 * 86_400 },
  { unit: 'year', seconds: 365 * 86_400, before: Number.POSITIVE_INFINITY },
] as const;

/**
 * A past moment in words: "just now", "2 minutes ago", "3 days ago", in whole steps, rounded down. A future
 * moment is shown as "just now".
 */
export function presentAgo(moment: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - moment.getTime()) / 1_000);
  if (seconds < 60) return 'just now';
  const step = STEPS.find(({ before }) => seconds < before);
  const count = Math.floor(seconds / (step?.seconds ?? 1));
  return `${count} ${step?.unit}${count === 1 ? '' : 's'} ago`;
}

/** The time that is left until a moment, to the nearest hour: "72 hours", "1 hour", "less than an hour". */
export function presentHoursLeft(until: Date, now: Date): string {
  const hours = Math.round((until.getTime() - now.getTime()) / 3_600_000);
  if (hours < 1) return 'less than an hour';
  return `${hours} hour${hours === 1 ? '' : 's'}`;
}

/** The date of a moment: "21 Nov 2026". */
export const presentDate = (moment: Date, zone: string): string =>
  format(moment, 'd MMM yyyy', { in: tz(zone) });

/** A moment with its zone: "21 Nov 2026, 03:52 PST". */
export const presentExactTime = (moment: Date, zone: string): string =>
  `${format(moment, 'd MMM yyyy, HH:mm', { in: tz(zone) })} ${presentZone(zone, moment)}`;

/** The abbreviation of a time zone: "PST", or "GMT+13" where English has none. */
export function presentZone(zone: string, moment: Date): string {
  const key = `${zone} ${tzOffset(zone, moment)}`;
  const name = abbreviations.get(key) ?? tzName(zone, moment, 'short');
  abbreviations.set(key, name);
  return name;
}

/** Abbreviations of time zones by zone and offset, cached because finding one takes a millisecond. */
const abbreviations = new Map<string, string>();

/** The time that is left until a moment, in the largest unit that fits: "2 days", "5 hours", "25 minutes". */
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

/** A moment as a page of one place shows it. */
export type PresentMoment = (moment: Date) => string;

/**
 * Presents moments in the zone of a place, to the minute: "21 Nov 2026, 03:52". The zone is named only where it is not the
 * team's: "21 Nov 2026, 03:52 (America/Los_Angeles)".
 */
export function createMomentPresenter(zone: string, teamZone: string): PresentMoment {
  const name = presentOtherZone(zone, teamZone);
  return (moment) => `${format(moment, 'd MMM yyyy, HH:mm', { in: tz(zone) })}${name}`;
}

/** The name of a place's zone, after a time, if it is not the team's. */
export const presentOtherZone = (zone: string, teamZone: string): string =>
  zone === teamZone ? '' : ` (${zone})`;
