/** What the programs that write calendars really write. */
import { describe, expect, it } from 'vitest';
import {
  parseCalendar,
  type ReadingOptions,
} from '../../../../src/options/calendars/services/parsing/parse-calendar.ts';
import { calendarOf } from './channel.ts';
import { AT, nightsIn, parsed } from './parsed.ts';

const IN_BERLIN = { ...AT, timezone: 'Europe/Berlin', today: '2027-01-01', horizon: '2029-01-01' };
const IN_LOS_ANGELES = { ...IN_BERLIN, timezone: 'America/Los_Angeles' };

const read = (lines: readonly string[], at: ReadingOptions = IN_BERLIN) =>
  parseCalendar(calendarOf({ uid: 'a', lines }), at);
const nights = (lines: readonly string[], at?: ReadingOptions) => nightsIn(read(lines, at));
/** The nights of some events of the same UID. */
const nightsOfAll = (...events: readonly (readonly string[])[]) =>
  nightsIn(parseCalendar(calendarOf(...events.map((lines) => ({ uid: 'a', lines }))), IN_BERLIN));
const allDay = (from: string, to: string) => [`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`];

describe('repeated all-day events', () => {
  it('an all-day event repeated UNTIL a time ends on the later of its dates in UTC and in the listing’s time zone', () => {
    const until = (time: string) => [...allDay('20270405', '20270406'), `RRULE:FREQ=DAILY;UNTIL=${time}`];
    expect(nights(until('20270407T220000Z'))).toHaveLength(4);
    expect(nights(until('20270407T210000Z'))).toHaveLength(3);
    expect(nights(until('20270407T220000'))).toHaveLength(3);
    // The evening before in Los Angeles.
    expect(nights(until('20270407T010000Z'), IN_LOS_ANGELES)).toHaveLength(3);
  });

  it('an all-day event leaves out the date of an EXDATE time, in that time’s zone, or in the listing’s for UTC', () => {
    const weekly = [...allDay('20270219', '20270220'), 'RRULE:FREQ=WEEKLY;COUNT=3'];
    const zone = [
      ...['BEGIN:VTIMEZONE', 'TZID:Ours', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
      ...['TZOFFSETFROM:+1200', 'TZOFFSETTO:+1200', 'END:STANDARD', 'END:VTIMEZONE'],
    ];
    for (const left of [
      'EXDATE;TZID=W. Europe Standard Time:20270226T000000',
      'EXDATE;TZID=America/Los_Angeles:20270226T230000',
      'EXDATE;TZID=Moon/Sea:20270226T000000',
      'EXDATE;TZID=Ours:20270226T000000',
      'EXDATE:20270226T000000',
      'EXDATE:20270225T230000Z',
      'EXDATE;VALUE=DATE:20270226',
    ]) {
      const text = calendarOf({ uid: 'a', lines: [...weekly, left] });
      const described = text.replace('BEGIN:VEVENT', [...zone, 'BEGIN:VEVENT'].join('\r\n'));
      expect([left, nightsIn(parseCalendar(described, IN_BERLIN))]).toEqual([
        left,
        ['2027-02-19/2027-02-20', '2027-03-05/2027-03-06'],
      ]);
    }
  });

  it('an occurrence of an all-day event can be replaced by its date or by a time', () => {
    const weekly = [...allDay('20270219', '20270220'), 'RRULE:FREQ=WEEKLY;COUNT=3'];
    for (const named of [
      'RECURRENCE-ID;TZID=W. Europe Standard Time:20270226T000000',
      'RECURRENCE-ID:20270225T230000Z',
      'RECURRENCE-ID;VALUE=DATE:20270226',
    ])
      expect(nightsOfAll([named, ...allDay('20270227', '20270228')], weekly)).toEqual([
        '2027-02-27/2027-02-28',
        '2027-02-19/2027-02-20',
        '2027-03-05/2027-03-06',
      ]);
  });
});

it('a time zone may be named as Windows names it', () => {
  const at = (tzid: string) => [`DTSTART;TZID=${tzid}:20270608T200000`, `DTEND;TZID=${tzid}:20270610T110000`];
  expect(nights(at('Pacific Standard Time'))).toEqual(['2027-06-09/2027-06-10']);
  expect(nights(at('W. Europe Standard Time'))).toEqual(['2027-06-08/2027-06-10']);
});

it.each([
  '/freeassociation.sourceforge.net/',
  '/freeassociation.sourceforge.net/Tzfile/',
  '/mozilla.org/20070129_1/',
  '/softwarestudio.org/Olson_20011030_5/',
])('the name of a time zone may have the name of a program’s own database before it: %s', (prefix) => {
  const at = (tzid: string) => [`DTSTART;TZID=${tzid}:20270608T200000`, `DTEND;TZID=${tzid}:20270610T110000`];
  expect(nights(at(`${prefix}America/Los_Angeles`))).toEqual(['2027-06-09/2027-06-10']);
  expect(nights(at(`${prefix}America/Argentina/Ushuaia`))).toEqual(['2027-06-09/2027-06-10']);
  const whole = [`DTSTART;TZID=${prefix}UTC:20270310T000000`, `DTEND;TZID=${prefix}UTC:20270312T000000`];
  expect(nights(whole, IN_LOS_ANGELES)).toEqual(['2027-03-09/2027-03-12']);
});

describe('events with one UID', () => {
  const [before, after] = [allDay('20270110', '20270112'), allDay('20270115', '20270118')];
  const both = ['2027-01-10/2027-01-12', '2027-01-15/2027-01-18'];
  const stamp = (name: string, hour: number) => `${name}:20270101T${hour}0000Z`;

  it.each([
    ['sequence', ['SEQUENCE:0'], ['SEQUENCE:1']],
    ['sequence, as a number', ['SEQUENCE:9'], ['SEQUENCE:10']],
    ['sequence, which counts from none', [], ['SEQUENCE:1']],
    ['sequence before any stamp', [stamp('DTSTAMP', 12)], ['SEQUENCE:1', stamp('DTSTAMP', 10)]],
    ['modification', [stamp('LAST-MODIFIED', 10)], [stamp('LAST-MODIFIED', 11)]],
    ['stamp', [stamp('DTSTAMP', 10)], [stamp('DTSTAMP', 11)]],
    [
      'modification, where all are stamped as they are written',
      [stamp('LAST-MODIFIED', 10), stamp('DTSTAMP', 20)],
      [stamp('LAST-MODIFIED', 11), stamp('DTSTAMP', 20)],
    ],
  ])(
    'of two events with the same UID, the one with the latest %s counts, in either order',
    (_, old, latest) => {
      expect(nightsOfAll([...before, ...old], [...after, ...latest])).toEqual([both[1]]);
      expect(nightsOfAll([...after, ...latest], [...before, ...old])).toEqual([both[1]]);
      expect(nightsOfAll([...before, ...old], [...after, ...latest, 'STATUS:CANCELLED'])).toEqual([]);
    },
  );

  it('of two events with the same UID, equal sequence and equal stamps, both count', () => {
    const same = ['SEQUENCE:1', stamp('DTSTAMP', 10)];
    expect(nightsOfAll([...before, ...same], [...after, ...same])).toEqual(both);
    expect(nightsOfAll(before, after)).toEqual(both);
  });

  it('of several versions of one occurrence, the latest counts', () => {
    const weekly = [...allDay('20270219', '20270220'), 'RRULE:FREQ=WEEKLY;COUNT=2', 'SEQUENCE:4'];
    const moved = (sequence: number, from: string, to: string) => [
      ...['RECURRENCE-ID;VALUE=DATE:20270226', `SEQUENCE:${sequence}`],
      ...allDay(from, to),
    ];
    expect(nightsOfAll(moved(2, '20270228', '20270301'), weekly, moved(1, '20270227', '20270228'))).toEqual([
      '2027-02-28/2027-03-01',
      '2027-02-19/2027-02-20',
    ]);
  });
});

describe('events from midnight UTC', () => {
  const lines = ['DTSTART:20270310T000000Z', 'DTEND:20270312T000000Z'];
  it.each([
    ['these dates', lines, IN_BERLIN, '2027-03-10/2027-03-12'],
    ['both', lines, IN_LOS_ANGELES, '2027-03-09/2027-03-12'],
    [
      'both, with a duration',
      ['DTSTART:20270310T000000Z', 'DURATION:P2D'],
      IN_LOS_ANGELES,
      '2027-03-09/2027-03-12',
    ],
    [
      'both, in a zone called UTC',
      ['DTSTART;TZID=UTC:20270310T000000', 'DTEND;TZID=Etc/UTC:20270312T000000'],
      IN_LOS_ANGELES,
      '2027-03-09/2027-03-12',
    ],
    [
      'the listing’s clock alone where only one end is at midnight',
      ['DTSTART:20270310T000000Z', 'DTEND:20270312T010000Z'],
      IN_LOS_ANGELES,
      '2027-03-09/2027-03-11',
    ],
    [
      'the listing’s clock alone where the times are of a zone',
      ['DTSTART;TZID=Europe/London:20270310T000000', 'DTEND;TZID=Europe/London:20270312T000000'],
      IN_LOS_ANGELES,
      '2027-03-09/2027-03-11',
    ],
  ])('an event from midnight UTC to midnight UTC is taken as %s', (_, event, at, span) => {
    expect(nights(event, at)).toEqual([span]);
  });
});

describe('VFREEBUSY', () => {
  const freeBusy = (...lines: readonly string[]) => {
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VFREEBUSY', 'UID:f', ...lines, 'END:VFREEBUSY'];
    return [...text, 'END:VCALENDAR', ''].join('\r\n');
  };
  const lines = [
    'DTSTART:20270101T000000Z',
    'DTEND:20280101T000000Z',
    'FREEBUSY:20270310T140000Z/20270312T100000Z,20270320T140000Z/P2D',
    'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20270401T140000Z/20270402T100000Z',
    'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20270410T140000Z/20270412T100000Z',
    'FREEBUSY;FBTYPE=FREE:20270420T140000Z/20270422T100000Z',
    'FREEBUSY:20200310T140000Z/20200312T100000Z',
  ];

  it('a VFREEBUSY calendar is read by its busy periods, tentative ones too', () => {
    const busy = parseCalendar(freeBusy(...lines), IN_BERLIN);
    expect(nightsIn(busy)).toEqual([
      ...['2027-03-10/2027-03-12', '2027-03-20/2027-03-22'],
      ...['2027-04-01/2027-04-02', '2027-04-10/2027-04-12'],
    ]);
    expect(busy).toMatchObject({ unreadable: [], events: [{ uid: '2027-03-10/2027-03-12' }, {}, {}, {}] });
  });

  it('an unreadable period of a VFREEBUSY calendar is reported by its line', () => {
    const busy = parseCalendar(freeBusy(lines[2] ?? '', 'FREEBUSY:soon/P2D', lines[3] ?? ''), IN_BERLIN);
    expect(busy).toMatchObject({ unreadable: [6], events: { length: 3 } });
  });

  it('VFREEBUSY is ignored in a calendar that has events', () => {
    const event = calendarOf({ uid: 'a', lines: allDay('20270501', '20270503') });
    const text = freeBusy(...lines).replace(
      'END:VCALENDAR',
      event.slice(event.indexOf('BEGIN:VEVENT')).trim(),
    );
    expect(nightsIn(parseCalendar(text, IN_BERLIN))).toEqual(['2027-05-01/2027-05-03']);
  });
});

describe('a partly unreadable calendar', () => {
  const [one, two] = [
    { uid: 'a', lines: allDay('20270501', '20270503') },
    { uid: 'b', lines: allDay('20270510', '20270512') },
  ] as const;
  const spans = ['2027-05-01/2027-05-03', '2027-05-10/2027-05-12'];
  const daily = ['2027-05-01/2027-05-03', '2027-05-02/2027-05-04'];
  const repeated = (line: string) => ({ ...one, lines: [...one.lines, 'RRULE:FREQ=DAILY;COUNT=2', line] });

  it.each([
    ['a line that is none', { ...one, lines: ['what is this', ...one.lines] }, [6], spans],
    ['a rule that is none', { ...one, lines: [...one.lines, 'RRULE:FREQ=SOMETIMES'] }, [8], spans],
    ['a rule without a frequency', { ...one, lines: [...one.lines, 'RRULE:COUNT=2'] }, [8], spans],
    [
      'an end of a rule that is none',
      { ...one, lines: [...one.lines, 'RRULE:FREQ=DAILY;UNTIL=20270502T1011'] },
      [8],
      spans,
    ],
    ['a date left out that is none', repeated('EXDATE;VALUE=DATE:never'), [9], [...daily, spans[1]]],
    ['one of several dates left out', repeated('EXDATE;VALUE=DATE:20270502,2027'), [9], [...daily, spans[1]]],
    ['a further date that is none', repeated('RDATE;VALUE=DATE:20270230'), [9], [...daily, spans[1]]],
    ['an occurrence that is none', { ...one, lines: [...one.lines, 'RECURRENCE-ID:never'] }, [8], spans],
    ['an event without a start', { uid: 'a', lines: ['DTEND;VALUE=DATE:20270503'] }, [4], [spans[1]]],
    ['a start that is none', { uid: 'a', lines: ['DTSTART:tomorrow'] }, [6], [spans[1]]],
    ['an end that is none', { uid: 'a', lines: [one.lines[0] ?? '', 'DTEND:2027'] }, [7], [spans[1]]],
  ])(
    'a calendar that is partly unreadable because of %s has the rest, and the number of the line',
    (_, event, unreadable, expected) => {
      const text = calendarOf(event, two);
      expect([nightsIn(parseCalendar(text, IN_BERLIN)), parseCalendar(text, IN_BERLIN)]).toMatchObject([
        expected,
        { unreadable },
      ]);
    },
  );

  it('a calendar in which the end of an event is missing has the events before and after it', () => {
    const text = calendarOf(one, two).replace('END:VEVENT\r\nBEGIN', 'BEGIN');
    const part = parseCalendar(text, IN_BERLIN);
    expect([nightsIn(part), part]).toMatchObject([spans, { unreadable: [8] }]);
    const last = parseCalendar(calendarOf(one).replace('END:VEVENT\r\n', ''), IN_BERLIN);
    expect([nightsIn(last), last]).toMatchObject([[spans[0]], { unreadable: [8] }]);
    const wrong = parseCalendar(calendarOf(one, two).replace('END:VEVENT', 'END:VTODO'), IN_BERLIN);
    expect([nightsIn(wrong), wrong]).toMatchObject([spans, { unreadable: [8, 9] }]);
  });

  it('a text with something else between two calendars has the events of both', () => {
    const text = `${calendarOf(one)}BEGIN:VTODO\r\nEND:VTODO\r\n${calendarOf(two)}`;
    const part = parseCalendar(text, IN_BERLIN);
    expect([nightsIn(part), part]).toMatchObject([spans, { unreadable: [10] }]);
  });

  it('the lines of an alarm are not taken as those of its event', () => {
    const alarm = ['BEGIN:VALARM', 'DURATION:P9D', 'DTSTART;VALUE=DATE:20270901', 'END:VALARM'];
    expect(nights([...alarm, ...one.lines])).toEqual([spans[0]]);
  });
});

it('cancelled and transparent events of the next two years are counted by occurrence, ignored summaries and past events are not', () => {
  const dates = allDay('20310608', '20310610');
  const count = (...lines: string[]) => parsed(...lines);
  for (const free of ['STATUS:CANCELLED', 'TRANSP:TRANSPARENT']) {
    expect(count(...dates, free)).toMatchObject({ events: [], leftOut: 1 });
    expect(count(...dates, 'RRULE:FREQ=WEEKLY;COUNT=3', free)).toMatchObject({ events: [], leftOut: 3 });
    expect(count(...allDay('20200608', '20200610'), free)).toMatchObject({ leftOut: 0 });
  }
  const ignoring = { ...AT, ignored: new Set(['closed']) };
  const text = calendarOf({ uid: 'a', lines: [...dates, 'SUMMARY:Closed', 'TRANSP:TRANSPARENT'] });
  expect(parseCalendar(text, ignoring)).toMatchObject({ events: [], leftOut: 0 });
  const weekly = { uid: 'a', lines: [...dates, 'RRULE:FREQ=WEEKLY;COUNT=3'] };
  const cancelled = {
    uid: 'a',
    lines: ['RECURRENCE-ID;VALUE=DATE:20310615', 'DTSTART;VALUE=DATE:20310615', 'STATUS:CANCELLED'],
  };
  expect(parseCalendar(calendarOf(weekly, cancelled), AT)).toMatchObject({
    events: { length: 2 },
    leftOut: 1,
  });
});
