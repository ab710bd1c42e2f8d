import { z } from 'zod';

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
