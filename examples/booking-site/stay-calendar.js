/** A stay as a file for the guest's calendar (RFC 5545). */
import { addressLines } from './format.js';

/** @typedef {import('./api.js').SiteBooking} SiteBooking */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * What the file is called, and what it says in which language.
 *
 * @typedef {{ name: string, text: string, language: string }} FileWords
 */

/** @param {SiteBooking} booking @param {string} title @param {FileWords} [words] */
export function downloadStay(booking, title, words = wordsOf(booking)) {
  const file = new Blob([stayCalendar(booking, title, words)], { type: 'text/calendar' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = words.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), MINUTE_MS);
}

/** The code alone. @param {SiteBooking} booking @returns {FileWords} */
const wordsOf = ({ confirmation_code: code }) => ({ name: `${code}.ics`, text: code, language: 'en' });

/** @param {SiteBooking} booking @param {string} title @param {FileWords} words */
function stayCalendar(booking, title, { text, language }) {
  const { timezone, address, status, calendar } = booking;
  const now = new Date();
  const where = address ? addressLines(address).join(', ') : '';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Innkeep//Booking page//${language.toUpperCase()}`,
    'BEGIN:VEVENT',
    // The same as in messages, so that a calendar which has the stay from one takes its new dates from the other.
    `UID:${calendar.uid}`,
    `DTSTAMP:${toStamp(now)}`,
    `SEQUENCE:${calendar.sequence}`,
    `DTSTART:${toStamp(instantOf(booking.check_in, booking.check_in_time, timezone))}`,
    `DTEND:${toStamp(instantOf(booking.check_out, booking.check_out_time, timezone))}`,
    `SUMMARY:${escapeText(title)}`,
    ...(where ? [`LOCATION:${escapeText(where)}`] : []),
    `DESCRIPTION:${escapeText(text)}`,
    `STATUS:${status === 'pending' ? 'TENTATIVE' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.flatMap(fold).join('\r\n')}\r\n`;
}

/** @param {Date} instant */
const toStamp = (instant) => `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** @param {string} text */
const escapeText = (text) => text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n?|\n/g, '\\n');

const MAX_LINE_BYTES = 74;

/** Lines have at most 75 bytes. Their continuations begin with a space. @param {string} line */
function fold(line) {
  const lines = [''];
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > MAX_LINE_BYTES) {
      lines.push(' ');
      bytes = 1;
    }
    lines.push(`${lines.pop()}${character}`);
    bytes += size;
  }
  return lines;
}

/**
 * The instant of a date and time in a zone: the first of two if clocks go back, and as long after the change as the time
 * is after it if clocks go forward. A browser that does not know the zone takes UTC.
 *
 * @param {string} date
 * @param {string} time
 * @param {string} timeZone
 */
function instantOf(date, time, timeZone) {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  // No offset from UTC reaches 24 hours, so a day before and a day after give the offsets around the time.
  const before = offsetOf(wanted - DAY_MS, timeZone);
  const after = offsetOf(wanted + DAY_MS, timeZone);
  /** @param {number} offset */
  const isShown = (offset) => offsetOf(wanted - offset, timeZone) === offset;
  return new Date(wanted - (!isShown(before) && isShown(after) ? after : before));
}

/** How far a zone is ahead of UTC at an instant, in milliseconds. @param {number} instant @param {string} timeZone */
function offsetOf(instant, timeZone) {
  try {
    const format = new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    });
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return (
      Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:00Z`) - instant
    );
  } catch {
    return 0;
  }
}
