/**
 * Fields of fees, taxes, discounts and coupons without a rule of their own (docs/contributing.md, "A field").
 */
import { z } from 'zod';
import { ppmToPercentOrNull } from '../../domain/formats.ts';
import { MAX_EXTRA_QUANTITY, MAX_NAME_LENGTH, MAX_STAY_NIGHTS } from '../../domain/limits.ts';
import { CHARGE_BASES, DISCOUNT_KINDS, TAX_BASES } from '../../domain/vocabulary.ts';
import { dateEntry } from '../fields/dates.ts';
import {
  booleanField,
  centsField,
  integer,
  percentField,
  requiredText,
  ruleDaysField,
  wordField,
} from '../fields/fields.ts';
import { createRowFields, type RowField } from '../fields/row-fields.ts';
import { nameTranslationsField } from '../fields/translations.ts';
import { amountSchema, dateSchema, wordSchema } from '../formats.ts';

const MIN_EXEMPT_NIGHTS = 2;

const nullablePercent = z.number().nullable();
const nullableAmount = amountSchema.nullable();
const nullableNights = z.int().nullable();
const nullableDate = dateSchema.nullable();

const priceFields = {
  name: {
    write: requiredText(MAX_NAME_LENGTH).optional().describe('The name on price lines.'),
    read: z.string().describe('The name on price lines.'),
  },
  translations: nameTranslationsField,
  basis: {
    write: wordField(CHARGE_BASES).optional().describe('How it is counted, or `percent`.'),
    read: wordSchema(CHARGE_BASES).describe('How it is counted, or `percent`.'),
  },
  amount: {
    write: centsField.nullish().describe('In cents; for every basis except percentages.'),
    read: nullableAmount.describe('For every basis except percentages; else null.'),
    column: 'amountCents',
  },
  percent: {
    write: percentField.nullish().describe('For the basis `percent`.'),
    read: nullablePercent.describe('For the basis `percent`; else null.'),
    column: 'percentPpm',
    present: ppmToPercentOrNull,
  },
} as const satisfies Record<string, RowField>;

/** A body lists them after the ages. */
export const dateFields = {
  valid_from: {
    write: dateEntry
      .nullish()
      .describe('The first night that counts; the first day of arrival if it counts no nights.'),
    read: nullableDate.describe(
      'The first night that counts, or day of arrival if it counts no nights. Null: open.',
    ),
  },
  valid_until: {
    write: dateEntry.nullish().describe('The last one. Default for both: open.'),
    read: nullableDate.describe('The last night that counts, or day of arrival. Null: open.'),
  },
} as const satisfies Record<string, RowField>;
export const dateRow = createRowFields(dateFields);

export const feeFields = {
  ...priceFields,
  taxable: {
    write: booleanField
      .nullish()
      .meta({ description: 'Whether taxes on fees include it in their base.', default: false }),
    read: z.boolean().describe('Whether taxes on fees include it in their base.'),
  },
} as const satisfies Record<string, RowField>;
export const feeRow = createRowFields(feeFields);

/** A body lists them after the ages and dates. */
export const extraFields = {
  optional: {
    write: booleanField.nullish().meta({
      description: 'Whether it is an extra, which is charged only if it is chosen.',
      default: false,
    }),
    read: z.boolean().describe('Whether it is an extra, which is charged only if it is chosen.'),
  },
  max_quantity: {
    write: integer(1, MAX_EXTRA_QUANTITY)
      .nullish()
      .describe('How many of an extra can be chosen. Default: 1, and none if it is not optional.'),
    read: z.int().nullable().describe('How many of an extra can be chosen. Null if it is not optional.'),
  },
} as const satisfies Record<string, RowField>;
export const extraRow = createRowFields(extraFields);

export const taxPriceFields = {
  ...priceFields,
  basis: {
    write: wordField(TAX_BASES)
      .optional()
      .describe('How it is counted, `percent`, or `percent_guest_night`: of what a night costs one person.'),
    read: wordSchema(TAX_BASES).describe(
      'How it is counted, `percent`, or `percent_guest_night`: of what a night costs one person.',
    ),
  },
  percent: {
    ...priceFields.percent,
    write: percentField.nullish().describe('For the bases `percent` and `percent_guest_night`.'),
    read: nullablePercent.describe('For the bases `percent` and `percent_guest_night`; else null.'),
  },
} as const satisfies Record<string, RowField>;
export const taxPriceRow = createRowFields(taxPriceFields);

