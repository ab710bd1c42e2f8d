/** A team's own settings (contract, section 11). */
import type { z } from 'zod';
import {
  currency,
  flag,
  MAX_NAME,
  object,
  percent,
  ruleDays,
  slug,
  text,
  times,
  timezone,
} from './fields.ts';

export const teamSchema = object({
  slug,
  name: text(MAX_NAME),
  currency,
  timezone,
  enforce_token_scope: flag.nullish(),
  deposit_percent: percent.nullish(),
  balance_due_days: ruleDays.nullish(),
  ...times,
});

export type TeamEntry = z.infer<typeof teamSchema>;
