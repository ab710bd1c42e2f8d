import { z } from 'zod';
import { countMonths, type MonthFigures } from '../domain/dates/months.ts';
import { MAX_MONTHS_OF_REPORT } from '../domain/limits.ts';
import type { ErrorCode } from '../domain/vocabulary.ts';
import type { MonthsRequest } from '../services/months.ts';
import { idField } from './fields/fields.ts';
import { refuseAs } from './fields/lists.ts';
import { amountSchema, currencySchema } from './formats.ts';

const MONTH_PATTERN = /^(20|21)[0-9]{2}-(0[1-9]|1[0-2])$/;
const monthField = z
  .string()
  .regex(MONTH_PATTERN, { error: 'must be a month from 2000-01 to 2199-12, YYYY-MM.' })
  .meta({ title: 'month' });

const isMonth = (value: unknown): value is string => typeof value === 'string' && MONTH_PATTERN.test(value);

/** Runs even if other parameters are wrong. */
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
    month: z.string().describe('`YYYY-MM`.'),
    currency: currencySchema,
    nights_sold: z
      .int()
      .describe('Nights of confirmed and completed stays. A whole building counts once for each unit.'),
    nights_available: z
      .int()
      .describe(
        'Nights on which units could be sold, less those that a block takes without a stay of a channel. A night that is sold always counts.',
      ),
    occupancy_percent: z
      .int()
      .nullable()
      .describe(
        '(nights_sold + nights_by_channels) ÷ nights_available, rounded half up. Null if no night is available.',
      ),
    accommodation_total: amountSchema.describe(
      'What the nights of this month cost: a stay is split into equal parts over its nights.',
    ),
    discount_total: amountSchema.describe(
      'The part of all discounts that falls on these nights, not negative.',
    ),
    fees_total: amountSchema.describe('The part of all fees that falls on these nights.'),
    taxes_total: amountSchema.describe('The part of all taxes that falls on these nights.'),
    taxes_included_total: amountSchema.describe(
      'The taxes that the other totals include, as far as they fall on these nights.',
    ),
    grand_total: amountSchema.describe('accommodation_total − discount_total + fees_total + taxes_total.'),
    average_nightly: amountSchema
      .nullable()
      .describe(
        'accommodation_total − discount_total by night sold, rounded half up, without nights whose totals stand elsewhere: a kind of room’s, of stays of the whole building. Null if there are no others.',
      ),
    paid_total: amountSchema.describe('What was paid in this month, by `paid_at`.'),
    refunded_total: amountSchema.describe('What was refunded in this month, not negative.'),
    cancellation_fees_total: amountSchema.describe(
      'The fees of the bookings that were cancelled in this month.',
    ),
    nights_by_channels: z
      .int()
      .describe('Nights of stays that channels have sold by their calendars and that are no bookings.'),
  })
  .meta({
    id: 'MonthFigures',
    description: 'What was sold and received in one month and one currency.',
  });

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
  taxes_included_total: figures.taxesIncludedTotalCents,
  grand_total: figures.grandTotalCents,
  average_nightly: figures.averageNightlyCents,
  paid_total: figures.paidTotalCents,
  refunded_total: figures.refundedTotalCents,
  cancellation_fees_total: figures.cancellationFeesTotalCents,
  nights_by_channels: figures.nightsByChannels,
});
