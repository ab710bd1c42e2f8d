/** A team's own settings (contract, section 11). */
import type { z } from 'zod';
import { MAX_NAME_LENGTH } from '../../domain/limits.ts';
import { currency, flag, object, percent, ruleDays, slug, text, times, timezone } from './fields.ts';
import type { Kind } from './kind.ts';

export const teamSchema = object({
  slug,
  name: text(MAX_NAME_LENGTH).optional(),
  currency: currency.optional(),
  timezone: timezone.optional(),
  enforce_token_scope: flag.nullish(),
  deposit_percent: percent.nullish(),
  balance_due_days: ruleDays.nullish(),
  ...times,
});

export type TeamEntry = z.infer<typeof teamSchema>;

const REQUIRED = ['slug', 'name', 'currency', 'timezone'] as const;

export const TEAM: Kind<TeamEntry, (typeof REQUIRED)[number]> = {
  schema: teamSchema,
  required: REQUIRED,
  rules: [],
};
