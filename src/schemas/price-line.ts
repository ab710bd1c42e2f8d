import { z } from 'zod';
import { percentOrNull } from '../domain/notation.ts';
import type { PriceLine } from '../domain/price-line.ts';
import { CHARGE_BASES, LINE_TYPES } from '../domain/vocabulary.ts';
import { amountSchema, wordSchema } from './formats.ts';

/** One line of a price (contract, section 5, "A line"). */
export const priceLineSchema = z
  .object({
    type: wordSchema(LINE_TYPES),
    code: z.string().describe('`accommodation`, the code of a charge, or `coupon:` and the coupon’s code.'),
    name: z.string(),
    basis: wordSchema(CHARGE_BASES).describe('How the amount is counted.'),
    quantity: z.int().nullable().describe('The number that is counted; null if the line is a percentage.'),
    unit_amount: amountSchema.nullable().describe('The amount of each, if it is fixed.'),
    percent: z.number().nullable().describe('With at most four decimals, if the line is a percentage.'),
    base_amount: amountSchema.nullable().describe('The base of a percentage or of a fixed coupon.'),
    amount: amountSchema.describe('Signed: discounts are negative.'),
    included: z.boolean().describe('Whether other lines already include the amount, so it is not added.'),
  })
  .meta({
    id: 'PriceLine',
    description: 'The lines that are not `included` always add up to the grand total.',
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
