/** Every night that a channel has sold is closed, whatever its calendar looks like. All dates are of Berlin. */
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '../../../../src/domain/dates/dates.ts';
import { takeFreedNights } from '../../../../src/options/calendars/services/feeds/freed-nights.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { at, type Inn, type Json, openInn } from '../../../helpers/bookings.ts';
import { calendarOf, openChannel } from '../services/channel.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
beforeEach(() => world.clock.set('2027-01-01T10:00:00Z'));

const allDay = (from: string, to: string) => [
  `DTSTART;VALUE=DATE:2027${from.replace('-', '')}`,
  `DTEND;VALUE=DATE:2027${to.replace('-', '')}`,
];
const timed = (from: string, to: string) => [
  `DTSTART;TZID=Europe/Berlin:2027${from}`,
  `DTEND;TZID=Europe/Berlin:2027${to}`,
];

/** A feed of one unit that reads these events. */
async function readEvents(inn: Inn, ...events: readonly (readonly string[])[]) {
  await using channel = await openChannel();
  const made = { unit_id: at(inn.units, 0).id, name: 'Channel', url: channel.url };
  const { id } = await inn.data(inn.send('POST', '/calendar-feeds', made), 201);
  channel.answer(200, calendarOf(...events.map((lines, nth) => ({ uid: `${nth}`, lines }))));
  // Until then, the channel has to answer.
  return await inn.data(inn.send('POST', `/calendar-feeds/${id}/refresh`));
}
const openInBerlin = () => openInn(world, { listing: { timezone: 'Europe/Berlin' } });

/** The nights of the first half of the year that are taken, by month and day. */
async function closedNights(inn: Inn): Promise<string[]> {
  const nights: string[] = [];
  for (const from of ['2027-01-01', '2027-03-01', '2027-05-01']) {
    const { data } = (await inn.send('GET', `/occupancies?from=${from}&to=${addDays(from, 60)}&per_page=100`))
      .body;
    for (const { start_date, end_date } of data as Json[])
      for (let night = start_date; night < end_date; night = addDays(night, 1)) nights.push(night.slice(5));
  }
  return [...new Set(nights)].sort();
}
const between = (from: string, to: string): string[] => {
  const nights: string[] = [];
  for (let night = `2027-${from}`; night < `2027-${to}`; night = addDays(night, 1))
    nights.push(night.slice(5));
  return nights;
};

it.each([
  ['in one order', [allDay('05-01', '05-05'), allDay('05-03', '05-07')]],
  ['in the other', [allDay('05-03', '05-07'), allDay('05-01', '05-05')]],
])('two overlapping events of a feed close the nights of both, %s', async (_, events) => {
  const inn = await openInBerlin();
  expect(await readEvents(inn, ...events)).toMatchObject({ status: 'ok', events: 2, conflicts: [] });
  expect(await closedNights(inn)).toEqual(between('05-01', '05-07'));
});

it('a feed’s event that overlaps a booking is one conflict, and closes its other nights', async () => {
  const inn = await openInBerlin();
  const { id } = await inn.book({ check_in: '2027-06-01', check_out: '2027-06-04' });
  expect(await readEvents(inn, allDay('06-03', '06-10'))).toMatchObject({
    conflicts: [
      { start_date: '2027-06-03', end_date: '2027-06-10', with: { booking_id: id, block_id: null } },
    ],
  });
  expect(await closedNights(inn)).toEqual(between('06-01', '06-10'));
});

it('three events of a feed for one stay close all of its nights', async () => {
  const inn = await openInBerlin();
  await readEvents(
    inn,
    timed('0310T150000', '0310T160000'),
    timed('0314T100000', '0314T110000'),
    allDay('03-10', '03-14'),
  );
  expect(await closedNights(inn)).toEqual(between('03-10', '03-15'));
});

it('a daily event of a feed closes the night of its last date', async () => {
  const inn = await openInBerlin();
  await readEvents(inn, [...allDay('04-05', '04-06'), 'RRULE:FREQ=DAILY;UNTIL=20270407T220000Z']);
  expect(await closedNights(inn)).toEqual(between('04-05', '04-09'));
});

it('a repeated event of a feed leaves a date free that its rule excludes', async () => {
  const inn = await openInBerlin();
  const weekly = [
    ...allDay('02-19', '02-20'),
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'EXDATE;TZID=W. Europe Standard Time:20270226T000000',
  ];
  await readEvents(inn, weekly);
  expect(await closedNights(inn)).toEqual(['02-19', '03-05']);
});

it.each([
  ['first', 0],
  ['last', 1],
])(
  'of feed events with the same UID only the latest sequence closes nights, also if it comes %s in the calendar',
  async (_, nth) => {
    await using channel = await openChannel();
    const inn = await openInBerlin();
    const versions = [
      { uid: 'a', lines: [...allDay('01-10', '01-12'), 'SEQUENCE:0'] },
      { uid: 'a', lines: [...allDay('01-15', '01-18'), 'SEQUENCE:1'] },
    ];
    channel.have(...(nth === 1 ? versions : versions.reverse()));
    const made = { unit_id: at(inn.units, 0).id, name: 'Channel', url: channel.url };
    const { id } = await inn.data(inn.send('POST', '/calendar-feeds', made), 201);
    await inn.data(inn.send('POST', `/calendar-feeds/${id}/refresh`));
    expect(await closedNights(inn)).toEqual(between('01-15', '01-18'));
  },
);

