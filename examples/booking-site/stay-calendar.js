/** A stay as a file for the guest's calendar (RFC 5545). */

/** @typedef {import('./api.js').SiteBooking} SiteBooking */

const MINUTE_MS = 60_000;

/** @param {SiteBooking} booking @param {string} title */
export function downloadStay(booking, title) {
  const address = URL.createObjectURL(new Blob([stayCalendar(booking, title)], { type: 'text/calendar' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `stay-${booking.confirmation_code}.ics`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), MINUTE_MS);
}

/** @param {SiteBooking} booking @param {string} title */
function stayCalendar(booking, title) {
  const { confirmation_code: code, timezone, address, status } = booking;
  const place = address ? [address.street, [address.postcode, address.city].filter(Boolean).join(' ')] : [];
  const where = place.filter(Boolean).join(', ');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Innkeep//Booking page//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(code)}@booking-site.innkeep`,
    `DTSTAMP:${toStamp(new Date())}`,
    `DTSTART:${toStamp(instantOf(booking.check_in, booking.check_in_time, timezone))}`,
    `DTEND:${toStamp(instantOf(booking.check_out, booking.check_out_time, timezone))}`,
    `SUMMARY:${escapeText(title)}`,
    ...(where ? [`LOCATION:${escapeText(where)}`] : []),
    `DESCRIPTION:${escapeText(`Booking ${code}`)}`,
    `STATUS:${status === 'pending' ? 'TENTATIVE' : 'CONFIRMED'}`,
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

/** The instant of a date and time in a zone. A browser that does not know the zone takes UTC. @param {string} date @param {string} time @param {string} timeZone */
function instantOf(date, time, timeZone) {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  // The second look finds the offset that holds at the instant itself, if it changes on that day.
  const first = wanted - offsetOf(wanted, timeZone);
  return new Date(wanted - offsetOf(first, timeZone));
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
