import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  CALENDAR_PROBLEMS,
  parseCalendar,
} from '../../../../src/options/calendars/services/parsing/parse-calendar.ts';
import { createParserPool } from '../../../../src/options/calendars/services/parsing/parser-pool.ts';
import { calendarOf } from './channel.ts';
import { AT, nightsIn, nightsOf, parsed } from './parsed.ts';
import { AIRBNB, BOOKING_COM, VRBO } from './shapes.ts';

describe('calendars of known channels', () => {
  it.each([
    ['Airbnb', AIRBNB, ['2031-06-08/2031-06-12', '2032-05-01/2032-05-06'], /^6fec.*e6@airbnb\.com$/],
    ['Booking.com', BOOKING_COM, ['2031-06-08/2031-06-12', '2031-06-12/2031-06-13'], /^0a1b.*@booking\.com$/],
    ['Vrbo', VRBO, ['2031-06-08/2031-06-12', '2031-06-20/2031-06-22'], /^1b6a/],
  ])('a calendar of %s is read', (_, text, nights, uid) => {
    const read = parseCalendar(text, AT);
    expect(nightsIn(read)).toEqual(nights);
    expect(read).toMatchObject({ unreadable: [], events: [{ uid: expect.stringMatching(uid) }, {}] });
    expect(nightsIn(parseCalendar(text.replaceAll('\r\n', '\n'), AT))).toEqual(nights);
    expect(nightsIn(parseCalendar(`\ufeff${text}\r\n\r\n`, AT))).toEqual(nights);
  });
});

it('events with ignored summaries take no nights, whether repeated or a single occurrence', () => {
  const ignoring = (...summaries: string[]) => ({ ...AT, ignored: new Set(summaries) });
  const read = parseCalendar(AIRBNB, ignoring('airbnb (not available)'));
  expect([nightsIn(read), read]).toMatchObject([['2031-06-08/2031-06-12'], { unreadable: [] }]);
  expect(parseCalendar(AIRBNB, ignoring('reserved', 'airbnb (not available)'))).toEqual({
    kind: 'read',
    cancelled: [],
    events: [],
    leftOut: 0,
    unreadable: [],
    hasTextAfterEnd: false,
  });
  const start = 'DTSTART;VALUE=DATE:20310601';
  const repeated = calendarOf(
    { uid: 'a', lines: [start, 'RRULE:FREQ=WEEKLY;COUNT=3', 'SUMMARY:Closed'] },
    {
      uid: 'a',
      lines: ['RECURRENCE-ID;VALUE=DATE:20310608', 'DTSTART;VALUE=DATE:20310609', 'SUMMARY:Party'],
    },
  );
  expect(nightsIn(parseCalendar(repeated, ignoring('closed')))).toEqual(['2031-06-09/2031-06-10']);
  expect(nightsIn(parseCalendar(repeated, ignoring('party')))).toEqual([
    '2031-06-01/2031-06-02',
    '2031-06-15/2031-06-16',
  ]);
});

it('components other than events are ignored, and not reported as unreadable', () => {
  const event = calendarOf({ uid: 'a', lines: ['DTSTART;VALUE=DATE:20310608'] });
  const others = ['VTODO', 'VJOURNAL'].flatMap((name) => [
    ...[`BEGIN:${name}`, `UID:${name}`, 'DTSTART;VALUE=DATE:20310701', `END:${name}`],
  ]);
  const read = parseCalendar(event.replace('END:VCALENDAR', [...others, 'END:VCALENDAR'].join('\r\n')), AT);
  expect([nightsIn(read), read]).toMatchObject([['2031-06-08/2031-06-09'], { unreadable: [] }]);
  const empty = calendarOf().replace('END:VCALENDAR', 'BEGIN:VTODO\r\nUID:b\r\nEND:VTODO\r\nEND:VCALENDAR');
  expect(parseCalendar(empty, AT)).toMatchObject({
    kind: 'read',
    cancelled: [],
    events: [],
    leftOut: 0,
    unreadable: [],
  });
});