it('a calendar that is partly unreadable closes what can be read, frees nothing, and names the broken line', async () => {
  await using channel = await openChannel();
  const inn = await openInBerlin();
  const made = { unit_id: at(inn.units, 0).id, name: 'Channel', url: channel.url };
  const { id } = await inn.data(inn.send('POST', '/calendar-feeds', made), 201);
  const refresh = () => inn.data(inn.send('POST', `/calendar-feeds/${id}/refresh`));
  const one = { uid: 'a', lines: allDay('05-01', '05-03') };
  const two = { uid: 'b', lines: allDay('05-10', '05-12') };
  channel.have(one);
  await refresh();
  channel.answer(200, calendarOf(two).replace('UID:b', 'UID:b\r\nthis is no line'));
  for (const hour of [11, 12, 13]) {
    world.clock.set(`2027-01-01T${hour}:00:00Z`);
    expect(await refresh()).toMatchObject({
      status: 'failing',
      last_error: expect.stringMatching(/\b6\b/),
      events: 1,
    });
    expect(await closedNights(inn)).toEqual([...between('05-01', '05-03'), ...between('05-10', '05-12')]);
  }
  channel.have(two);
  await refresh();
  world.clock.set('2027-01-01T13:59:00Z');
  await refresh();
  expect(await closedNights(inn)).toEqual(between('05-10', '05-12'));
});

describe('free events of a feed', () => {
  it('a feed’s cancelled and transparent events are counted, but close no nights', async () => {
    const inn = await openInBerlin();
    const read = await readEvents(
      inn,
      [...allDay('05-01', '05-03'), 'STATUS:CANCELLED'],
      [...allDay('05-05', '05-07'), 'TRANSP:TRANSPARENT'],
      allDay('05-10', '05-12'),
    );
    expect(read).toMatchObject({ events: 1, left_out: 2 });
    expect(await closedNights(inn)).toEqual(between('05-10', '05-12'));
  });
});

it('a feed’s address may begin with webcal://, which means https://', async () => {
  const inn = await openInBerlin();
  const made = { unit_id: at(inn.units, 0).id, name: 'Channel', url: 'WebCal://calendars.example/a.ics' };
  const feed = await inn.data(inn.send('POST', '/calendar-feeds', made), 201);
  expect(feed.url).toBe('https://calendars.example/a.ics');
  const changed = { url: 'webcal://calendars.example/b.ics' };
  expect(await inn.data(inn.send('PUT', `/calendar-feeds/${feed.id}`, changed))).toMatchObject({
    url: 'https://calendars.example/b.ics',
  });
});

it('each event of a feed has a block for each run of free nights, and the block names its event', async () => {
  const inn = await openInBerlin();
  await inn.book({ check_in: '2027-05-03', check_out: '2027-05-04' });
  await readEvents(inn, allDay('05-01', '05-06'), allDay('05-05', '05-08'));
  const { data } = (await inn.send('GET', '/blocks')).body;
  expect(data.map(({ uid, start_date, end_date }: Json) => [uid, start_date, end_date])).toEqual([
    ['0', '2027-05-01', '2027-05-03'],
    ['0', '2027-05-04', '2027-05-06'],
    ['1', '2027-05-06', '2027-05-08'],
  ]);
});

it('two blocks of one feed event become one when the booking between them is gone', async () => {
  const inn = await openInBerlin();
  const { id } = await inn.book({ check_in: '2027-05-03', check_out: '2027-05-04' });
  await readEvents(inn, allDay('05-01', '05-06'));
  const blocks = async () => (await inn.send('GET', '/blocks')).body.data as Json[];
  const [first, second] = await blocks();
  expect([first?.end_date, second?.start_date]).toEqual(['2027-05-03', '2027-05-04']);
  await inn.cancel(id);
  await takeFreedNights(world.services);
  expect(await blocks()).toEqual([{ ...first, end_date: '2027-05-06' }]);
});

it('a feed’s event keeps its block also under a new UID, whatever other events come and go', async () => {
  await using channel = await openChannel();
  const inn = await openInBerlin();
  const made = { unit_id: at(inn.units, 0).id, name: 'Channel', url: channel.url };
  const { id } = await inn.data(inn.send('POST', '/calendar-feeds', made), 201);
  const read = async (...events: { uid: string; lines: string[] }[]) => {
    channel.have(...events);
    await inn.data(inn.send('POST', `/calendar-feeds/${id}/refresh`));
    const { data } = (await inn.send('GET', '/blocks')).body;
    return data.map(({ id: blockId, uid, start_date, end_date }: Json) => [
      blockId,
      `${uid} ${start_date} ${end_date}`,
    ]);
  };
  const longer = (uid: string) => ({ uid, lines: allDay('05-03', '05-07') });
  const earlier = { uid: 'a', lines: allDay('05-01', '05-05') };
  const [[own]] = await read(longer('b'));
  const [[other]] = await read(longer('b'), earlier);
  const both = [
    [other, 'a 2027-05-01 2027-05-03'],
    [own, 'c 2027-05-03 2027-05-07'],
  ];
  expect(await read(earlier, longer('c'))).toEqual(both);
  expect(await read(longer('c'))).toEqual(both);
  world.clock.set('2027-01-01T10:10:00Z');
  expect(await read(longer('c'))).toEqual([both[1]]);
});
