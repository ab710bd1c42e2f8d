/** Nights are dates of the listing. No zone, of a calendar, a listing or a process, may move them by a day. */
import { afterEach, describe, expect, it } from 'vitest';
import { parseCalendar } from '../../../../src/options/calendars/services/parsing/parse-calendar.ts';
import { formatUnitCalendar } from '../../../../src/options/calendars/services/unit-calendars/writing.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { at, type Json, openInn } from '../../../helpers/bookings.ts';
import { calendarOf, openChannel } from './channel.ts';
import { AIRBNB, BOOKING_COM, VRBO } from './shapes.ts';
import { LISTING_ZONES, writtenForms } from './written-in-zones.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const START = Date.parse('2031-05-05T10:00:00Z');
const WAIT_MS = 61 * 60_000;

/** Beside each other, and across the changes of the clocks in Europe and America in both directions. */
const STAYS = [
  { startDate: '2031-06-08', endDate: '2031-06-12' },
  { startDate: '2031-06-12', endDate: '2031-06-13' },
  { startDate: '2031-10-24', endDate: '2031-11-03' },
  { startDate: '2032-03-12', endDate: '2032-03-29' },
];

describe('the same stays in other forms', () => {
  it.each(LISTING_ZONES)(
    'a calendar that writes the same stays in ever other forms frees and blocks nothing for a listing in %s',
    async (timezone) => {
      await using channel = await openChannel();
      const inn = await openInn(world, { listing: { timezone } });
      const unit_id = at(inn.units, 0).id;
      const made = { unit_id, name: 'Channel', url: channel.url };
      const feed = await inn.data(inn.send('POST', '/calendar-feeds', made), 201);
      const blocks = async (): Promise<Json[]> => (await inn.send('GET', '/blocks')).body.data;
      const forms = Object.entries(writtenForms(timezone));
      expect(forms.length).toBeGreaterThan(20);
      let first: Json[] | null = null;
      for (const [nth, [form, linesOf]] of forms.entries()) {
        channel.have(...STAYS.map((stay, one) => ({ uid: `${one}`, lines: linesOf(stay) })));
        // Long enough after the reading before that what has vanished would be freed.
        world.clock.set(new Date(START + nth * WAIT_MS).toISOString());
        const read = await inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/refresh`));
        expect({ form, ...read }).toMatchObject({ status: 'ok', events: STAYS.length, conflicts: [] });
        first ??= await blocks();
        expect([form, await blocks()]).toEqual([form, first]);
      }
      expect(first).toMatchObject(
        STAYS.map(({ startDate, endDate }) => ({ start_date: startDate, end_date: endDate })),
      );
      const { data } = (await inn.send('GET', '/events?types=block.*,calendar_feed.*')).body;
      expect(data.map(({ type }: Json) => type)).toEqual(STAYS.map(() => 'block.created'));
    },
  );
});

describe('a process in another time zone', () => {
  const zoneBefore = process.env.TZ;
  afterEach(() => {
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
  });

  const stay = { startDate: '2031-06-08', endDate: '2031-06-12' };
  const readIn = (timezone: string, text: string) =>
    parseCalendar(text, { timezone, today: '2031-05-05', horizon: '2033-05-05', ignored: new Set() });
  const changedAt = new Date('2031-05-05T23:30:00Z');
  const nights = { ...stay, bookingId: 'b', blockId: null, checkOut: '2031-06-11', changedAt, sequence: 0 };

  it('calendars are read and written alike in every time zone of the process', () => {
    const offsets = new Set<number>();
    const shapes = new Set<string>();
    for (const processZone of LISTING_ZONES) {
      process.env.TZ = processZone;
      offsets.add(changedAt.getTimezoneOffset());
      for (const timezone of LISTING_ZONES)
        for (const [form, linesOf] of Object.entries(writtenForms(timezone))) {
          const read = readIn(timezone, calendarOf({ uid: 'a', lines: linesOf(stay) }));
          expect({ processZone, timezone, form, ...read }).toMatchObject({ events: [stay], unreadable: [] });
        }
      const read = LISTING_ZONES.map((timezone) =>
        [AIRBNB, BOOKING_COM, VRBO].map((text) => readIn(timezone, text)),
      );
      shapes.add(JSON.stringify(read));
      const written = formatUnitCalendar({ title: 'Loft', name: 'A' }, [nights]);
      expect(written).toContain('DTSTART;VALUE=DATE:20310608\r\nDTEND;VALUE=DATE:20310611\r\n');
      expect(written).toContain('DTSTAMP:20310505T233000Z\r\n');
    }
    expect(shapes.size).toBe(1);
    // The process was in all of these zones.
    expect(offsets.size).toBe(LISTING_ZONES.length);
  });
});