describe('nights of events', () => {
  it.each([
    ['dates', ['DTSTART;VALUE=DATE:20310608', 'DTEND;VALUE=DATE:20310612'], '2031-06-08/2031-06-12'],
    ['dates that are not named as such', ['DTSTART:20310608', 'DTEND:20310612'], '2031-06-08/2031-06-12'],
    ['no end', ['DTSTART;VALUE=DATE:20310608'], '2031-06-08/2031-06-09'],
    [
      'an end before the start',
      ['DTSTART;VALUE=DATE:20310608', 'DTEND;VALUE=DATE:20310601'],
      '2031-06-08/2031-06-09',
    ],
    ['one day', ['DTSTART:20310608T090000', 'DTEND:20310608T170000'], '2031-06-08/2031-06-09'],
    ['a duration', ['DTSTART;VALUE=DATE:20310608', 'DURATION:P1W'], '2031-06-08/2031-06-15'],
    ['a duration in hours', ['DTSTART:20310608T150000', 'DURATION:PT44H'], '2031-06-08/2031-06-10'],
    ['no zone', ['DTSTART:20310608T233000', 'DTEND:20310610T003000'], '2031-06-08/2031-06-10'],
    ['UTC', ['DTSTART:20310608T233000Z', 'DTEND:20310610T233000Z'], '2031-06-09/2031-06-11'],
    [
      'a zone far in the east',
      ['DTSTART;TZID=Pacific/Kiritimati:20310608T100000', 'DTEND;TZID=Pacific/Kiritimati:20310610T100000'],
      '2031-06-07/2031-06-09',
    ],
    [
      'a zone far in the west',
      ['DTSTART;TZID=America/Los_Angeles:20310608T200000', 'DTEND;TZID=America/Los_Angeles:20310610T110000'],
      '2031-06-09/2031-06-10',
    ],
    [
      'a zone with the path of the program that wrote it',
      ['DTSTART;TZID=/example.org/Tzfile/Pacific/Kiritimati:20310608T100000', 'DURATION:PT48H'],
      '2031-06-07/2031-06-09',
    ],
    [
      'a zone with a sign in its name',
      ['DTSTART;TZID=/example.org/Etc/GMT+5:20310608T200000', 'DURATION:PT24H'],
      '2031-06-09/2031-06-10',
    ],
    [
      'a zone with two parts before its own',
      ['DTSTART;TZID=America/Argentina/Salta:20310608T220000', 'DURATION:PT24H'],
      '2031-06-09/2031-06-10',
    ],
    [
      'an offset, which is no zone',
      ['DTSTART;TZID=+0500:20310608T020000', 'DURATION:PT48H'],
      '2031-06-08/2031-06-10',
    ],
    [
      'an unknown zone',
      ['DTSTART;TZID=Moon/Sea:20310608T233000', 'DTEND;TZID=Moon/Sea:20310610T110000'],
      '2031-06-08/2031-06-10',
    ],
  ])('an event with %s takes the right nights', (_, lines, nights) => {
    expect(nightsOf(...lines)).toEqual([nights]);
  });

  it('an event may be in a time zone that the calendar itself describes', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      // Its name is not the first thing that it says.
      'X-LIC-LOCATION:Australia/Brisbane',
      'TZID:Ours',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+1000',
      'TZOFFSETTO:+1000',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const text = calendarOf({
      uid: 'a',
      lines: ['DTSTART;TZID=Ours:20310608T050000', 'DTEND;TZID=Ours:20310610T120000'],
    });
    const described = text.replace('BEGIN:VEVENT', [...zone, 'BEGIN:VEVENT'].join('\r\n'));
    expect(nightsIn(parseCalendar(described, AT))).toEqual(['2031-06-07/2031-06-10']);
  });

  it('an all-day event has the same nights in every time zone of the listing and of the process', () => {
    for (const timezone of [
      'Pacific/Kiritimati',
      'Asia/Kathmandu',
      'Europe/Lisbon',
      'America/St_Johns',
      'America/Los_Angeles',
      'Pacific/Pago_Pago',
    ])
      expect(nightsIn(parseCalendar(AIRBNB, { ...AT, timezone }))).toEqual([
        '2031-06-08/2031-06-12',
        '2032-05-01/2032-05-06',
      ]);
  });
});

