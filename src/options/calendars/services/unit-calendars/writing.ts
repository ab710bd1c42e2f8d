import ICAL from 'ical.js';
import type { NightSpan } from '../../../../domain/inventory/inventory.ts';
import type { CalendarEntry } from '../../db/queries/unit-calendars.ts';

/** iCalendar allows lines of 75 bytes. ical.js does not count the space at the beginning of a folded line. */
ICAL.foldLength = 74;

const PRODUCT = '-//Innkeep//Innkeep//EN';
/** At the end of every UID. By it, Innkeep recognises its own events. */
const DOMAIN = 'innkeep';

type Event = NightSpan & {
  uid: string;
  changedAt: Date;
  sequence: number;
  summary: 'Reserved' | 'Not available';
};

/**
 * RFC 5545: an all-day event for each stay, for the preparation nights after it, and for each block. Nothing
 * about guests.
 */
export function formatUnitCalendar(
  { title, name }: { title: string; name: string },
  nights: readonly CalendarEntry[],
): string {
  const calendar = new ICAL.Component('vcalendar');
  for (const [property, value] of [
    ['version', '2.0'],
    ['prodid', PRODUCT],
    ['calscale', 'GREGORIAN'],
    ['method', 'PUBLISH'],
  ] as const)
    calendar.addPropertyWithValue(property, value);
  calendar.addPropertyWithValue('x-wr-calname', escapeText(title === name ? title : `${title}: ${name}`));
  for (const event of nights.flatMap(buildEvents)) calendar.addSubcomponent(toComponent(event));
  return `${calendar.toString()}\r\n`;
}

function buildEvents({
  bookingId,
  blockId,
  checkOut,
  startDate,
  endDate,
  changedAt,
  sequence,
}: CalendarEntry): Event[] {
  const event = { changedAt, sequence, uid: `${bookingId ?? blockId}@${DOMAIN}` };
  if (bookingId === null || checkOut === null)
    return [{ ...event, startDate, endDate, summary: 'Not available' }];
  const stay: Event = { ...event, startDate, endDate: checkOut, summary: 'Reserved' };
  if (endDate <= checkOut) return [stay];
  const uid = `${bookingId}-preparation@${DOMAIN}`;
  return [stay, { ...event, uid, startDate: checkOut, endDate, summary: 'Not available' }];
}

function toComponent({ uid, changedAt, sequence, startDate, endDate, summary }: Event): ICAL.Component {
  const event = new ICAL.Component('vevent');
  event.addPropertyWithValue('uid', uid);
  event.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(changedAt, true));
  event.addPropertyWithValue('last-modified', ICAL.Time.fromJSDate(changedAt, true));
  event.addPropertyWithValue('sequence', sequence);
  event.addPropertyWithValue('dtstart', ICAL.Time.fromDateString(startDate));
  event.addPropertyWithValue('dtend', ICAL.Time.fromDateString(endDate));
  event.addPropertyWithValue('summary', summary);
  return event;
}

/** ical.js escapes only the properties that it knows (RFC 5545). */
const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&');
