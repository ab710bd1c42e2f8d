/** Prices of many days are raised or lowered at once. */
import { z } from 'zod';
import { percentToPpm } from '../../domain/formats.ts';
import { MAX_CENTS, MAX_LISTINGS_OF_ADJUSTMENT, MAX_NIGHTS_OF_ADJUSTMENT } from '../../domain/limits.ts';
import type { DaysAdjusted, DaysAdjustment } from '../../services/catalogue/adjust-days.ts';
import { buildFieldsCheck, buildOrderCheck, hasValue } from '../fields/checks.ts';
import { dateField } from '../fields/dates.ts';
import { idField, integer } from '../fields/fields.ts';
import { listOf, mustBe } from '../fields/lists.ts';
import { amountSchema, currencySchema, dateSchema, idOf } from '../formats.ts';

const MIN_PERCENT = -90;
const MAX_PERCENT = 1_000;
const DEFAULT_ROUND_TO = 100;
const NOT_A_CHANGE = mustBe(`a percentage from ${MIN_PERCENT} to ${MAX_PERCENT}`);

const percentChangeField = z
  .number(NOT_A_CHANGE)
  .min(MIN_PERCENT, NOT_A_CHANGE)
  .max(MAX_PERCENT, NOT_A_CHANGE)
  .refine(
    (value) => /^-?[0-9]+(\.[0-9]{1,4})?$/.test(String(value)),
    mustBe('a percentage with at most 4 decimals'),
  )
  .meta({ title: 'percentage' })
  .transform(percentToPpm);

export const daysAdjustmentBody = z
  .object({
    listing_ids: listOf(idField, MAX_LISTINGS_OF_ADJUSTMENT)
      .nullish()
      .describe('Null means all active listings.'),
    start_date: dateField.describe('The first night.'),
    end_date: dateField.describe(
      `The last night. At most ${MAX_NIGHTS_OF_ADJUSTMENT.toLocaleString('en')} nights of all listings.`,
    ),
    weekdays: listOf(integer(1, 7), 7).nullish().describe('Only these weekdays (1 is Monday). Default: all.'),
    percent: percentChangeField.nullish().describe('Exactly one of `percent` and `amount`.'),
    amount: integer(-MAX_CENTS, MAX_CENTS).nullish().describe('In cents. Below 0, it lowers the rates.'),
    round_to: integer(1, 10_000)
      .nullish()
      .meta({ description: 'Rates become multiples of so many cents.', default: DEFAULT_ROUND_TO }),
  })
  .check(
    buildOrderCheck('start_date', 'end_date') as z.core.$ZodCheck<unknown>,
    buildFieldsCheck(
      'percent',
      'required',
      'is required without amount.',
      ({ percent, amount }) => hasValue(percent) || hasValue(amount),
    ),
    buildFieldsCheck(
      'amount',
      'contradicts',
      'must not be given together with percent.',
      ({ percent, amount }) => !hasValue(percent) || !hasValue(amount),
    ),
  )
  .transform(
    (body): DaysAdjustment => ({
      listingIds: body.listing_ids ?? null,
      startDate: body.start_date,
      endDate: body.end_date,
      weekdays: body.weekdays ?? null,
      percentPpm: body.percent ?? null,
      amountCents: body.amount ?? null,
      roundToCents: body.round_to ?? DEFAULT_ROUND_TO,
    }),
  )
  .meta({
    id: 'DaysAdjustment',
    description: 'By how much the base rates of many nights change.',
    examples: [{ start_date: '2027-08-01', end_date: '2027-08-31', percent: 10 }],
  });

const adjustedDaysSchema = z
  .object({
    currency: currencySchema,
    listings: z.int().describe('How many listings change.'),
    days: z.int().describe('How many nights change.'),
    lowest_before: amountSchema.describe('The lowest base rate of these nights before.'),
    highest_before: amountSchema.describe('The highest base rate of these nights before.'),
    lowest_after: amountSchema.describe('The lowest base rate of these nights after.'),
    highest_after: amountSchema.describe('The highest base rate of these nights after.'),
  })
  .meta({ id: 'AdjustedDays', description: 'Lowest and highest are of the nights that change.' });

const undoSchema = z
  .object({
    updates: z
      .array(
        z.object({
          listing_id: idOf('the listing'),
          ranges: z
            .array(
              z.object({
                start_date: dateSchema.describe('The first night.'),
                end_date: dateSchema.describe('The last night.'),
                nightly: amountSchema
                  .nullable()
                  .describe('The price that each of these days had. Null if it had none of its own.'),
              }),
            )
            .describe('Nights in a row with the same price before.'),
        }),
      )
      .describe('One for each listing that has changed.'),
  })
  .nullable()
  .describe(
    'The body for “Change days of many listings” that restores these nights. Null if that would refuse it.',
  );

export const daysAdjustmentPreviewAnswer = z.object({ data: z.array(adjustedDaysSchema) });
export const daysAdjustmentAnswer = daysAdjustmentPreviewAnswer.extend({ undo: undoSchema });

export const presentDaysAdjustmentPreview = ({
  summaries,
}: DaysAdjusted): z.infer<typeof daysAdjustmentPreviewAnswer> => ({
  data: summaries.map((summary) => ({
    currency: summary.currency,
    listings: summary.listings,
    days: summary.days,
    lowest_before: summary.lowestBeforeCents,
    highest_before: summary.highestBeforeCents,
    lowest_after: summary.lowestAfterCents,
    highest_after: summary.highestAfterCents,
  })),
});

export const presentDaysAdjustment = (adjusted: DaysAdjusted): z.infer<typeof daysAdjustmentAnswer> => ({
  ...presentDaysAdjustmentPreview(adjusted),
  undo: adjusted.undo && {
    updates: adjusted.undo.map(({ listingId, ranges }) => ({
      listing_id: listingId,
      ranges: ranges.map(({ startDate, endDate, nightlyCents }) => ({
        start_date: startDate,
        end_date: endDate,
        nightly: nightlyCents,
      })),
    })),
  },
});
