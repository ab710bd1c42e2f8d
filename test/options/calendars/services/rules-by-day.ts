/**
 * Recurrence rules of all-day events, expanded in the plainest way there is: each day is looked at by itself, and
 * compared with every part of the rule (RFC 5545, 3.3.10). It shares no code with what it is compared with.
 */
import fc from 'fast-check';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

export type Rule = {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  start: string;
  interval: number;
  count?: number | undefined;
  until?: string | undefined;
  wkst?: (typeof WEEKDAYS)[number] | undefined;
  bymonth?: number[] | undefined;
  bymonthday?: number[] | undefined;
  byyearday?: number[] | undefined;
  byweekno?: number[] | undefined;
  byday?: string[] | undefined;
  bysetpos?: number[] | undefined;
};

const dayOf = (text: string) => Date.parse(`${text}T00:00Z`) / DAY_MS;
const textOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** What a calendar shows of a day. Weeks belong to the year in which they have four days or more. */
function look(day: number, firstWeekday: number) {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const yearStart = Date.UTC(year, 0, 1) / DAY_MS;
  const weekday = date.getUTCDay();
  const weekStart = day - ((weekday - firstWeekday + 7) % 7);
  const weekYear = new Date((weekStart + 3) * DAY_MS).getUTCFullYear();
  const countWeeks = (of: number) => {
    const fourth = Date.UTC(of, 0, 4) / DAY_MS;
    return fourth - ((new Date(fourth * DAY_MS).getUTCDay() - firstWeekday + 7) % 7);
  };
  return {
    year,
    month: month + 1,
    day: date.getUTCDate(),
    daysInMonth: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
    yearDay: day - yearStart + 1,
    daysInYear: Date.UTC(year + 1, 0, 1) / DAY_MS - yearStart,
    weekday,
    weekStart,
    week: (weekStart - countWeeks(weekYear)) / 7 + 1,
    weeksInYear: (countWeeks(weekYear + 1) - countWeeks(weekYear)) / 7,
  };
}
type Look = ReturnType<typeof look>;

/** Whether a place, counted from the first or backwards from the last, is one of those that a rule lists. */
const isListed = (list: number[] | undefined, place: number, last: number) =>
  list === undefined || list.includes(place) || list.includes(place - last - 1);

function isOnWeekday({ byday, freq, bymonth }: Rule, at: Look): boolean {
  if (byday === undefined) return true;
  const [place, last] =
    freq === 'MONTHLY' || bymonth ? [at.day, at.daysInMonth] : [at.yearDay, at.daysInYear];
  return byday.some((one) => {
    const nth = Number(one.slice(0, -2));
    if (one.slice(-2) !== WEEKDAYS[at.weekday]) return false;
    return nth === 0 || nth === Math.ceil(place / 7) || nth === -Math.ceil((last - place + 1) / 7);
  });
}

/** The period of the rule to which a day belongs, such as its month, counted from the first one. */
function countPeriods({ freq }: Rule, at: Look, first: Look, day: number, start: number): number {
  if (freq === 'DAILY') return day - start;
  if (freq === 'WEEKLY') return (at.weekStart - first.weekStart) / 7;
  const years = at.year - first.year;
  return freq === 'YEARLY' ? years : years * 12 + at.month - first.month;
}

function isOfRule(rule: Rule, at: Look, first: Look): boolean {
  const { freq, bymonth, bymonthday, byyearday, byweekno, byday } = rule;
  const isAnyDay = bymonthday || byyearday || byweekno || byday;
  if (freq === 'WEEKLY' && !byday && at.weekday !== first.weekday) return false;
  if (freq === 'MONTHLY' && !isAnyDay && at.day !== first.day) return false;
  if (freq === 'YEARLY') {
    if (byweekno && !byday && at.weekday !== first.weekday) return false;
    if (!isAnyDay && at.day !== first.day) return false;
    if (!isAnyDay && !bymonth && at.month !== first.month) return false;
  }
  return (
    (bymonth === undefined || bymonth.includes(at.month)) &&
    isListed(bymonthday, at.day, at.daysInMonth) &&
    isListed(byyearday, at.yearDay, at.daysInYear) &&
    isListed(byweekno, at.week, at.weeksInYear) &&
    isOnWeekday(rule, at)
  );
}

