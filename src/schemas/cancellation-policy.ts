import { z } from 'zod';
import type { CancellationTerms } from '../domain/cancellation-policy.ts';
import { instantOrNull, percentOf } from '../domain/notation.ts';
import { dateSchema, instantSchema } from './formats.ts';

const tierSchema = z.object({
  days_before: z.int().describe('How many days before check-in the tier ends.'),
  refund_percent: z.number().describe('The percentage of the price that is refunded until then.'),
});

/** Cancellation terms, as a caller gives them (contract, section 15). */
export const cancellationPolicySchema = z
  .object({
    name: z.string(),
    grace_hours: z
      .int()
      .describe('Within this many hours after it was made, a booking can be cancelled without a fee.'),
    grace_days_before: z.int().describe('The minimum number of days before check-in for that.'),
    tiers: z.array(tierSchema).describe('By falling `days_before`.'),
  })
  .meta({ id: 'CancellationPolicy' });

/** The cancellation terms of a quote or a booking, with their dates (contract, section 15). */
export const cancellationSchema = z
  .object({
    name: z.string(),
    grace_until: instantSchema
      .nullable()
      .describe('Until then a cancellation costs nothing. Null if there is no such time, and in a quote.'),
    refunds: z
      .array(
        z.object({
          until: dateSchema.describe(
            'The last date, in the listing’s time zone, on which this much is refunded.',
          ),
          percent: z.number(),
        }),
      )
      .describe('After the last of them nothing is refunded.'),
  })
  .meta({ id: 'CancellationTerms' });

export const presentCancellation = (
  terms: CancellationTerms | null,
): z.infer<typeof cancellationSchema> | null =>
  terms && {
    name: terms.name,
    grace_until: instantOrNull(terms.graceUntil),
    refunds: terms.refunds.map(({ until, refundPpm }) => ({ until, percent: percentOf(refundPpm) })),
  };
