/** Schemas of a team's monthly report: nights sold and money received. */
import { z } from 'zod';
import { countMonths, type MonthFigures } from '../domain/dates/months.ts';
import { MAX_MONTHS_OF_REPORT } from '../domain/limits.ts';
import type { ErrorCode } from '../domain/vocabulary.ts';
import type { MonthsRequest } from '../services/months.ts';
import { refuseAs } from './entries/lists.ts';
import { idField } from './fields/fields.ts';
import { amountSchema, currencySchema } from './formats.ts';

const MONTH_PATTERN = /^(20|21)[0-9]{2}-(0[1-9]|1[0-2])$/;
const monthField = z
  .string()
  .regex(MONTH_PATTERN, { error: 'must be a month from 2000-01 to 2199-12, YYYY-MM.' })
  .meta({ title: 'month' });

const isMonth = (value: unknown): value is string => typeof value === 'string' && MONTH_PATTERN.test(value);

/** Makes a check that compares the first and the last month, even if other parameters are wrong. */
const buildMonthsCheck = (code: ErrorCode, error: string, isMet: (months: number) => boolean) =>
  z.refine<{ from: string; to: string }>(({ from, to }) => isMet(countMonths(from, to)), {
    path: ['to'],
    ...refuseAs(code, error),
    when: ({ value }) => {
      const { from, to } = (value ?? {}) as Record<string, unknown>;
      return isMonth(from) && isMonth(to);
    },
  });

export const monthsQuery = z
  .object({
    from: monthField.describe('The first month, `YYYY-MM`.'),
    to: monthField.describe(`The last month. At most ${MAX_MONTHS_OF_REPORT} months.`),
    listing_id: idField
      .optional()
      .describe('Only this listing. A building is all of it, with its unit types.'),
  })
  .check(
    buildMonthsCheck('contradicts', 'must not be a month before from.', (months) => months >= 1),
    buildMonthsCheck(
      'too_large',
      `must leave at most ${MAX_MONTHS_OF_REPORT} months.`,
      (months) => months <= MAX_MONTHS_OF_REPORT,
    ),
  );

export const toMonthsRequest = ({ from, to, listing_id }: z.output<typeof monthsQuery>): MonthsRequest => ({
  from,
  to,
  listingId: listing_id ?? null,
});

export const monthSchema = z
  .object({
    month: z.string(),
    currency: currencySchema,
    nights_sold: z.int(),
    nights_available: z.int(),
    occupancy_percent: z.int().nullable(),
    accommodation_total: amountSchema,
    discount_total: amountSchema,
    fees_total: amountSchema,
    taxes_total: amountSchema,
    grand_total: amountSchema,
    average_nightly: amountSchema.nullable(),
    paid_total: amountSchema,
    refunded_total: amountSchema,
  })
  .meta({ id: 'MonthFigures' });

export const monthsAnswer = z.object({ data: z.array(monthSchema) });

export const presentMonth = (figures: MonthFigures): z.infer<typeof monthSchema> => ({
  month: figures.month,
  currency: figures.currency,
  nights_sold: figures.nightsSold,
  nights_available: figures.nightsAvailable,
  occupancy_percent: figures.occupancyPercent,
  accommodation_total: figures.accommodationTotalCents,
  discount_total: figures.discountTotalCents,
  fees_total: figures.feesTotalCents,
  taxes_total: figures.taxesTotalCents,
  grand_total: figures.grandTotalCents,
  average_nightly: figures.averageNightlyCents,
  paid_total: figures.paidTotalCents,
  refunded_total: figures.refundedTotalCents,
});
