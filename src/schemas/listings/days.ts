/** Prices and rules of single days, and the ranges of days by which they are changed. */
import { z } from 'zod';
import {
  countDaysOfRange,
  type DayOverrideChange,
  type DayOverrideRange,
  EMPTY_DAY_OVERRIDE,
} from '../../domain/dates/day-ranges.ts';
import {
  MAX_DAY_OVERRIDES_OF_LISTING,
  MAX_DAYS_OF_DAYS_REQUEST,
  MAX_LISTINGS_OF_DAYS_REQUEST,
  MAX_RANGES_OF_DAYS_REQUEST,
  MAX_RANGES_OF_LISTING,
} from '../../domain/limits.ts';
import { namedField, notBefore } from '../../domain/text/message-text.ts';
import type { ChangedDays, DayOverride } from '../../services/catalogue/days.ts';
import type { DayColumns } from '../../services/catalogue/part-rows.ts';
import { buildOrderCheck, EVEN_IF_FIELDS_ARE_WRONG } from '../fields/checks.ts';
import { dateEntry, dateField } from '../fields/dates.ts';
import {
  booleanField,
  centsField,
  idField,
  integer,
  objectEntry,
  stayLengthField,
} from '../fields/fields.ts';
import { buildIssue, listOf } from '../fields/lists.ts';
import { amountSchema, dateSchema, type PresentedEntry } from '../formats.ts';

const dayOverrideFields = {
  nightly: centsField.nullish().describe("In cents. Default: the season's or the listing's."),
  min_stay: stayLengthField.nullish().describe('Nights, for arrivals on this day.'),
  max_stay: stayLengthField.nullish().describe('Nights, for arrivals on this day.'),
  closed_for_arrival: booleanField
    .nullish()
    .meta({ description: 'Whether stays cannot begin on this day.', default: false }),
  closed_for_departure: booleanField
    .nullish()
    .meta({ description: 'Whether stays cannot end on this day.', default: false }),
  closed: booleanField.nullish().meta({ description: 'Whether the night is not for sale.', default: false }),
};
export const dayOverrideEntry = objectEntry({ date: dateEntry.describe('The night.'), ...dayOverrideFields });
type DayOverrideEntry = z.infer<typeof dayOverrideEntry>;

/** Fields that are left out are not changed. */
function toDayOverrideChange(day: Partial<DayOverrideEntry>): DayOverrideChange {
  const change: { -readonly [Field in keyof DayOverrideChange]: DayOverrideChange[Field] } = {};
  if (day.nightly !== undefined) change.nightlyCents = day.nightly;
  if (day.min_stay !== undefined) change.minStay = day.min_stay;
  if (day.max_stay !== undefined) change.maxStay = day.max_stay;
  if (day.closed_for_arrival !== undefined) change.closedForArrival = day.closed_for_arrival ?? false;
  if (day.closed_for_departure !== undefined) change.closedForDeparture = day.closed_for_departure ?? false;
  if (day.closed !== undefined) change.closed = day.closed ?? false;
  return change;
}

export const toDayColumns = (day: DayOverrideEntry): DayColumns => ({
  date: day.date,
  ...toDayOverrideChange(day),
});

/** For a team file and answers. */
export const presentDayOverride = (day: Omit<DayOverride, 'teamId' | 'listingId'>) =>
  ({
    date: day.date,
    nightly: day.nightlyCents,
    min_stay: day.minStay,
    max_stay: day.maxStay,
    closed_for_arrival: day.closedForArrival,
    closed_for_departure: day.closedForDeparture,
    closed: day.closed,
  }) satisfies PresentedEntry<DayOverrideEntry>;

const shownStayLength = z.int().nullable();
const dayOverrideSchema = z
  .object({
    date: dateSchema.describe('The day on which the night begins.'),
    nightly: amountSchema
      .nullable()
      .describe('The price of the night. Null for the season’s or the listing’s.'),
    min_stay: shownStayLength.describe(
      'The fewest nights of a stay that begins on this day. Null as for `nightly`.',
    ),
    max_stay: shownStayLength.describe(
      'The most nights of a stay that begins on this day. Null as for `nightly`.',
    ),
    closed_for_arrival: z.boolean().describe('Whether stays cannot begin on this day.'),
    closed_for_departure: z.boolean().describe('Whether stays cannot end on this day.'),
    closed: z.boolean().describe('Whether the night is not for sale.'),
  })
  .meta({ id: 'DayOverride', description: 'The price and the rules of a single day.' });

export const dayOverridesAnswer = z.object({ data: z.array(dayOverrideSchema) });
export const presentDayOverrides = (days: readonly DayOverride[]): z.infer<typeof dayOverridesAnswer> => ({
  data: days.map(presentDayOverride),
});

export const dayOverridesQuery = z
  .object({
    start_date: dateField.describe('The first day.'),
    end_date: dateField.describe('The last day.'),
  })
  .check(buildOrderCheck('start_date', 'end_date'));

const DAY_OVERRIDE_FIELD_NAMES = Object.keys(dayOverrideFields) as (keyof typeof dayOverrideFields)[];

