import { z } from 'zod';
import { instantText, percentOf } from '../domain/formats.ts';
import { RESEATING, SITE_BOOKINGS } from '../domain/vocabulary.ts';
import { givenBody } from '../services/team-data/judging.ts';
import { TEAM, teamSchema as teamEntry } from '../services/team-data/team.ts';
import type { TeamRecord } from '../services/team-settings.ts';
import { policyAsGiven } from './cancellation-policy.ts';
import { currencySchema, instantSchema, wordSchema } from './formats.ts';
import { cancellationPolicySchema } from './price.ts';

export const teamSchema = z
  .object({
    id: z.int(),
    slug: z
      .string()
      .describe('Identifies the team, also in the booking site’s URL. It cannot be changed here.'),
    name: z.string(),
    currency: currencySchema,
    timezone: z.string().describe('IANA name, such as `Europe/Lisbon`: the default for new listings.'),
    enforce_token_scope: z.boolean().describe('Whether a write with a read-only token is a 403.'),
    deposit_percent: z.number().describe('The part of a booking’s price that is due at once.'),
    balance_due_days: z.int().describe('How many days before check-in the rest is due.'),
    cancellation_policy: cancellationPolicySchema.nullable(),
    site_bookings: wordSchema(SITE_BOOKINGS).describe(
      'Whether guests can request or make bookings on the booking site.',
    ),
    site_hold_minutes: z.int().describe('How long a guest’s booking request keeps its nights.'),
    site_max_nights: z
      .int()
      .describe('The longest stay that guests can request or book on the booking site, in nights.'),
    calendars_show_requests: z
      .boolean()
      .describe('Whether units’ published calendars show pending bookings from the booking site.'),
    reseating: wordSchema(RESEATING).describe('Whether bookings can be moved to other units to make room.'),
    unit_fixed_days: z.int().describe('Bookings that arrive within this many days keep their units.'),
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .meta({ id: 'Team' });

export const presentTeam = (team: TeamRecord): z.infer<typeof teamSchema> => ({
  id: team.id,
  slug: team.slug,
  name: team.name,
  currency: team.currency,
  timezone: team.timezone,
  enforce_token_scope: team.enforceTokenScope,
  deposit_percent: percentOf(team.depositPpm),
  balance_due_days: team.balanceDueDays,
  cancellation_policy: policyAsGiven(team.cancellationPolicy),
  site_bookings: team.siteBookings,
  site_hold_minutes: team.siteHoldMinutes,
  site_max_nights: team.siteMaxNights,
  calendars_show_requests: team.calendarsShowRequests,
  reseating: team.reseating,
  unit_fixed_days: team.unitFixedDays,
  created_at: instantText(team.createdAt),
  updated_at: instantText(team.updatedAt),
});

export const teamAnswer = z.object({ data: teamSchema });

export const teamChangeBody = givenBody(
  TEAM,
  teamEntry.omit({ slug: true, currency: true, created_at: true, updated_at: true }),
  'change',
).meta({ id: 'TeamChange', examples: [{ site_bookings: 'request', site_hold_minutes: 720 }] });
