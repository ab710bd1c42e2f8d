import { z } from 'zod';
import { percentOrNull } from '../../domain/notation.ts';
import type { PriceLine } from '../../domain/price-line.ts';
import { CHARGE_BASES, LINE_TYPES } from '../../domain/vocabulary.ts';
import { amountSchema, wordSchema } from './formats.ts';

/** One line of a price (contract, section 5, "A line"). */
export const priceLineSchema = z
  .object({
    type: wordSchema(LINE_TYPES),
    code: z.string().describe('`accommodation`, the code of a charge, or `coupon:` and the coupon’s code.'),
    name: z.string(),
    basis: wordSchema(CHARGE_BASES).describe('What the amount is counted by.'),
    quantity: z.int().nullable().describe('How many; null if the line is a percentage.'),
    unit_amount: amountSchema.nullable().describe('The amount of one, if it is fixed.'),
    percent: z.number().nullable().describe('With at most four decimals, if the line is a percentage.'),
    base_amount: amountSchema
      .nullable()
      .describe('What a percentage is taken of, or a fixed coupon is taken off.'),
    amount: amountSchema.describe('Signed: discounts are negative.'),
    included: z.boolean().describe('Whether the amount is already inside other lines, and so not added.'),
  })
  .meta({
    id: 'PriceLine',
    description: 'The lines that are not `included` sum up to the grand total, always.',
  });

export const presentPriceLine = (line: PriceLine): z.infer<typeof priceLineSchema> => ({
  type: line.type,
  code: line.code,
  name: line.name,
  basis: line.basis,
  quantity: line.quantity,
  unit_amount: line.unitAmountCents,
  percent: percentOrNull(line.percentPpm),
  base_amount: line.baseAmountCents,
  amount: line.amountCents,
  included: line.included,
});
