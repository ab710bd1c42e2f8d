/** A team's own settings (contract, section 11). */
import type { z } from 'zod';
import { MAX_NAME_LENGTH } from '../../domain/limits.ts';
import { currency, flag, object, percent, ruleDays, slug, text, times, timezone } from './fields.ts';
import type { Kind } from './kind.ts';

export const teamSchema = object({
  slug: slug.describe('The name of the team and of its booking site in addresses.'),
  name: text(MAX_NAME_LENGTH).optional().describe('The name that people read.'),
  currency: currency.optional().describe('The currency of all fixed amounts.'),
  timezone: timezone.optional().describe('The default of its listings.'),
  enforce_token_scope: flag
    .nullish()
    .meta({ description: 'Whether a write with a read-only token is refused.', default: false }),
  deposit_percent: percent
    .nullish()
    .meta({ description: 'How much of the price of a booking is due when it is made.', default: 0 }),
  balance_due_days: ruleDays
    .nullish()
    .meta({ description: 'How many days before check-in the rest is due.', default: 0 }),
  ...times,
});

export type TeamEntry = z.infer<typeof teamSchema>;

const REQUIRED = ['slug', 'name', 'currency', 'timezone'] as const;

export const TEAM: Kind<TeamEntry, (typeof REQUIRED)[number]> = {
  schema: teamSchema,
  required: REQUIRED,
  rules: [],
};
