/** Refusals that only some routes have. Those declare them beside the answers that all routes share. */
import { z } from 'zod';
import { priceSchema } from './availability.ts';

export const notCancellableAnswer = z
  .object({
    success: z.literal(false),
    message: z.string(),
    errors: z.strictObject({}).describe('Always empty.'),
  })
  .meta({ id: 'NotCancellable' });

export const priceChangedAnswer = z
  .object({
    message: z.string(),
    price: priceSchema.nullable().describe('The present price. Null if the change needs no new price.'),
  })
  .meta({ id: 'PriceChanged', description: 'The price is not the `expected_total`.' });
