/** A line of a booking's price, or of an issued invoice. */
import type { z } from 'zod';
import { LANGUAGES, type LanguageCode } from '../../../domain/languages/languages.ts';
import { MAX_NAME_LENGTH } from '../../../domain/limits.ts';
import type { PriceLine } from '../../../domain/pricing/lines.ts';
import { CHARGE_BASES, PRICE_LINE_TYPES, TAX_TARGETS } from '../../../domain/vocabulary.ts';
import {
  booleanField,
  integer,
  objectEntry,
  percentField,
  requiredText,
  signedCentsField,
  wordField,
} from '../../../schemas/fields/fields.ts';
import { listOf } from '../../../schemas/fields/lists.ts';
import { presentPriceLine } from '../../../schemas/price.ts';

/** More than a new price can have, because bookings of earlier versions must be accepted, too. */
export const MAX_LINES_OF_BOOKING_ENTRY = 1_000;

/** Of a line, or of a tax that a document tells. */
export const lineNamesEntry = objectEntry(
  Object.fromEntries(LANGUAGES.map((code) => [code, requiredText(MAX_NAME_LENGTH).optional()])) as Record<
    LanguageCode,
    z.ZodOptional<ReturnType<typeof requiredText>>
  >,
)
  .nullish()
  .describe('The name in the other languages that the team offered when the line was made. Default: none.');

export const priceLineEntry = objectEntry({
  type: wordField(PRICE_LINE_TYPES).describe('The kind of the line.'),
  code: requiredText(MAX_NAME_LENGTH).describe('The code of the charge.'),
  name: requiredText(MAX_NAME_LENGTH).describe('The name of the charge.'),
  names: lineNamesEntry,
  basis: wordField(CHARGE_BASES).describe('How it is counted.'),
  quantity: integer(0, 100_000_000).nullish().describe('How many.'),
  unit_amount: signedCentsField.nullish().describe('In cents: the price of each.'),
  percent: percentField.nullish().describe('If it is a percentage, or a percentage of a night.'),
  base_amount: signedCentsField.nullish().describe('In cents: the base of the percentage.'),
  amount: signedCentsField.describe('In cents; discounts are negative.'),
  included: booleanField
    .nullish()
    .meta({ description: 'Whether other lines already include it.', default: false }),
  taxable: booleanField
    .nullish()
    .describe(
      "Of a fee: whether taxes were due on it. Default: as stored, else as the team's fee with this code.",
    ),
  applies_to: listOf(wordField(TAX_TARGETS), TAX_TARGETS.length)
    .nullish()
    .describe(
      "Of a percentage tax: what it was of. Default: as stored, else as the team's tax with this code.",
    ),
  unadjusted: objectEntry({
    base_amount: signedCentsField.describe('In cents.'),
    amount: signedCentsField.describe('In cents.'),
  })
    .nullish()
    .describe('Of a percentage tax: its base and amount without the lines by hand that are in its base.'),
});

export const presentPriceLineEntry = (line: PriceLine) => ({
  ...presentPriceLine(line),
  ...(line.names === undefined ? {} : { names: line.names }),
  ...(line.taxable === undefined ? {} : { taxable: line.taxable }),
  ...(line.appliesTo === undefined ? {} : { applies_to: [...line.appliesTo] }),
  ...(line.unadjusted === undefined
    ? {}
    : { unadjusted: { base_amount: line.unadjusted.baseAmountCents, amount: line.unadjusted.amountCents } }),
});
