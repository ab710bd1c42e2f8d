/** A team's own settings (contract, section 11). */
import type { z } from 'zod';
import {
  MAX_HOLD_MINUTES,
  MAX_NAME_LENGTH,
  MAX_STAY_NIGHTS,
  MAX_UNIT_FIXED_DAYS,
} from '../../domain/limits.ts';
import { RESEATING, SITE_BOOKINGS } from '../../domain/vocabulary.ts';
import { cancellationPolicy } from '../../schemas/cancellation-policy.ts';
import {
  currency,
  flag,
  integer,
  object,
  percent,
  ruleDays,
  slug,
  text,
  times,
  timezone,
  word,
} from '../../schemas/entry-fields.ts';
import type { Kind } from './kind.ts';

export const teamSchema = object({
  slug: slug.describe('Identifies the team, also in URLs.'),
  name: text(MAX_NAME_LENGTH).optional().describe('The name for readers.'),
  currency: currency.optional().describe('The currency of all fixed amounts.'),
  timezone: timezone.optional().describe('The default for its listings.'),
  enforce_token_scope: flag
    .nullish()
    .meta({ description: 'Whether writes with a read-only token are refused.', default: false }),
  deposit_percent: percent
    .nullish()
    .meta({ description: "The part of a booking's price that is due at once.", default: 0 }),
  balance_due_days: ruleDays
    .nullish()
    .meta({ description: 'How many days before check-in the rest is due.', default: 0 }),
  cancellation_policy: cancellationPolicy
    .nullish()
    .describe('The cost of a cancellation. Default: no terms.'),
  site_bookings: word(SITE_BOOKINGS).nullish().meta({
    description: 'Whether guests can request or make bookings on the booking site.',
    default: 'off',
  }),
  site_hold_minutes: integer(1, MAX_HOLD_MINUTES)
    .nullish()
    .meta({ description: "How long a guest's booking request keeps its nights.", default: 1_440 }),
  site_max_nights: integer(1, MAX_STAY_NIGHTS).nullish().meta({
    description: 'The longest stay that guests can request or book on the booking site.',
    default: 30,
  }),
  calendars_show_requests: flag.nullish().meta({
    description: 'Whether units’ published calendars show pending bookings from the booking site.',
    default: false,
  }),
  reseating: word(RESEATING)
    .nullish()
    .meta({ description: 'Whether bookings can be moved to other units to make room.', default: 'off' }),
  unit_fixed_days: integer(0, MAX_UNIT_FIXED_DAYS)
    .nullish()
    .meta({ description: 'Bookings that arrive within this many days keep their units.', default: 2 }),
  ...times,
});

export type TeamEntry = z.infer<typeof teamSchema>;

const REQUIRED = ['slug', 'name', 'currency', 'timezone'] as const;

export const TEAM: Kind<TeamEntry, (typeof REQUIRED)[number]> = {
  schema: teamSchema,
  required: REQUIRED,
  rules: [],
};
