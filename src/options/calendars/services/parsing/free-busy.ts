/** Calendars that have no events, but only say when somebody is busy (VFREEBUSY). */
import { type CalendarContent, toNightsOfEvent } from '../../domain/events.ts';
import { type CalendarComponent, readProperty, UnreadableLine } from './components.ts';
import { isInWindow, parsePeriod, type ReadingWindow } from './moments.ts';
import { readZones } from './zones.ts';

/** Including tentative ones. They have no UIDs, so each is identified by its nights. */
export function readBusyPeriods(
  components: readonly CalendarComponent[],
  at: ReadingWindow,
): CalendarContent {
  const zones = readZones(components, at.timezone);
  const content: CalendarContent = { events: [], cancelled: [], leftOut: 0, unreadable: [] };
  const properties = components.flatMap((part) => (part.name === 'vfreebusy' ? part.properties : []));
  for (const property of properties) {
    if (property[0] !== 'freebusy' || property[1].fbtype?.toUpperCase() === 'FREE') continue;
    try {
      const periods = readProperty(property, ([, , , ...values]) =>
        values.map((period) => parsePeriod(property, period as unknown[], zones)),
      );
      for (const { start, end } of periods) {
        const nights = toNightsOfEvent(start, end, at.timezone);
        if (!isInWindow(nights, at)) continue;
        content.events.push({ uid: `${nights.startDate}/${nights.endDate}`, ...nights });
      }
    } catch (error) {
      if (error instanceof UnreadableLine) content.unreadable.push(error.line);
    }
  }
  return content;
}
