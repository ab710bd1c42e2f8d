/** Calendars that have no events, but only say when somebody is busy (VFREEBUSY). */
import { type CalendarContent, toNightsOfEvent } from '../../domain/calendar-feed/events.ts';
import { type CalendarComponent, type JcalProperty, readProperty, UnreadableLine } from './components.ts';
import { addDuration, parseMoment } from './moments.ts';
import type { ReadingWindow } from './occurrences.ts';
import { type CalendarZones, readZones } from './zones.ts';

/**
 * The busy periods of a calendar within a window of dates, including tentative ones. Busy periods have no UIDs,
 * so each is identified by its nights.
 */
export function readBusyPeriods(
  components: readonly CalendarComponent[],
  at: ReadingWindow,
): CalendarContent {
  const zones = readZones(components);
  const content: CalendarContent = { events: [], leftOut: 0, unreadable: [] };
  const properties = components.flatMap((part) => (part.name === 'vfreebusy' ? part.properties : []));
  for (const property of properties) {
    if (property[0] !== 'freebusy' || property[1].fbtype?.toUpperCase() === 'FREE') continue;
    try {
      const periods = readProperty(property, () =>
        property.slice(3).map((period) => readPeriod(period, at, zones)),
      );
      for (const nights of periods) {
        if (nights.endDate <= at.today || nights.startDate >= at.horizon) continue;
        content.events.push({ uid: `${nights.startDate}/${nights.endDate}`, ...nights });
      }
    } catch (error) {
      if (error instanceof UnreadableLine) content.unreadable.push(error.line);
    }
  }
  return content;
}

function readPeriod(period: unknown, { timezone }: ReadingWindow, zones: CalendarZones) {
  const [first, last] = period as [unknown, unknown];
  const parse = (value: unknown) => parseMoment(['freebusy', {}, 'date-time', value] as JcalProperty, zones);
  const start = parse(first);
  const isDuration = /^[+-]?P/.test(String(last));
  return toNightsOfEvent(start, isDuration ? addDuration(start, last) : parse(last), timezone);
}