describe('a repeated event', () => {
  const weekly = ['DTSTART;VALUE=DATE:20310602', 'DTEND;VALUE=DATE:20310604', 'RRULE:FREQ=WEEKLY;COUNT=4'];
  it('a repeated event has its occurrences, without those that EXDATE leaves out', () => {
    expect(nightsOf(...weekly, 'EXDATE;VALUE=DATE:20310609,20310616')).toEqual([
      '2031-06-02/2031-06-04',
      '2031-06-23/2031-06-25',
    ]);
  });

  it('a repeated event may have occurrences that were moved or cancelled', () => {
    const moved = [
      'RECURRENCE-ID;VALUE=DATE:20310609',
      'DTSTART;VALUE=DATE:20310610',
      'DTEND;VALUE=DATE:20310613',
    ];
    const cancelled = [
      'RECURRENCE-ID;VALUE=DATE:20310616',
      'DTSTART;VALUE=DATE:20310616',
      'STATUS:CANCELLED',
    ];
    const read = parseCalendar(
      calendarOf({ uid: 'a', lines: weekly }, { uid: 'a', lines: moved }, { uid: 'a', lines: cancelled }),
      AT,
    );
    expect(nightsIn(read)).toEqual([
      '2031-06-02/2031-06-04',
      '2031-06-23/2031-06-25',
      '2031-06-10/2031-06-13',
    ]);
  });

  it('a repeated event with hours may have occurrences left out and moved by times in another zone', () => {
    const lisbon = (name: string, text: string) => `${name};TZID=Europe/Lisbon:${text}`;
    const nightly = [
      lisbon('DTSTART', '20310602T150000'),
      lisbon('DTEND', '20310603T110000'),
      'RRULE:FREQ=DAILY;COUNT=5',
      // 15:00 in Lisbon on the 3rd and the 4th.
      'EXDATE:20310603T140000Z',
      'EXDATE;TZID=America/New_York:20310604T100000',
    ];
    const moved = [
      'RECURRENCE-ID:20310605T140000Z',
      lisbon('DTSTART', '20310609T150000'),
      lisbon('DTEND', '20310611T110000'),
    ];
    const read = parseCalendar(calendarOf({ uid: 'a', lines: nightly }, { uid: 'a', lines: moved }), AT);
    expect(nightsIn(read)).toEqual([
      '2031-06-02/2031-06-03',
      '2031-06-06/2031-06-07',
      '2031-06-09/2031-06-11',
    ]);
  });

  it('a repeated event without a time zone has the listing’s, in which a UTC time leaves out an occurrence', () => {
    const at = ['DTSTART:20310602T150000', 'DTEND:20310603T110000', 'RRULE:FREQ=DAILY;COUNT=2'];
    // 15:00 in Lisbon.
    expect(nightsOf(...at, 'EXDATE:20310603T140000Z')).toEqual(['2031-06-02/2031-06-03']);
  });

  it('a repeated event without an end stops two years ahead', () => {
    expect(nightsOf('DTSTART;VALUE=DATE:20100101', 'RRULE:FREQ=MONTHLY')).toHaveLength(24);
  });

  it('a repeated event keeps its local hours when clocks change, and ends at its UNTIL time', () => {
    const at = [
      'DTSTART;TZID=America/New_York:20311025T230000',
      'DTEND;TZID=America/New_York:20311026T100000',
    ];
    expect(nightsOf(...at, 'RRULE:FREQ=WEEKLY;UNTIL=20311109T040000Z')).toEqual([
      '2031-10-26/2031-10-27',
      '2031-11-02/2031-11-03',
      '2031-11-09/2031-11-10',
    ]);
  });

  it('a repeated event that is too expensive to compute is unreadable, and one with too many occurrences is refused', () => {
    expect(parsed('DTSTART:20000101T000000', 'RRULE:FREQ=SECONDLY')).toMatchObject({
      events: [],
      unreadable: [7],
    });
    const fromStart = 'DTSTART:20310605T000000';
    expect(nightsOf(fromStart, 'RRULE:FREQ=MINUTELY;COUNT=90000')).toBe(CALENDAR_PROBLEMS.tooMany);
    expect(nightsOf(fromStart, 'RRULE:FREQ=MINUTELY;UNTIL=20320605')).toBe(CALENDAR_PROBLEMS.tooMany);
  });

  it.each(['SECONDLY', 'MINUTELY', 'HOURLY'])(
    'of an event repeated %s without an end, only the first is taken, and the rule is unreadable',
    (frequency) => {
      const start = 'DTSTART:20330503T000000';
      const rule = `RRULE:FREQ=${frequency}`;
      expect(parsed(start, rule)).toMatchObject({ events: { length: 1 }, unreadable: [7] });
      for (const end of ['COUNT=2', 'UNTIL=20330503T000001'])
        expect(parsed(start, `${rule};${end}`)).toMatchObject({ unreadable: [] });
      expect(parsed(start, rule, 'STATUS:CANCELLED')).toMatchObject({ events: [], unreadable: [] });
    },
  );

  it('an event repeated daily without an end has occurrences up to two years ahead', () => {
    expect(nightsOf('DTSTART;VALUE=DATE:20330425', 'RRULE:FREQ=DAILY')).toHaveLength(10);
  });
});

