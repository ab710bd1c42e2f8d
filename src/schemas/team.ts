import { z } from 'zod';
import { ppmToPercent, toInstantText } from '../domain/formats.ts';
import {
  MAX_HOLD_MINUTES,
  MAX_INFANT_AGE,
  MAX_NAME_LENGTH,
  MAX_STAY_NIGHTS,
  MAX_UNIT_FIXED_DAYS,
} from '../domain/limits.ts';
import { DEFAULT_INFANT_AGE } from '../domain/party.ts';
import { RESEATING_MODES, SITE_BOOKING_MODES, SITE_CANCELLATION_MODES } from '../domain/vocabulary.ts';
import type { TeamColumns } from '../services/catalogue/team-row.ts';
import type { TeamRecord } from '../services/team/settings.ts';
import { cancellationPolicyEntry, presentCancellationPolicy } from './cancellation-policy.ts';
import {
  booleanField,
  createdAndUpdatedEntries,
  currencyField,
  integer,
  objectEntry,
  optionalEmailEntry,
  optionalText,
  percentField,
  requiredText,
  ruleDaysField,
  slugField,
  timezoneField,
  wordField,
} from './fields.ts';
import {
  currencySchema,
  instantSchema,
  nullableText,
  type PresentedEntry,
  type SomeFields,
  wordSchema,
} from './formats.ts';
import { cancellationPolicySchema } from './price.ts';

