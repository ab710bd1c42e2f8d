/** Times, lengths and repetitions that calendars write in rarer ways. */
import { describe, expect, it } from 'vitest';
import { parseCalendar } from '../../../../src/options/calendars/services/parsing/parse-calendar.ts';
import { calendarOf } from './channel.ts';
import { AT, nightsIn, nightsOf, parsed } from './parsed.ts';

it('a calendar event has a UID and nights', () => {
  expect(parsed('DTSTART;VALUE=DATE:20310602', 'DTEND;VALUE=DATE:20310604', 'SUMMARY:Reserved')).toEqual({
    kind: 'read',
    cancelled: [],
    events: [{ uid: 'a', startDate: '2031-06-02', endDate: '2031-06-04', summary: 'Reserved' }],
    leftOut: 0,
    unreadable: [],
    hasTextAfterEnd: false,
  });
});

describe('repeated events', () => {
  it('a repeated event in UTC keeps its UTC time every day', () => {
    expect(
      nightsOf('DTSTART:20310602T223000Z', 'DTEND:20310603T233000Z', 'RRULE:FREQ=DAILY;COUNT=2'),
    ).toEqual(['2031-06-02/2031-06-04', '2031-06-03/2031-06-05']);
    expect(nightsOf('DTSTART:20310602T233000Z', 'DURATION:PT24H', 'RRULE:FREQ=WEEKLY;COUNT=2')).toEqual([
      '2031-06-03/2031-06-04',
      '2031-06-10/2031-06-11',
    ]);
  });

  it('a repeated event with RDATE dates is on its first date and on those', () => {
    const dates = ['DTSTART;VALUE=DATE:20310602', 'DTEND;VALUE=DATE:20310604'];
    expect(nightsOf(...dates, 'RDATE;VALUE=DATE:20310610,20310602,20310620')).toEqual([
      '2031-06-02/2031-06-04',
      '2031-06-10/2031-06-12',
      '2031-06-20/2031-06-22',
    ]);
    expect(nightsOf(...dates, 'RRULE:FREQ=DAILY;INTERVAL=7;COUNT=2', 'RDATE;VALUE=DATE:20310620')).toEqual([
      '2031-06-02/2031-06-04',
      '2031-06-09/2031-06-11',
      '2031-06-20/2031-06-22',
    ]);
  });

  it('a repeated event may list times or periods in RDATE', () => {
    const times = ['DTSTART:20310602T150000Z', 'DTEND:20310604T100000Z'];
    for (const [listed, nights] of [
      ['RDATE:20310610T150000Z', '2031-06-10/2031-06-12'],
      ['RDATE;VALUE=PERIOD:20310610T150000Z/20310611T100000Z', '2031-06-10/2031-06-11'],
    ] as const)
      expect(nightsOf(...times, listed)).toEqual(['2031-06-02/2031-06-04', nights]);
  });

  it('a rule with UNTIL a date includes that date, whatever the time', () => {
    const three = ['2031-06-02/2031-06-03', '2031-06-03/2031-06-04', '2031-06-04/2031-06-05'];
    const hours = ['DTSTART:20310602T150000', 'DTEND:20310603T110000'];
    expect(nightsOf(...hours, 'RRULE:FREQ=DAILY;UNTIL=20310604')).toEqual(three);
    expect(nightsOf('DTSTART;VALUE=DATE:20310602', 'RRULE:FREQ=DAILY;UNTIL=20310604')).toEqual(three);
    expect(nightsOf('DTSTART;VALUE=DATE:20310602', 'RRULE:FREQ=DAILY;UNTIL=20310604T000000Z')).toEqual(three);
    // Half past midnight in Lisbon.
    expect(nightsOf('DTSTART;VALUE=DATE:20310602', 'RRULE:FREQ=DAILY;UNTIL=20310603T233000Z')).toEqual(three);
    expect(nightsOf('DTSTART;VALUE=DATE:20310602', 'RRULE:FREQ=DAILY;UNTIL=20310603T223000Z')).toEqual(
      three.slice(0, 2),
    );
    expect(nightsOf(...hours, 'RRULE:FREQ=DAILY;UNTIL=20310604T140000Z')).toEqual(three);
    expect(nightsOf(...hours, 'RRULE:FREQ=DAILY;UNTIL=20310604T135900Z')).toEqual(three.slice(0, 2));
  });

  it('each occurrence of an event is as long as the first by its own clock, also if clocks change during it', () => {
    // The night of the change, in the zone of the event and of the listing, has 25 hours.
    const night = ['DTSTART;TZID=Europe/Lisbon:20311025T230000', 'DTEND;TZID=Europe/Lisbon:20311026T230000'];
    expect(nightsOf(...night, 'RRULE:FREQ=WEEKLY;COUNT=2')).toEqual([
      '2031-10-25/2031-10-26',
      '2031-11-01/2031-11-02',
    ]);
  });

  it('an event that begins and ends in different time zones lasts the same elapsed time at each occurrence', () => {
    const flight = [
      'DTSTART;TZID=America/New_York:20310602T200000',
      'DTEND;TZID=Europe/Lisbon:20310604T230000',
    ];
    expect(nightsOf(...flight, 'RRULE:FREQ=WEEKLY;COUNT=2')).toEqual([
      '2031-06-03/2031-06-04',
      '2031-06-10/2031-06-11',
    ]);
    // The last hour of a stay in Lisbon, which is an hour ahead.
    const ofUtc = ['DTSTART:20310602T233000', 'DTEND:20310603T233000Z'];
    expect(nightsOf(...ofUtc, 'RRULE:FREQ=WEEKLY;COUNT=2')).toEqual([
      '2031-06-02/2031-06-04',
      '2031-06-09/2031-06-11',
    ]);
    const toUtc = ['DTSTART;TZID=America/New_York:20310602T200000', 'DTEND:20310604T220000Z'];
    expect(nightsOf(...toUtc, 'RRULE:FREQ=WEEKLY;COUNT=2')).toEqual([
      '2031-06-03/2031-06-04',
      '2031-06-10/2031-06-11',
    ]);
  });

  it('an event that begins and ends in different time zones does not become a day longer when clocks change', () => {
    // From half past eleven to half past ten in winter, an hour later by the listing's clock in summer.
    const winter = ['DTSTART:20320110T233000Z', 'DTEND;TZID=Europe/Lisbon:20320112T223000'];
    expect(nightsOf(...winter, 'RRULE:FREQ=MONTHLY;INTERVAL=6;COUNT=2')).toEqual([
      '2032-01-10/2032-01-12',
      '2032-07-11/2032-07-12',
    ]);
  });

  it('a repeated event from a date to a time, or from a time to a date, has whole days', () => {
    const weekly = 'RRULE:FREQ=WEEKLY;COUNT=2';
    for (const ends of [
      ['DTSTART;VALUE=DATE:20310602', 'DTEND:20310604T233000Z'],
      ['DTSTART:20310602T233000', 'DTEND;VALUE=DATE:20310605'],
    ])
      expect(nightsOf(...ends, weekly)).toEqual(['2031-06-02/2031-06-05', '2031-06-09/2031-06-12']);
  });

  it('EXDATE with a date leaves out the occurrence of that day, whatever the time', () => {
    expect(
      nightsOf('DTSTART:20310602T150000', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20310603'),
    ).toEqual(['2031-06-02/2031-06-03', '2031-06-04/2031-06-05']);
  });

  it('an event with RECURRENCE-ID is not repeated itself, even if it has a rule', () => {
    const occurrence = ['RECURRENCE-ID;VALUE=DATE:20310602', 'DTSTART;VALUE=DATE:20310603'];
    expect(parsed(...occurrence, 'RRULE:FREQ=DAILY;COUNT=3')).toMatchObject({
      events: [{ uid: 'a', startDate: '2031-06-03', endDate: '2031-06-04' }],
    });
  });

  it('a repeated event has occurrences from today to the end of the two years that are read', () => {
    const daily = (first: string) => nightsOf(`DTSTART;VALUE=DATE:${first}`, 'RRULE:FREQ=DAILY;COUNT=4');
    expect(daily('20310503')).toEqual(['2031-05-05/2031-05-06', '2031-05-06/2031-05-07']);
    expect(daily('20330503')).toEqual(['2033-05-03/2033-05-04', '2033-05-04/2033-05-05']);
  });
});

describe('single events', () => {
  it('an event with a start time and a duration ends after that elapsed time', () => {
    expect(nightsOf('DTSTART:20310608T120000Z', 'DURATION:PT48H')).toEqual(['2031-06-08/2031-06-10']);
    expect(nightsOf('DTSTART:20310608T120000', 'DURATION:PT36H')).toEqual(['2031-06-08/2031-06-10']);
  });

  it.each([
    ['the last second of a minute', 'DTSTART:20310608T235959', 1],
    ['a leap second', 'DTSTART:20310608T235960', 1],
    ['a second too many', 'DTSTART:20310608T235961', 0],
    ['a minute too many', 'DTSTART:20310608T236000', 0],
    ['an hour too many', 'DTSTART:20310608T240000', 0],
    ['a number', 'DTSTART;VALUE=INTEGER:20310608', 0],
    ['a text', 'DTSTART;VALUE=TEXT:2031-06-08', 0],
  ])('an event whose time is %s is read or unreadable as RFC 5545 says', (_, line, count) => {
    expect(parsed(line)).toMatchObject({ events: { length: count }, unreadable: { length: 1 - count } });
  });

  it('a cancelled or transparent event takes no nights, whatever the case of these words', () => {
    for (const line of ['STATUS:cancelled', 'TRANSP:transparent'])
      expect(nightsOf('DTSTART;VALUE=DATE:20310608', line)).toEqual([]);
    for (const line of ['STATUS:CONFIRMED', 'TRANSP:OPAQUE'])
      expect(nightsOf('DTSTART;VALUE=DATE:20310608', line)).toEqual(['2031-06-08/2031-06-09']);
  });

  it('an event that ends tomorrow takes nights, one that ended is past, and one beyond two years is left out', () => {
    expect(nightsOf('DTSTART;VALUE=DATE:20310504', 'DTEND;VALUE=DATE:20310506')).toEqual([
      '2031-05-04/2031-05-06',
    ]);
    expect(nightsOf('DTSTART;VALUE=DATE:20330504')).toEqual(['2033-05-04/2033-05-05']);
    expect(nightsOf('DTSTART;VALUE=DATE:20330505')).toEqual([]);
  });
});

describe('the text of a calendar', () => {
  const whole = calendarOf({ uid: 'a', lines: ['DTSTART;VALUE=DATE:20310608'] });

  it('a text of two calendars has the events of both', () => {
    const other = whole.replace('20310608', '20310612');
    expect(nightsIn(parseCalendar(`${whole}${other}`, AT))).toEqual([
      '2031-06-08/2031-06-09',
      '2031-06-12/2031-06-13',
    ]);
  });

  it.each([
    ['that is no calendar', '<!doctype html>', 'The answer is not a calendar.'],
    ['whose first line has more', whole.replace('VCALENDAR', 'VCALENDARS'), 'The answer is not a calendar.'],
    ['before which there is more', `X\r\n${whole}`, 'The answer is not a calendar.'],
    ['without its end', whole.slice(0, -4), 'The calendar is not complete: its end is missing.'],
    ['whose end has more', `${whole.trimEnd()}X`, 'The calendar is not complete: its end is missing.'],
  ])('a text that is not one whole calendar is refused: %s', (_, text, problem) => {
    expect(parseCalendar(text, AT)).toEqual({ kind: 'refused', problem });
  });

  it('text after the end of a calendar is not read, but makes the reading incomplete', () => {
    for (const [more, hasTextAfterEnd] of [
      ...[
        ['', false],
        ['\r\n \r\n', false],
        ['\0', true],
        ['<!-- 12 ms -->', true],
      ],
      ...[['BEGIN:VEVENT\r\nUID:b\r\nDTSTART:20310701', true]],
    ] as const) {
      const read = parseCalendar(`${whole}${more}`, AT);
      expect([more, nightsIn(read), read]).toMatchObject([
        more,
        ['2031-06-08/2031-06-09'],
        { unreadable: [], hasTextAfterEnd },
      ]);
    }
  });

  it('a calendar may have hundreds of thousands of irrelevant lines, but not as many relevant ones', () => {
    const withLines = (count: number, line: string) =>
      parseCalendar(whole.replace('UID:a', `${`${line}\r\n`.repeat(count)}UID:a`), AT);
    for (const line of ['A:1', 'x-a;b="c:d",e;F=:g', 'DESCRIPTION:a\r\n DTEND:b', 'ATTENDEE:'])
      expect(nightsIn(withLines(300_000, line))).toEqual(['2031-06-08/2031-06-09']);
    for (const line of ['UID:', 'exdate;value=date:20310101', 'SUMMARY:a\r\n b\r\n\tc'])
      expect(withLines(200_000, line)).toEqual({
        kind: 'refused',
        problem: 'The calendar has too many lines.',
      });
  });

  it('a calendar with a line of millions of parameters is refused', () => {
    const line = `X-A;B=${','.repeat(4_900_000)}:c`;
    expect(parseCalendar(whole.replace('UID:a', `${line}\r\nUID:a`), AT)).toMatchObject({
      problem: 'The calendar cannot be read.',
    });
  });

  it.each(['DESCRIPTION', 'X-A;B', 'X-A;B:c', 'X-A;B="c:d', '-'])(
    'a malformed line such as %s is skipped and reported, although its property would be ignored',
    (line) => {
      const read = parseCalendar(whole.replace('UID:a', `${line}\r\nUID:a`), AT);
      expect([nightsIn(read), read]).toMatchObject([['2031-06-08/2031-06-09'], { unreadable: [5] }]);
    },
  );

  it('a calendar in small letters, with blanks and empty lines around it, is read', () => {
    const small = whole.replaceAll('VCALENDAR', 'vcalendar');
    expect(nightsIn(parseCalendar(`\r\n${small} \r\n`, AT))).toEqual(['2031-06-08/2031-06-09']);
  });

  it('a calendar with too many events is refused, even if all of them are past', () => {
    const events = (count: number, ...lines: string[]) =>
      calendarOf(
        ...Array.from({ length: count }, (_, nth) => ({ uid: `${nth}`, start: '2020-01-01', lines })),
      );
    const others = ['X-A:BEGIN:VEVENT', 'BEGIN:VEVENTS', 'END:VEVENTS'];
    expect(parseCalendar(events(5_000, ...others), AT)).toEqual({
      kind: 'read',
      cancelled: [],
      events: [],
      leftOut: 0,
      unreadable: [],
      hasTextAfterEnd: false,
    });
    const problem = 'The calendar has more than 5,000 events.';
    for (const text of [events(5_001), events(5_001).replaceAll('\r\n', '\n')])
      expect(parseCalendar(text, AT)).toEqual({ kind: 'refused', problem });
    const repeated = (count: number) =>
      calendarOf(
        { uid: 'a', lines: ['DTSTART:20310605T000000', `RRULE:FREQ=HOURLY;COUNT=${count}`] },
        { uid: 'b', start: '2031-06-08' },
      );
    expect(nightsIn(parseCalendar(repeated(4_999), AT))).toHaveLength(5_000);
    expect(parseCalendar(repeated(5_000), AT)).toEqual({ kind: 'refused', problem });
  });
});

describe('a UID', () => {
  it('a UID is trimmed, cut, and freed of characters that are invisible or break lines', () => {
    const uidOf = (uid: string) => {
      const parsed = parseCalendar(calendarOf({ uid, start: '2031-06-08' }), AT);
      return parsed.kind === 'read' && parsed.events[0]?.uid;
    };
    expect(uidOf(` a\u2028b\u200e `)).toBe('ab');
    expect(uidOf('\u202a\u2066')).toBe('2031-06-08/2031-06-09');
    expect(uidOf('x'.repeat(1_001))).toBe('x'.repeat(1_000));
    expect(uidOf('a\ufeffb')).toBe('a\ufeffb');
    const without = calendarOf({ uid: 'a', start: '2031-06-08' }).replace('UID:a\r\n', '');
    expect(parseCalendar(without, AT)).toMatchObject({ events: [{ uid: '2031-06-08/2031-06-09' }] });
  });
});
