import { z } from 'zod';
import { percentOrNull } from '../../domain/notation.ts';
import type { PriceLine } from '../../domain/price-line.ts';

/** One line of a price (contract, section 5, "A line"). */
export const priceLineSchema = z.object({
  type: z.string(),
  code: z.string(),
  name: z.string(),
  basis: z.string(),
  quantity: z.int().nullable(),
  unit_amount: z.int().nullable(),
  percent: z.number().nullable(),
  base_amount: z.int().nullable(),
  amount: z.int(),
  included: z.boolean(),
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