const dayRangeBody = objectEntry({
  start_date: dateEntry.describe('The first day.'),
  end_date: dateEntry.describe('The last day.'),
  weekdays: listOf(integer(1, 7), 7).nullish().describe('Only these weekdays (1 is Monday). Default: all.'),
  ...dayOverrideFields,
  clear: booleanField
    .nullish()
    .meta({ description: 'Whether to remove the override of each day.', default: false }),
}).superRefine((range, { issues, addIssue }) => {
  const refuse = (field: string, message: string, input: unknown) =>
    addIssue({ ...buildIssue('contradicts', message), path: [field], input });
  const areDates = !issues.some(({ path }) => path?.[0] === 'start_date' || path?.[0] === 'end_date');
  if (areDates && range.end_date < range.start_date)
    addIssue({
      ...buildIssue('contradicts', notBefore('start_date')),
      path: ['end_date'],
      input: range.end_date,
    });
  if (isAbove(range.min_stay, range.max_stay))
    addIssue({
      ...buildIssue('contradicts', ['must not be more than ', namedField('max_stay'), `, ${range.max_stay}`]),
      path: ['min_stay'],
      input: range.min_stay,
    });
  if (range.clear !== true) return;
  for (const field of DAY_OVERRIDE_FIELD_NAMES)
    if (range[field] !== undefined && range[field] !== null)
      refuse(field, 'must not be given with clear', range[field]);
}, EVEN_IF_FIELDS_ARE_WRONG);

/** Other values are refused by themselves. */
const isAbove = (lower: unknown, upper: unknown): boolean =>
  typeof lower === 'number' && typeof upper === 'number' && lower > upper;

type DayRange = z.infer<typeof dayRangeBody>;

const toDayRange = ({ start_date, end_date, weekdays, clear, ...fields }: DayRange): DayOverrideRange => ({
  startDate: start_date,
  endDate: end_date,
  weekdays: weekdays ?? null,
  change: clear ? EMPTY_DAY_OVERRIDE : toDayOverrideChange(fields),
});

const dayRangeField = dayRangeBody.transform(toDayRange);
const dayRangesField = listOf(dayRangeField, MAX_RANGES_OF_LISTING).describe(
  'Applied in order, field by field: a later range wins. A field that is left out keeps its value, and null clears it.',
);

const sumDays = (ranges: readonly DayOverrideRange[]): number =>
  ranges.reduce((days, range) => days + countDaysOfRange(range), 0);

const nameTooManyDays = (path: string, max: number, input: unknown): z.core.$ZodRawIssue => ({
  ...buildIssue('too_long', `must not name more than ${max.toLocaleString('en')} days in all ranges`),
  path: [path],
  input,
});

/** If a date is invalid, the days cannot be counted. */
export const daysChangeBody = objectEntry({ ranges: dayRangesField })
  .check(({ value, issues }) => {
    if (issues.length > 0 || sumDays(value.ranges) <= MAX_DAY_OVERRIDES_OF_LISTING) return;
    issues.push(nameTooManyDays('ranges', MAX_DAY_OVERRIDES_OF_LISTING, value.ranges));
  })
  .meta({
    id: 'DaysChange',
    description: 'Prices and rules of single days of one listing.',
    examples: [
      { ranges: [{ start_date: '2027-12-24', end_date: '2027-12-31', nightly: 21000, min_stay: 3 }] },
    ],
  });

/** The fields of the form become one or two ranges with the same dates. */
export const daysChangeForm = objectEntry({ ranges: listOf(dayRangeField, 2) }).check(({ value, issues }) => {
  const [first] = issues.length > 0 ? [] : value.ranges;
  if (first && countDaysOfRange(first) > MAX_DAY_OVERRIDES_OF_LISTING)
    issues.push({
      ...buildIssue(
        'too_large',
        `must not make it more than ${MAX_DAY_OVERRIDES_OF_LISTING.toLocaleString('en')} days`,
      ),
      path: ['ranges', 0, 'end_date'],
      input: value.ranges,
    });
});

/** Before any range is read, because the error messages about too many would fill the memory. */
function findRangeCountProblem(updates: readonly unknown[]): string | null {
  const count = updates.reduce<number>((sum, update) => {
    const { ranges } = (update ?? {}) as { ranges?: unknown };
    return sum + (Array.isArray(ranges) ? ranges.length : 0);
  }, 0);
  return count > MAX_RANGES_OF_DAYS_REQUEST
    ? `a list with at most ${MAX_RANGES_OF_DAYS_REQUEST.toLocaleString('en')} ranges in all`
    : null;
}

export const manyDaysChangeBody = objectEntry({
  updates: listOf(
    objectEntry({ listing_id: idField.describe('The listing whose days change.'), ranges: dayRangesField }),
    MAX_LISTINGS_OF_DAYS_REQUEST,
    findRangeCountProblem,
  ).describe('The days of each listing.'),
})
  .check(({ value, issues }) => {
    if (issues.length > 0) return;
    const days = value.updates.reduce((sum, { ranges }) => sum + sumDays(ranges), 0);
    if (days > MAX_DAYS_OF_DAYS_REQUEST)
      issues.push(nameTooManyDays('updates', MAX_DAYS_OF_DAYS_REQUEST, value.updates));
  })
  .transform(({ updates }) => updates.map(({ listing_id, ranges }) => ({ listingId: listing_id, ranges })))
  .meta({
    id: 'ManyDaysChange',
    description: 'Prices and rules of single days of several listings, in one step.',
    examples: [
      {
        updates: [
          {
            listing_id: '01970000-0000-7000-8000-000000000022',
            ranges: [{ start_date: '2027-12-24', end_date: '2027-12-31', nightly: 21000 }],
          },
        ],
      },
    ],
  });

export const changedDaysAnswer = z.object({
  data: z
    .object({
      listings: z.int().describe('How many listings have changed.'),
      days: z.int().describe('How many days of all listings have changed.'),
    })
    .describe('How much has changed.'),
});
export const presentChangedDays = ({ listings, days }: ChangedDays): z.infer<typeof changedDaysAnswer> => ({
  data: { listings, days },
});
