/** Stand-ins for the calendars of real channels, read twice every other day over some weeks. */
import { expect, it } from 'vitest';
import { addDays, type StayDate } from '../../../../src/domain/dates/dates.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { at, expectSound, type Json, openInn } from '../../../helpers/bookings.ts';
import { openChannel } from './channel.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const TODAY = '2031-05-05';
const compact = (text: string) => text.replaceAll(/[-:]/g, '');

type Stay = { name: string; from: StayDate; to: StayDate };
/** At a moment, the lines of a channel's events of these stays. `reading` counts its readings. */
type Tell = (stay: Stay, at: { moment: string; reading: number }) => { uid: string; lines: string[] };
type ChannelCalendar = { events: ReturnType<Tell>[]; ignore?: string[] };

const dates = ({ from, to }: Stay) => [
  `DTEND;VALUE=DATE:${compact(to)}`,
  `DTSTART;VALUE=DATE:${compact(from)}`,
];

/** The UID is folded over two lines, the end stands before the beginning, and each event has the time of the reading. */
const airbnb: Tell = (stay, { moment }) => ({
  uid: `${'6fec1092d3fa-'.repeat(4)}${stay.name}\r\n @airbnb.com`,
  lines: [...dates(stay), `DTSTAMP:${compact(moment)}`, 'SUMMARY:Reserved'],
});
/** The UIDs are others at each reading. */
const bookingCom: Tell = (stay, { reading }) => ({
  uid: `${stay.name}${reading}@booking.com`,
  lines: [...dates(stay), 'SUMMARY:CLOSED - Not available'],
});
/** Every other time, the same stays have hours. */
const vrbo: Tell = (stay, { moment, reading }) => ({
  uid: `vrbo-${stay.name}`,
  lines: [
    `DTSTAMP:${compact(moment)}`,
    ...(reading % 2 === 0
      ? dates(stay)
      : [`DTSTART:${compact(stay.from)}T160000`, `DTEND:${compact(stay.to)}T100000`]),
    'SUMMARY:Reserved - Bea',
  ],
});
/** Airbnb closes all that is a year ahead, which is a day later every day. */
const window = (today: StayDate, moment: string): ReturnType<Tell> => ({
  uid: 'window@airbnb.com',
  lines: [
    ...dates({ name: 'window', from: addDays(today, 365), to: addDays(today, 700) }),
    `DTSTAMP:${compact(moment)}`,
    'SUMMARY:Airbnb (Not available)',
  ],
});

const STAYS: Stay[] = [0, 1, 2, 3, 4, 5].map((nth) => ({
  name: `stay-${nth}`,
  from: addDays(TODAY, 1 + nth * 4),
  to: addDays(TODAY, 4 + nth * 4),
}));

it.each<[string, Tell, ((today: StayDate, moment: string) => ChannelCalendar['events'])?]>([
  ['Airbnb', airbnb, (today, moment) => [window(today, moment)]],
  ['Booking.com', bookingCom],
  ['Vrbo', vrbo],
])(
  '%s: past events of a channel’s calendar vanish without consequence, and only cancelled ones free nights',
  async (name, tell, beside) => {
    await using channel = await openChannel();
    const inn = await openInn(world);
    const made = {
      unit_id: at(inn.units, 0).id,
      name,
      url: channel.url,
      ignore: ['Airbnb (Not available)'],
    };
    const feed = await inn.data(inn.send('POST', '/calendar-feeds', made), 201);
    const blocks = async (): Promise<Json[]> => (await inn.send('GET', '/blocks?per_page=100')).body.data;
    let first: Json[] | null = null;
    for (let reading = 0; reading < 20; reading += 1) {
      const today = addDays(TODAY, reading - (reading % 2));
      const moment = `${today}T${reading % 2 === 0 ? '09' : '15'}:00:00Z`;
      world.clock.set(moment);
      // On the tenth day, the fourth stay is cancelled.
      const present = STAYS.filter(({ to }, nth) => to > today && !(nth === 3 && reading >= 10));
      channel.have(
        ...present.map((stay) => tell(stay, { moment, reading })),
        ...(beside?.(today, moment) ?? []),
      );
      const read = await inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/refresh`));
      expect([reading, read]).toMatchObject([
        reading,
        { status: 'ok', events: present.length, conflicts: [], last_error: null },
      ]);
      first ??= await blocks();
      const kept: Json[] = first;
      expect([
        reading,
        (await blocks()).map(({ id, start_date, end_date }) => [id, start_date, end_date]),
      ]).toEqual([
        reading,
        kept
          .filter((_, nth) => nth !== 3 || reading < 11)
          .map(({ id, start_date, end_date }) => [id, start_date, end_date]),
      ]);
    }
    expect(first).toMatchObject(
      STAYS.map(({ from, to }) => ({ start_date: from, end_date: to, reason: null })),
    );
    // A guest's name in a channel's calendar is in its blocks alone (docs/rules.md, 18.11).
    expect(JSON.stringify(await blocks()).includes('Bea')).toBe(name === 'Vrbo');
    expect(JSON.stringify(await inn.read(`/calendar-feeds/${feed.id}`))).not.toContain('Bea');
    const { data } = (await inn.send('GET', '/events?types=block.*,calendar_feed.*&limit=500')).body;
    // Booking.com gives its events other uids in each reading, which its blocks show.
    expect(JSON.stringify(data)).not.toContain('Bea');
    const changes: Json[] = data.filter(({ type }: Json) => type === 'block.changed');
    expect(changes.length > 0).toBe(name === 'Booking.com');
    expect(changes.every((event) => String(event.data.changed) === 'uid')).toBe(true);
    expect(data.map(({ type }: Json) => type).filter((type: string) => type !== 'block.changed')).toEqual([
      ...STAYS.map(() => 'block.created'),
      'block.deleted',
    ]);
    await expectSound(world);
  },
);
