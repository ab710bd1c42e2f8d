/** Makes the iCalendar file (RFC 5545) that some messages attach, with the guest's stay. */
import ICAL from 'ical.js';
import type { MailRecord } from '../../db/queries/mail/mails.ts';
import { toInstant } from '../../domain/dates/dates.ts';

export const STAY_CALENDAR = {
  name: 'stay.ics',
  type: 'text/calendar; charset=utf-8; method=PUBLISH',
} as const;

/** Makes the calendar file of a message, or returns null if the message has none. */
export function formatStayCalendar({ bookingId, values, sequence, createdAt }: MailRecord): string | null {
  if (bookingId === null || values === null || sequence === null) return null;
  const { listing, booking, timezone } = values;
  const calendar = new ICAL.Component('vcalendar');
  for (const [property, value] of [
    ['version', '2.0'],
    ['prodid', '-//Innkeep//Innkeep//EN'],
    ['calscale', 'GREGORIAN'],
    ['method', 'PUBLISH'],
  ] as const)
    calendar.addPropertyWithValue(property, value);
  const event = new ICAL.Component('vevent');
  const at = (date: string, time: string) => ICAL.Time.fromJSDate(toInstant(date, time, timezone), true);
  event.addPropertyWithValue('uid', `${bookingId}@innkeep`);
  event.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(createdAt, true));
  event.addPropertyWithValue('sequence', sequence);
  event.addPropertyWithValue('status', booking.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED');
  event.addPropertyWithValue('dtstart', at(booking.check_in, listing.check_in_time));
  event.addPropertyWithValue('dtend', at(booking.check_out, listing.check_out_time));
  event.addPropertyWithValue('summary', listing.title);
  if (listing.address !== null) event.addPropertyWithValue('location', listing.address);
  event.addPropertyWithValue('description', `Booking ${booking.confirmation_code}`);
  calendar.addSubcomponent(event);
  return `${calendar.toString()}\r\n`;
}
