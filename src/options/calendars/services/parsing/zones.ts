import ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { isTimeZone } from '../../../../domain/dates/dates.ts';
import type { CalendarMoment } from '../../domain/events.ts';
import type { CalendarComponent } from './components.ts';

export type CalendarZones = {
  /** The moment at which a clock in the zone that a calendar calls `tzid` shows a time. */
  inZone(time: Temporal.PlainDateTime, tzid: string | undefined): CalendarMoment;
  inUtc(time: Temporal.PlainDateTime): CalendarMoment;
};

const UTC: ReadonlySet<string> = new Set(['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT', 'Zulu']);

/** The longest name of a zone in the IANA database has three parts, such as `America/Argentina/Ushuaia`. */
const MAX_PARTS = 3;

/**
 * The names by which a zone is looked up. A name that begins with a slash has the name of a program's own
 * database before that of the IANA database, such as `/mozilla.org/20070129_1/Europe/Paris`.
 */
function listZoneNames(tzid: string): string[] {
  if (!tzid.startsWith('/')) return [tzid];
  const parts = tzid.split('/').slice(-MAX_PARTS);
  return parts.map((_, index) => parts.slice(index).join('/'));
}

/** By its own name or by the name that Windows has for it. */
function findIanaZone(tzid: string): string | null {
  const names = listZoneNames(tzid);
  return names.find(isTimeZone) ?? findIana(names.at(-1) ?? '')[0] ?? null;
}

/**
 * Such as `Europe/Paris`. The IANA database knows these better than a calendar that describes them by the rules of
 * years ago. A short name such as `GMT` is also what a calendar calls the time of a country.
 */
const isNameOfPlace = (tzid: string): boolean => tzid.includes('/') && isTimeZone(tzid);

const toJcal = ({ name, properties, parts }: CalendarComponent): unknown => [
  name,
  properties,
  parts.map(toJcal),
];

/** By the calendar's own names for them. */
function readDescribedZones(components: readonly CalendarComponent[]): Map<string, ICAL.Timezone> {
  const described = new Map<string, ICAL.Timezone>();
  for (const part of components) {
    if (part.name !== 'vtimezone') continue;
    try {
      const component = new ICAL.Component(toJcal(part) as never);
      described.set(String(component.getFirstPropertyValue('tzid')), new ICAL.Timezone(component));
    } catch {
      // If a calendar's description of a zone cannot be read, times in that zone are read in the IANA zone of
      // the same name, or else in the listing's zone.
    }
  }
  return described;
}

/**
 * The zones that a calendar's times name: those of the IANA database, those that the calendar itself describes,
 * and those of Windows. A time of the listing's zone, without a zone, or in an unknown one is on the listing's
 * clock, and keeps its date even if that clock skips the time.
 */
export function readZones(components: readonly CalendarComponent[], listingZone: string): CalendarZones {
  const describedZones = readDescribedZones(components);
  const findZone = (tzid: string) =>
    isNameOfPlace(tzid) ? tzid : (describedZones.get(tzid) ?? findIanaZone(tzid));
  /** Looking a zone up is slow, and every time in a calendar names one. */
  const zones = new Map<string, ReturnType<typeof findZone>>();
  return {
    inZone(time, tzid) {
      if (tzid === undefined) return time;
      const zone = zones.getOrInsertComputed(tzid, findZone);
      if (zone instanceof ICAL.Timezone) {
        const offset = findOffset(zone, time);
        return time.toZonedDateTime(offset === '+00:00' && UTC.has(tzid) ? 'UTC' : offset);
      }
      if (zone === null || zone === listingZone) return time;
      return time.toZonedDateTime(UTC.has(zone) ? 'UTC' : zone);
    },
    inUtc: (time) => (listingZone === 'UTC' ? time : time.toZonedDateTime('UTC')),
  };
}

/** The offset from UTC, such as `+01:00`, that a zone described by a calendar has at a time on its clock. */
function findOffset(zone: ICAL.Timezone, time: Temporal.PlainDateTime): string {
  const minutes = Math.round(
    zone.utcOffset(ICAL.Time.fromString(time.toString({ smallestUnit: 'second' }), null as never)) / 60,
  );
  const clock = Temporal.PlainTime.from('00:00').add({ minutes: Math.abs(minutes) });
  return `${minutes < 0 ? '-' : '+'}${clock.toString({ smallestUnit: 'minute' })}`;
}
