/** Repeated events: every form of rule, later changes, and rules that are made to hold a server up. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCalendar } from '../../../../src/options/calendars/services/parsing/parse-calendar.ts';
import { itHolds, propertyRuns } from '../../../helpers/arbitraries.ts';
import { seed } from '../../../helpers/random.ts';
import { calendarOf } from './channel.ts';
import { AT, nightsIn, nightsOf, parsed } from './parsed.ts';
import { formatRule, listDatesByDay, rules } from './rules-by-day.ts';

const compact = (date: string) => date.replaceAll('-', '');
const nightOf = (date: string) => `${date}/${Temporal.PlainDate.from(date).add({ days: 1 })}`;
/** The first nights of an event of one night, which begins on that date and is repeated. */
const datesOf = (start: string, ...lines: string[]) =>
  [...nightsOf(`DTSTART;VALUE=DATE:${compact(start)}`, ...lines)].map((night) => night.slice(0, 10));

/** A zone whose clocks change in March and October, as a calendar describes it. */
const describeZone = (tzid: string, winter: string, summer: string) => {
  const change = (name: string, from: string, to: string, month: string) => [
    ...[`BEGIN:${name}`, `DTSTART:2000${month}01T020000`],
    ...[`RRULE:FREQ=YEARLY;BYMONTH=${Number(month)};BYDAY=-1SU`, `TZOFFSETFROM:${from}`],
    ...[`TZOFFSETTO:${to}`, `END:${name}`],
  ];
  return [
    ...['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...change('STANDARD', summer, winter, '10')],
    ...[...change('DAYLIGHT', winter, summer, '03'), 'END:VTIMEZONE'],
  ];
};
const describedIn = (zone: readonly string[], lines: string[]) =>
  parseCalendar(
    calendarOf({ uid: 'a', lines }).replace('BEGIN:VEVENT', [...zone, 'BEGIN:VEVENT'].join('\r\n')),
    AT,
  );

describe('recurrence rules', () => {
  it('a rule of several months and weekdays has every such day, in December too', () => {
    const dates = datesOf('2031-12-06', 'RRULE:FREQ=MONTHLY;BYMONTH=12,1,2;BYDAY=SA,SU');
    const weekends = [];
    for (
      let day = Temporal.PlainDate.from('2031-12-06');
      day.toString() < AT.horizon;
      day = day.add({ days: 1 })
    )
      if ([12, 1, 2].includes(day.month) && day.dayOfWeek > 5) weekends.push(day.toString());
    expect(dates).toEqual(weekends);
    expect(dates).toEqual(expect.arrayContaining(['2031-12-28', '2032-01-03', '2032-02-29', '2032-12-04']));
  });

  it('an end without a zone is the later of its times on the event’s clock and on the listing’s', () => {
    const last = 'RRULE:FREQ=WEEKLY;UNTIL=20310621T150000';
    for (const [begin, end] of [
      [
        'DTSTART;TZID=Pacific Standard Time:20310607T150000',
        'DTEND;TZID=Pacific Standard Time:20310609T110000',
      ],
      ['DTSTART;TZID=America/New_York:20310607T150000', 'DTEND;TZID=America/New_York:20310609T110000'],
      ['DTSTART:20310607T150000Z', 'DTEND:20310609T110000Z'],
      // East of Lisbon, where the listing's clock is behind: the next one begins after both.
      ['DTSTART;TZID=Asia/Tokyo:20310607T200000', 'DTEND;TZID=Asia/Tokyo:20310609T110000'],
    ] as const)
      expect(nightsOf(begin, end, last)).toEqual([
        '2031-06-07/2031-06-09',
        '2031-06-14/2031-06-16',
        '2031-06-21/2031-06-23',
      ]);
  });

  it('BYWEEKNO names the weeks of ISO 8601', () => {
    expect(datesOf('2031-05-12', 'RRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO')).toEqual([
      '2031-05-12',
      '2032-05-10',
    ]);
    const wholeWeek = datesOf(
      '2031-12-29',
      'RRULE:FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=7',
    );
    expect(wholeWeek).toEqual([
      ...['2031-12-29', '2031-12-30', '2031-12-31', '2032-01-01', '2032-01-02', '2032-01-03', '2032-01-04'],
    ]);
  });

  const runs = { numRuns: propertyRuns > 1_000 ? propertyRuns : 60, seed };
  itHolds(
    'a rule has exactly the days that fit all of its parts, when each day is looked at by itself',
    fc.property(rules, (rule) => {
      const dates = listDatesByDay(rule, AT.horizon).filter((date) => date >= AT.today);
      const text = calendarOf({ uid: 'a', start: rule.start, lines: [formatRule(rule)] });
      const read = parseCalendar(text, AT);
      expect([formatRule(rule), nightsIn(read)]).toEqual([formatRule(rule), dates.map(nightOf)]);
      expect(read).toMatchObject({ unreadable: [] });
    }),
    runs,
  );

  it('a rule that rrule-temporal cannot expand gives the first occurrence and those of ical.js, and is unreadable', () => {
    for (const part of ['RSCALE=HEBREW', 'RSCALE=MARTIAN', 'SKIP=FORWARD']) {
      const read = parsed('DTSTART;VALUE=DATE:20310607', `RRULE:FREQ=WEEKLY;COUNT=2;BYDAY=MO;${part}`);
      expect([nightsIn(read), read]).toMatchObject([
        ['2031-06-07/2031-06-08', '2031-06-09/2031-06-10', '2031-06-16/2031-06-17'],
        { unreadable: [7] },
      ]);
    }
  });

  it('plain and numbered weekdays of a year may be mixed, and a rule of a 53rd one is not trusted', () => {
    const every = (rule: string) => datesOf('2031-12-07', `RRULE:FREQ=YEARLY;${rule}`);
    expect(every('BYDAY=SU,1MO').slice(0, 5)).toEqual([
      ...['2031-12-07', '2031-12-14', '2031-12-21', '2031-12-28', '2032-01-04'],
    ]);
    expect(every('BYDAY=SU,1MO;BYSETPOS=-1')).toEqual(['2031-12-28', '2032-12-26']);
    // 2032 has 53 Fridays.
    const rare = parsed('DTSTART;VALUE=DATE:20321231', 'RRULE:FREQ=YEARLY;BYDAY=53FR');
    expect([nightsIn(rare)[0], rare]).toMatchObject(['2032-12-31/2033-01-01', { unreadable: [7] }]);
  });

  it('a time that clocks skip takes its night all the same', () => {
    // At one o’clock on that morning, clocks in Lisbon show two.
    const nightly = ['DTSTART;TZID=Europe/Lisbon:20320327T013000', 'RRULE:FREQ=DAILY;COUNT=3'];
    expect(nightsOf(...nightly)).toEqual(['2032-03-27', '2032-03-28', '2032-03-29'].map(nightOf));
    const elsewhere = ['DTSTART;TZID=Europe/Berlin:20320327T023000', 'RRULE:FREQ=DAILY;COUNT=3'];
    expect(nightsOf(...elsewhere)).toEqual(['2032-03-27', '2032-03-28', '2032-03-29'].map(nightOf));
  });

  it('an event in a zone that the calendar describes keeps its hour there, in summer and in winter', () => {
    const lines = [
      'DTSTART;TZID=Ours:20320102T233000',
      'DURATION:PT1H',
      'RRULE:FREQ=MONTHLY;INTERVAL=6;COUNT=2',
    ];
    const read = describedIn(describeZone('Ours', '+0000', '+0100'), lines);
    expect(nightsIn(read)).toEqual(['2032-01-02', '2032-07-02'].map(nightOf));
  });

  it('a short name is that of the zone that the calendar describes by it, and the name of a place is that of the place', () => {
    const stay = (tzid: string) => [
      `DTSTART;TZID=${tzid}:20310706T233000`,
      `DTEND;TZID=${tzid}:20310708T100000`,
    ];
    // London's time under the name GMT: at 23:30 it is 23:30 in Lisbon too.
    for (const tzid of ['GMT', 'UTC', 'Etc'])
      expect([tzid, nightsIn(describedIn(describeZone(tzid, '+0000', '+0100'), stay(tzid)))]).toEqual([
        tzid,
        ['2031-07-06/2031-07-08'],
      ]);
    expect(nightsIn(describedIn(describeZone('EST', '-0500', '-0400'), stay('EST')))).toEqual([
      '2031-07-07/2031-07-08',
    ]);
    const paris = 'Europe/Paris';
    expect(nightsIn(describedIn(describeZone(paris, '+0000', '-0400'), stay(paris)))).toEqual([
      '2031-07-06/2031-07-08',
    ]);
    // Midnights of UTC are both these dates and the listing's, also if the calendar describes UTC.
    const utc = [
      'BEGIN:VTIMEZONE',
      'TZID:UTC',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0000',
    ];
    const midnights = ['DTSTART;TZID=UTC:20310706T000000', 'DTEND;TZID=UTC:20310708T000000'];
    expect(
      nightsIn(describedIn([...utc, 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'], midnights)),
    ).toEqual(nightsIn(parsed('DTSTART:20310706T000000Z', 'DTEND:20310708T000000Z')));
  });
});

it('a period in RDATE has its own length', () => {
  const stay = ['DTSTART:20310602T150000', 'DTEND:20310604T100000'];
  expect(nightsOf(...stay, 'RDATE;VALUE=PERIOD:20310610T150000/20310615T100000,20310620T150000/P3D')).toEqual(
    ['2031-06-02/2031-06-04', '2031-06-10/2031-06-15', '2031-06-20/2031-06-23'],
  );
  const zoned = 'RDATE;VALUE=PERIOD;TZID=Pacific/Kiritimati:20310610T100000/20310613T100000';
  expect(nightsOf(...stay, zoned)).toEqual(['2031-06-02/2031-06-04', '2031-06-09/2031-06-12']);
});

describe('RANGE=THISANDFUTURE', () => {
  const weekly = ['DTSTART;VALUE=DATE:20310602', 'DTEND;VALUE=DATE:20310603', 'RRULE:FREQ=WEEKLY;COUNT=4'];
  const change = (...lines: string[]) => {
    const later = ['RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20310609', ...lines];
    return parseCalendar(calendarOf({ uid: 'a', lines: weekly }, { uid: 'a', lines: later }), AT);
  };

  it('later occurrences are taken both as they were and as shifted and lengthened, and the line is unreadable', () => {
    const read = change('DTSTART;VALUE=DATE:20310611', 'DTEND;VALUE=DATE:20310614');
    expect([nightsIn(read), read]).toMatchObject([
      [
        '2031-06-02/2031-06-03',
        ...['2031-06-16/2031-06-17', '2031-06-18/2031-06-21'],
        ...['2031-06-23/2031-06-24', '2031-06-25/2031-06-28'],
        '2031-06-11/2031-06-14',
      ],
      { unreadable: [12] },
    ]);
  });

  it('an occurrence that is shifted into the two years that are read is taken', () => {
    const lines = (...more: string[]) => ['DTSTART;VALUE=DATE:20310301', ...more];
    const read = parseCalendar(
      calendarOf(
        { uid: 'a', lines: lines('RRULE:FREQ=WEEKLY;COUNT=3') },
        {
          uid: 'a',
          lines: ['RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20310308', 'DTSTART;VALUE=DATE:20310608'],
        },
      ),
      AT,
    );
    expect(nightsIn(read)).toEqual(['2031-06-15/2031-06-16', '2031-06-08/2031-06-09']);
  });

  it('later occurrences stay as they were if the change cancels them, and the line is unreadable', () => {
    const read = change('DTSTART;VALUE=DATE:20310609', 'STATUS:CANCELLED');
    expect([nightsIn(read), read]).toMatchObject([
      ['2031-06-02', '2031-06-16', '2031-06-23'].map(nightOf),
      { unreadable: [12], leftOut: 1 },
    ]);
  });

  it('later occurrences that are left out or replaced by themselves are not shifted', () => {
    const later = ['RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20310609', 'DTSTART;VALUE=DATE:20310610'];
    const own = ['RECURRENCE-ID;VALUE=DATE:20310623', 'DTSTART;VALUE=DATE:20310701'];
    const text = calendarOf(
      { uid: 'a', lines: [...weekly, 'EXDATE;VALUE=DATE:20310616'] },
      ...[later, own].map((lines) => ({ uid: 'a', lines })),
    );
    expect(nightsIn(parseCalendar(text, AT))).toEqual(
      ['2031-06-02', '2031-06-10', '2031-07-01'].map(nightOf),
    );
  });
});

describe('rules that are made to hold a server up', () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, nth) => from + nth).join(',');
  const everySecond = `BYHOUR=${numbers(0, 23)};BYMINUTE=${numbers(0, 59)};BYSECOND=${numbers(0, 59)}`;

  it.each([
    ['never match', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 0],
    ['never match on any day', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31', 0],
    ['never match in any second', 'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30;UNTIL=20700101', 0],
    ['have no such position', 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=300', 0],
    [
      'have a billion occurrences',
      'FREQ=SECONDLY;COUNT=1000000000',
      'The calendar has more than 5,000 events.',
    ],
    ['have a billion rare occurrences', 'FREQ=DAILY;INTERVAL=300;COUNT=1000000000', 3],
    [
      'choose among all seconds of a year',
      `FREQ=YEARLY;${everySecond};BYYEARDAY=${numbers(1, 366)};BYSETPOS=-1`,
      2,
    ],
  ])('a rule is read in its time if its parts %s', (_, rule, expected) => {
    const since = performance.now();
    const nights = nightsOf('DTSTART:20310601T150000', `RRULE:${rule}`);
    expect(typeof expected === 'number' ? nights.length : nights).toBe(expected);
    expect(performance.now() - since).toBeLessThan(4_000);
  });

  it('a daily rule from long ago is read from today on, also if thousands of its days are left out', () => {
    const days = Array.from({ length: 7_000 }, (_, nth) =>
      Temporal.PlainDate.from('2014-01-01').add({ days: nth }),
    );
    const left = days.map((day) => `EXDATE;VALUE=DATE:${compact(day.toString())}`);
    const dates = datesOf('1950-01-01', 'RRULE:FREQ=DAILY', ...left);
    expect([dates[0], dates.length]).toEqual(['2033-03-02', 64]);
  });
});
