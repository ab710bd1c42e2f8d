import ICAL from 'ical.js';
import type { CalendarMoment } from '../../domain/calendar-feed/events.ts';
import type { StayDate } from '../../domain/dates.ts';
import { isTimeZone } from '../../domain/time-zone.ts';
import type { JcalComponent } from './parse-calendar.ts';

export type CalendarZones = {
  inZone(date: StayDate, time: string, tzid: string | undefined): CalendarMoment;
};

/** The answers for names that calendars have used: it takes long to ask, and every time of a calendar names its zone. */
const knownZones = new Map<string, boolean>();
const MAX_KNOWN = 1_000;

function isKnownZone(zone: string): boolean {
  if (knownZones.size >= MAX_KNOWN) knownZones.clear();
  return knownZones.getOrInsertComputed(zone, isTimeZone);
}

/**
 * The zones that a calendar's times name: those of the IANA database, and those that the calendar itself describes. A
 * time in any other is a time in the listing's zone.
 */
export function readZones(components: readonly JcalComponent[]): CalendarZones {
  const own = new Map<string, ICAL.Timezone>();
  for (const part of components) {
    if (part[0] !== 'vtimezone') continue;
    try {
      const component = new ICAL.Component(part as never);
      own.set(String(component.getFirstPropertyValue('tzid')), new ICAL.Timezone(component));
    } catch {
      // Described in a way that cannot be read: its times are in the listing's zone.
    }
  }
  return {
    inZone(date, time, tzid) {
      if (tzid === undefined) return { kind: 'local', date, time };
      const named = tzid.replace(/^\/[^/]+\/(?:Tzfile\/)?(?=[A-Z])/, '');
      if (isKnownZone(named)) return { kind: 'zoned', date, time, zone: named };
      const described = own.get(tzid);
      if (!described) return { kind: 'local', date, time };
      const moment = ICAL.Time.fromString(`${date}T${time}:00`, null as never);
      moment.zone = described;
      return { kind: 'instant', at: moment.toJSDate() };
    },
  };
}