export const teamEntry = objectEntry({
  slug: slugField.describe('Identifies the team, also in URLs.'),
  name: requiredText(MAX_NAME_LENGTH).optional().describe('The name for readers.'),
  currency: currencyField.optional().describe('The currency of all fixed amounts.'),
  timezone: timezoneField.optional().describe('The default for its listings.'),
  enforce_token_scope: booleanField
    .nullish()
    .meta({ description: 'Whether writes with a read-only token are refused.', default: false }),
  // Zod drops the default of a field that it transforms, so its description says it.
  deposit_percent: percentField
    .nullish()
    .describe("The part of a booking's price that is due at once. Default: 0."),
  balance_due_days: ruleDaysField
    .nullish()
    .meta({ description: 'How many days before check-in the rest is due.', default: 0 }),
  cancellation_policy: cancellationPolicyEntry
    .nullish()
    .describe('The cost of a cancellation. Default: no terms.'),
  site_bookings: wordField(SITE_BOOKING_MODES).nullish().meta({
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
  infant_age: integer(0, MAX_INFANT_AGE).nullish().meta({
    description: 'Children younger than this are infants, and no guests.',
    default: DEFAULT_INFANT_AGE,
  }),
  calendars_show_requests: booleanField.nullish().meta({
    description: 'Whether units’ published calendars show pending bookings from the booking site.',
    default: false,
  }),
  reseating: wordField(RESEATING_MODES)
    .nullish()
    .meta({ description: 'Whether bookings can be moved to other units to make room.', default: 'off' }),
  unit_fixed_days: integer(0, MAX_UNIT_FIXED_DAYS)
    .nullish()
    .meta({ description: 'Bookings that arrive within this many days keep their units.', default: 2 }),
  site_cancellation: wordField(SITE_CANCELLATION_MODES).nullish().meta({
    description:
      'Whether guests can cancel a confirmed booking on the booking site: `by_terms` if it has cancellation terms.',
    default: 'off',
  }),
  mail_from_name: optionalText(MAX_NAME_LENGTH).describe(
    'The name of the sender of its messages. Default: its name.',
  ),
  mail_reply_to: optionalEmailEntry.describe('The address that answers to its messages go to.'),
  ...createdAndUpdatedEntries,
});

export type TeamEntry = z.infer<typeof teamEntry>;

/** The columns that an entry, or a part of one, sets. */
export const toTeamColumns = (entry: SomeFields<TeamEntry>): TeamColumns => ({
  slug: entry.slug,
  name: entry.name,
  currency: entry.currency,
  timezone: entry.timezone,
  enforceTokenScope: entry.enforce_token_scope,
  depositPpm: entry.deposit_percent,
  balanceDueDays: entry.balance_due_days,
  cancellationPolicy: entry.cancellation_policy,
  siteBookings: entry.site_bookings,
  siteHoldMinutes: entry.site_hold_minutes,
  siteMaxNights: entry.site_max_nights,
  infantAge: entry.infant_age,
  calendarsShowRequests: entry.calendars_show_requests,
  reseating: entry.reseating,
  unitFixedDays: entry.unit_fixed_days,
  siteCancellation: entry.site_cancellation,
  mailFromName: entry.mail_from_name,
  mailReplyTo: entry.mail_reply_to,
  createdAt: entry.created_at ?? undefined,
  updatedAt: entry.updated_at ?? undefined,
});

const teamSchema = z
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
    site_bookings: wordSchema(SITE_BOOKING_MODES).describe(
      'Whether guests can request or make bookings on the booking site.',
    ),
    site_hold_minutes: z.int().describe('How long a guest’s booking request keeps its nights.'),
    site_max_nights: z
      .int()
      .describe('The longest stay that guests can request or book on the booking site, in nights.'),
    infant_age: z.int().describe('Children younger than this are infants, and no guests. 0: nobody is.'),
    calendars_show_requests: z
      .boolean()
      .describe('Whether units’ published calendars show pending bookings from the booking site.'),
    reseating: wordSchema(RESEATING_MODES).describe(
      'Whether bookings can be moved to other units to make room.',
    ),
    unit_fixed_days: z.int().describe('Bookings that arrive within this many days keep their units.'),
    site_cancellation: wordSchema(SITE_CANCELLATION_MODES).describe(
      'Whether guests can cancel a confirmed booking on the booking site, by its cancellation terms.',
    ),
    mail_from_name: nullableText.describe('The name of the sender of its messages. Null: the team’s name.'),
    mail_reply_to: nullableText.describe('The address that answers to its messages go to.'),
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .meta({ id: 'Team' });

export const presentTeamEntry = (team: TeamRecord) =>
  ({
    slug: team.slug,
    name: team.name,
    currency: team.currency,
    timezone: team.timezone,
    enforce_token_scope: team.enforceTokenScope,
    deposit_percent: ppmToPercent(team.depositPpm),
    balance_due_days: team.balanceDueDays,
    cancellation_policy: presentCancellationPolicy(team.cancellationPolicy),
    site_bookings: team.siteBookings,
    site_hold_minutes: team.siteHoldMinutes,
    site_max_nights: team.siteMaxNights,
    infant_age: team.infantAge,
    calendars_show_requests: team.calendarsShowRequests,
    reseating: team.reseating,
    unit_fixed_days: team.unitFixedDays,
    site_cancellation: team.siteCancellation,
    mail_from_name: team.mailFromName,
    mail_reply_to: team.mailReplyTo,
    created_at: toInstantText(team.createdAt),
    updated_at: toInstantText(team.updatedAt),
  }) satisfies PresentedEntry<TeamEntry>;

export const presentTeam = (team: TeamRecord): z.infer<typeof teamSchema> => ({
  id: team.id,
  ...presentTeamEntry(team),
});

export const teamAnswer = z.object({ data: teamSchema });

/** The settings that a team can change, picked by their names. Null means the default. */
export const teamChangeBody = teamEntry
  .pick({
    name: true,
    timezone: true,
    enforce_token_scope: true,
    deposit_percent: true,
    balance_due_days: true,
    cancellation_policy: true,
    site_bookings: true,
    site_hold_minutes: true,
    site_max_nights: true,
    infant_age: true,
    calendars_show_requests: true,
    reseating: true,
    unit_fixed_days: true,
    site_cancellation: true,
    mail_from_name: true,
    mail_reply_to: true,
  })
  .transform(toTeamColumns)
  .meta({ id: 'TeamChange', examples: [{ site_bookings: 'request', site_hold_minutes: 720 }] });