/** The dates of a rule before `horizon`. */
export function listDatesByDay(rule: Rule, horizon: string): string[] {
  const firstWeekday = WEEKDAYS.indexOf(rule.wkst ?? 'MO');
  const start = dayOf(rule.start);
  const first = look(start, firstWeekday);
  const periods = new Map<number, number[]>();
  // The first period may have begun a year before, and the last one may end a year later.
  for (let day = start - 366; day < dayOf(horizon) + 366; day += 1) {
    const at = look(day, firstWeekday);
    const period = countPeriods(rule, at, first, day, start);
    if (period < 0 || period % rule.interval !== 0 || !isOfRule(rule, at, first)) continue;
    periods.getOrInsertComputed(period, () => []).push(day);
  }
  return [...periods.values()]
    .flatMap((days) => days.filter((_, nth) => isListed(rule.bysetpos, nth + 1, days.length)))
    .filter((day) => day >= start)
    .slice(0, rule.count)
    .map(textOf)
    .filter((date) => date < horizon && (rule.until === undefined || date <= rule.until));
}

export function formatRule({ start: _, until, ...parts }: Rule): string {
  const all = { ...parts, until: until?.replaceAll('-', '') };
  const set = Object.entries(all).filter(([, value]) => value !== undefined);
  return `RRULE:${set.map(([part, value]) => `${part.toUpperCase()}=${value}`).join(';')}`;
}

const among = (min: number, max: number) => fc.integer({ min, max }).filter((one) => one !== 0);
const list = <Value>(value: fc.Arbitrary<Value>, maxLength = 3) =>
  fc.uniqueArray(value, { minLength: 1, maxLength });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const weekday = fc.constantFrom(...WEEKDAYS);
const nthWeekday = (most: number) =>
  fc.oneof(
    weekday,
    fc.tuple(among(-most, most), weekday).map(([nth, day]) => `${nth}${day}`),
  );
const date = (from: string, to: string) =>
  fc.integer({ min: dayOf(from), max: dayOf(to) }).map((day) => textOf(day));

const common = {
  start: date('2027-01-01', '2032-12-31'),
  wkst: optional(weekday),
  count: optional(fc.integer({ min: 1, max: 200 })),
  until: optional(date('2031-01-01', '2033-12-31')),
};
const interval = fc.integer({ min: 1, max: 5 });
const bymonth = optional(list(fc.integer({ min: 1, max: 12 })));
const bymonthday = optional(list(among(-31, 31)));
const plainDays = optional(list(weekday, 4));
const bysetpos = optional(list(among(-5, 5)));
/** A rule without COUNT may have UNTIL. BYSETPOS needs another part to choose from. */
const tidy = (rule: Rule): Rule => ({
  ...rule,
  until: rule.count === undefined ? rule.until : undefined,
  bysetpos: rule.byday || rule.bymonthday || rule.byyearday ? rule.bysetpos : undefined,
});

/** Rules of all forms that RFC 5545 lets repeat by days, weeks, months or years. */
export const rules: fc.Arbitrary<Rule> = fc
  .oneof(
    fc.record<Rule>({
      ...{ ...common, interval, bymonth, bymonthday, byday: plainDays },
      freq: fc.constant('DAILY' as const),
    }),
    fc.record<Rule>({
      ...{ ...common, interval, bymonth, byday: plainDays, bysetpos },
      freq: fc.constant('WEEKLY' as const),
    }),
    fc.record<Rule>({
      ...{ ...common, interval, bymonth, bymonthday, byday: optional(list(nthWeekday(5), 4)), bysetpos },
      freq: fc.constant('MONTHLY' as const),
    }),
    fc.record<Rule>({
      ...{ ...common, interval, bymonth, bymonthday, byday: plainDays, bysetpos },
      freq: fc.constant('YEARLY' as const),
    }),
    fc.record<Rule>({
      ...{ ...common, interval, bymonth, byday: list(nthWeekday(5), 4), bysetpos },
      freq: fc.constant('YEARLY' as const),
    }),
    fc.record<Rule>({
      ...{ ...common, interval, bymonth, byyearday: list(among(-366, 366), 5), bysetpos },
      freq: fc.constant('YEARLY' as const),
    }),
    // The first and last days of weeks belong to other years, which matters if years are counted.
    fc.record<Rule>({
      ...{ ...common, bymonth, byweekno: list(among(-53, 53), 5), byday: plainDays },
      interval: fc.constant(1),
      freq: fc.constant('YEARLY' as const),
    }),
  )
  .map(tidy);