it('free and past events take no nights, and an event without a UID is identified by its nights', () => {
  const dates = ['DTSTART;VALUE=DATE:20310608', 'DTEND;VALUE=DATE:20310612'];
  expect(nightsOf(...dates, 'STATUS:CANCELLED')).toEqual([]);
  expect(nightsOf(...dates, 'TRANSP:TRANSPARENT')).toEqual([]);
  expect(nightsOf('DTSTART;VALUE=DATE:20310401', 'DTEND;VALUE=DATE:20310505')).toEqual([]);
  expect(nightsOf('DTSTART;VALUE=DATE:20330505')).toEqual([]);
  const nameless = calendarOf({ uid: '', lines: dates });
  expect(parseCalendar(nameless, AT)).toMatchObject({ events: [{ uid: '2031-06-08/2031-06-12' }] });
  const hostile = calendarOf({ uid: `a\u0000\u202eb${'x'.repeat(2_000)}`, lines: dates });
  expect(parseCalendar(hostile, AT)).toMatchObject({ events: [{ uid: `ab${'x'.repeat(998)}` }] });
});

it.each([
  ['no beginning', []],
  ['half a date', ['DTSTART;VALUE=DATE:203106']],
  ['a day that does not exist', ['DTSTART;VALUE=DATE:20310230']],
  ['an hour that does not exist', ['DTSTART:20310608T250000']],
  ['words', ['DTSTART:tomorrow']],
  ['a broken end', ['DTSTART;VALUE=DATE:20310608', 'DTEND;VALUE=DATE:2031']],
  ['a duration that is none', ['DTSTART;VALUE=DATE:20310608', 'DURATION:long']],
  ['a duration beyond any number', ['DTSTART;VALUE=DATE:20310608', `DURATION:P${'9'.repeat(400)}W`]],
  ['a duration beyond all dates', ['DTSTART;VALUE=DATE:20310608', 'DURATION:P99999999W']],
])('an event with %s is unreadable', (_, lines) => {
  const read = parsed(...lines);
  expect(read).toMatchObject({ events: [], unreadable: { length: 1 } });
});

it('a calendar that is cut off at any byte is refused', () => {
  const twenty = Array.from({ length: 20 }, (_, nth) => ({
    uid: `${nth}@channel.example`,
    lines: ['DTSTART;VALUE=DATE:20310608', 'DTEND;VALUE=DATE:20310612', 'SUMMARY:Réservé 🏠'],
  }));
  const bytes = Buffer.from(calendarOf(...twenty));
  // Without the last line break, it is still whole.
  for (let length = 0; length < bytes.length - 2; length += 1)
    expect(parseCalendar(bytes.subarray(0, length).toString(), AT).kind).toBe('refused');
  expect(nightsIn(parseCalendar(bytes.subarray(0, -2).toString(), AT))).toHaveLength(20);
});

it('a large calendar is read in a thread without delaying others, and one that takes too long is refused', async () => {
  const parser = createParserPool();
  const lines = [
    'DTSTART;VALUE=DATE:20310608',
    'DTEND;VALUE=DATE:20310612',
    `DESCRIPTION:${'x'.repeat(850)}`,
  ];
  const large = Buffer.from(
    calendarOf(...Array.from({ length: 5_000 }, (_, nth) => ({ uid: `${nth}`, lines }))),
  );
  expect(large.length).toBeLessThan(5_000_000);
  const small = Buffer.from(AIRBNB);
  const [one, two] = await Promise.all([parser.parse(1, large, AT), parser.parse(1, small, AT)]);
  expect([nightsIn(one).length, nightsIn(two)]).toEqual([5_000, nightsIn(parseCalendar(AIRBNB, AT))]);
  expect(small.toString()).toBe(AIRBNB);
  // Without its thread, a calendar that is being read is refused at once, and the next one has a new thread.
  const [cutOff, next] = [parser.parse(1, large, AT), parser.parse(1, small, AT)];
  const since = performance.now();
  await setImmediate();
  await parser.close();
  expect(await cutOff).toMatchObject({ kind: 'refused' });
  expect(nightsIn(await next)).toEqual(nightsIn(two));
  expect(performance.now() - since).toBeLessThan(9_000);
  await parser.close();
  const hasty = createParserPool({ withinMs: 1 });
  expect(await hasty.parse(1, large, AT)).toEqual({
    kind: 'refused',
    problem: 'The calendar takes too long to read.',
    isTooHard: true,
  });
  await hasty.close();
});