/** A body lists them after `applies_to`. */
export const taxFields = {
  included: {
    write: booleanField
      .nullish()
      .meta({ description: 'Whether prices already include the tax; percentages only.', default: false }),
    read: z.boolean().describe('Whether prices already include it.'),
  },
  max_nights: {
    write: ruleDaysField
      .nullish()
      .describe('For bases that count nights: the maximum number of nights that count. Default: all.'),
    read: nullableNights.describe('The maximum number of nights that count. Null: all.'),
  },
  exempt_from_nights: {
    write: integer(MIN_EXEMPT_NIGHTS, MAX_STAY_NIGHTS)
      .nullish()
      .describe('A stay of so many nights or more does not owe the tax. Default: every stay owes it.'),
    read: nullableNights.describe('A stay of so many nights or more does not owe the tax.'),
  },
  max_amount: {
    write: centsField
      .nullish()
      .describe(
        'In cents, for `percent_guest_night`: the most that one person’s night costs. Default: no cap.',
      ),
    read: nullableAmount.describe(
      'For `percent_guest_night`: the most that one person’s night costs. Null: no cap.',
    ),
    column: 'maxAmountCents',
  },
} as const satisfies Record<string, RowField>;
export const taxRow = createRowFields(taxFields);

export const discountFields = {
  name: priceFields.name,
  translations: priceFields.translations,
  kind: {
    write: wordField(DISCOUNT_KINDS).optional().describe('The kind of stay that it rewards.'),
    read: wordSchema(DISCOUNT_KINDS).describe('The kind of stay that it rewards.'),
  },
  min_nights: {
    write: ruleDaysField.nullish().describe('For `length_of_stay`: the minimum number of nights.'),
    read: nullableNights.describe('For `length_of_stay`: the minimum number of nights; else null.'),
  },
  days_before: {
    write: ruleDaysField
      .nullish()
      .describe(
        'For `early_bird`: the minimum number of days before check-in. For `last_minute`: the maximum.',
      ),
    read: z
      .int()
      .nullable()
      .describe(
        'For `early_bird`: the minimum number of days before check-in. For `last_minute`: the maximum. Else null.',
      ),
  },
  percent: {
    write: percentField.optional().describe('The discount on the accommodation in percent.'),
    read: nullablePercent.describe('The discount on the accommodation, with at most four decimals.'),
    column: 'percentPpm',
    present: ppmToPercentOrNull,
  },
} as const satisfies Record<string, RowField>;
export const discountRow = createRowFields(discountFields);

export const couponFields = {
  percent: {
    write: percentField.nullish().describe('The discount in percent.'),
    read: nullablePercent.describe(
      'Of the accommodation that other discounts leave. Null if it is an amount.',
    ),
    column: 'percentPpm',
    present: ppmToPercentOrNull,
  },
  amount: {
    write: centsField.nullish().describe('The discount in cents. Either this or `percent`.'),
    read: nullableAmount.describe('In the team’s currency. Null if it is a percentage.'),
    column: 'amountCents',
  },
  active: {
    write: booleanField.nullish().meta({ description: 'Whether it can be used.', default: true }),
    read: z.boolean().describe('Whether it can be used.'),
  },
  valid_from: {
    write: dateEntry.nullish().describe('The first day on which it can be used.'),
    read: nullableDate.describe('The first day on which it can be used. Null: open.'),
  },
  valid_until: {
    write: dateEntry.nullish().describe('The last day on which it can be used.'),
    read: nullableDate.describe('The last day on which it can be used. Null: open.'),
  },
  stay_from: {
    write: dateEntry.nullish().describe('The earliest check-in.'),
    read: nullableDate.describe('The earliest check-in. Null: open.'),
  },
  stay_until: {
    write: dateEntry.nullish().describe('The latest check-out.'),
    read: nullableDate.describe('The latest check-out. Null: open.'),
  },
  min_nights: {
    write: ruleDaysField.nullish().describe('The shortest stay.'),
    read: nullableNights.describe('The shortest stay. Null: any.'),
  },
  max_redemptions: {
    write: integer(0, 1_000_000_000)
      .nullish()
      .describe('The maximum number of bookings that can have it at once.'),
    read: z
      .int()
      .nullable()
      .describe('The maximum number of bookings that can have it at once. Null: no limit.'),
  },
} as const satisfies Record<string, RowField>;
export const couponRow = createRowFields(couponFields);
