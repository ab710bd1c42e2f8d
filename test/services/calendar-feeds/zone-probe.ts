// Child processes in different time zones print this, and must all print the same (moved-nights.test.ts).
import { parseCalendar } from '../../../src/services/calendar-feeds/parsing.ts';
import { writeCalendar } from '../../../src/services/unit-calendars/writing.ts';
import { calendarOf } from '../../support/channel.ts';
import { AIRBNB, BOOKING_COM, VRBO } from './shapes.ts';
import { LISTING_ZONES, writtenForms } from './written-in-zones.ts';

const stay = { startDate: '2031-06-08', endDate: '2031-06-12' };
const readIn = (timezone: string, text: string) =>
  parseCalendar(text, { timezone, today: '2031-05-05', horizon: '2033-05-05', ignored: new Set() });

const read = LISTING_ZONES.map((timezone) => ({
  shapes: [AIRBNB, BOOKING_COM, VRBO].map((text) => readIn(timezone, text)),
  forms: Object.values(writtenForms(timezone)).map((linesOf) =>
    readIn(timezone, calendarOf({ uid: 'a', lines: linesOf(stay) })),
  ),
}));
const changedAt = new Date('2031-05-05T23:30:00Z');
const nights = { ...stay, bookingId: 'b', blockId: null, checkOut: '2031-06-11', changedAt };
const written = writeCalendar({ title: 'Loft', name: 'A' }, [nights]);
process.stdout.write(JSON.stringify({ read, written }));
