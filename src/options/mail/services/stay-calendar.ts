/** iCalendar (RFC 5545). */
import ICAL from 'ical.js';
import { buildStayUid } from '../../../domain/booking.ts';
import { toInstant } from '../../../domain/dates/dates.ts';
import { languages } from '../../../domain/languages/languages.ts';
import { fill } from '../../../domain/languages/sentences.ts';
import { nameInBuilding } from '../../../domain/text/place-name.ts';
import type { MailRecord } from '../db/queries/mails.ts';
import type { CalendarMethod } from '../domain/kinds.ts';

const FILENAME = 'stay.ics';

type Address = { name: string; address: string };
type Mail = Pick<
  MailRecord,
  'language' | 'bookingId' | 'values' | 'sequence' | 'calendarMethod' | 'createdAt' | 'toName' | 'toEmail'
>;

/** As members see it. Empty if the message has none. */
export const describeStayCalendar = (mail: Pick<Mail, 'sequence' | 'calendarMethod'>) =>
  mail.sequence === null
    ? []
    : [{ name: FILENAME, type: `text/calendar; charset=utf-8; method=${readMethod(mail)}` }];

/** Messages of version 2 have published the stay. */
const readMethod = ({ calendarMethod }: Pick<Mail, 'calendarMethod'>): CalendarMethod =>
  calendarMethod ?? 'PUBLISH';

/**
 * Returns null if the message has none. An invitation is already accepted, so that nobody has to answer it, and
 * leaves the guest's time free.
 */
export function formatStayCalendar(mail: Mail, organizer: Address) {
  const { language, bookingId, values, sequence, createdAt, toName, toEmail } = mail;
  if (bookingId === null || values === null || sequence === null) return null;
  const { listing, booking, timezone } = values;
  const method = readMethod(mail);
  const isInvitation = method !== 'PUBLISH';
  const calendar = new ICAL.Component('vcalendar');
  for (const [property, value] of [
    ['version', '2.0'],
    ['prodid', '-//Innkeep//Innkeep//EN'],
    ['calscale', 'GREGORIAN'],
    ['method', method],
  ] as const)
    calendar.addPropertyWithValue(property, value);
  const event = new ICAL.Component('vevent');
  const at = (date: string, time: string) => ICAL.Time.fromJSDate(toInstant(date, time, timezone), true);
  event.addPropertyWithValue('uid', buildStayUid(bookingId));
  event.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(createdAt, true));
  event.addPropertyWithValue('sequence', sequence);
  event.addPropertyWithValue('status', booking.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED');
  event.addPropertyWithValue('dtstart', at(booking.check_in, listing.check_in_time));
  event.addPropertyWithValue('dtend', at(booking.check_out, listing.check_out_time));
  event.addPropertyWithValue('summary', nameInBuilding(listing.title, listing.building ?? null, language));
  if (listing.address !== null) event.addPropertyWithValue('location', listing.address);
  event.addPropertyWithValue('description', describe(booking.confirmation_code, method, language));
  if (isInvitation) {
    addPerson(event, 'organizer', organizer, {});
    addPerson(event, 'attendee', { name: toName, address: toEmail }, ACCEPTED);
    event.addPropertyWithValue('transp', 'TRANSPARENT');
  }
  calendar.addSubcomponent(event);
  return { method, filename: FILENAME, content: `${calendar.toString()}\r\n` };
}

/** Some programs show only those as invited whose role is given, although it has a default. */
const ACCEPTED = { partstat: 'ACCEPTED', rsvp: 'FALSE', role: 'REQ-PARTICIPANT' };

function describe(code: string, method: CalendarMethod, language: Mail['language']): string {
  const { description, declining } = languages[language].mail.calendar;
  const booking = fill(description, { code });
  return method === 'REQUEST' ? `${booking}\n${declining}` : booking;
}

function addPerson(
  event: ICAL.Component,
  role: 'organizer' | 'attendee',
  { name, address }: Address,
  parameters: Readonly<Record<string, string>>,
): void {
  const property = event.addPropertyWithValue(role, `mailto:${address}`);
  for (const [key, value] of Object.entries({ ...parameters, cn: name })) property.setParameter(key, value);
}
