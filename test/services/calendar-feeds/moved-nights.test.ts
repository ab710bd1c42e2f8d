/** Nights are dates of the listing. No zone, of a calendar, a listing or a process, may move them by a day. */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../support/app.ts';
import { at, type Json, openInn } from '../../support/bookings.ts';
import { openChannel } from '../../support/channel.ts';
import { printedInTimeZones } from '../../support/in-time-zones.ts';
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

describe('a calendar that writes the same stays in ever other forms frees and blocks nothing', () => {
  it.each(LISTING_ZONES)('for a listing in %s', async (timezone) => {
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
      // Twice, and long enough after one another that what has vanished would be freed.
      for (const half of [0, 1]) {
        world.clock.set(new Date(START + (nth * 2 + half) * WAIT_MS).toISOString());
        const read = await inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/refresh`));
        expect({ form, ...read }).toMatchObject({ status: 'ok', events: STAYS.length, conflicts: [] });
        first ??= await blocks();
        expect([form, await blocks()]).toEqual([form, first]);
      }
    }
    expect(first).toMatchObject(
      STAYS.map(({ startDate, endDate }) => ({ start_date: startDate, end_date: endDate })),
    );
    const { data } = (await inn.send('GET', '/events?types=block.*,calendar_feed.*')).body;
    expect(data.map(({ type }: Json) => type)).toEqual(STAYS.map(() => 'block.created'));
  });
});

it("calendars are read and written the same whatever the process's time zone", async () => {
  const script = new URL('./zone-probe.ts', import.meta.url);
  const printed = await printedInTimeZones(script, [], LISTING_ZONES);
  expect(printed).toHaveLength(6);
  expect(new Set(printed).size).toBe(1);
  const { read, written } = JSON.parse(printed[0] ?? '');
  const stay = { startDate: '2031-06-08', endDate: '2031-06-12' };
  for (const { forms } of read)
    for (const form of forms) expect(form).toMatchObject({ events: [stay], unreadable: 0 });
  expect(written).toContain('DTSTART;VALUE=DATE:20310608\r\nDTEND;VALUE=DATE:20310611\r\n');
  expect(written).toContain('DTSTAMP:20310505T233000Z\r\n');
});
