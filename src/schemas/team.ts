import { z } from 'zod';
import { DEFAULT_ARRIVAL_DAYS_BEFORE } from '../domain/arrival.ts';
import { ppmToPercent, toInstantText } from '../domain/formats.ts';
import {
  MAX_ARRIVAL_DAYS_BEFORE,
  MAX_HOLD_MINUTES,
  MAX_IMPRINT_LENGTH,
  MAX_INFANT_AGE,
  MAX_NAME_LENGTH,
  MAX_PAYMENT_INSTRUCTIONS_LENGTH,
  MAX_STAY_NIGHTS,
  MAX_UNIT_FIXED_DAYS,
  MAX_WEB_ADDRESS_LENGTH,
} from '../domain/limits.ts';
import { DEFAULT_INFANT_AGE } from '../domain/party.ts';
import { RESEATING_MODES, SITE_BOOKING_MODES, SITE_CANCELLATION_MODES } from '../domain/vocabulary.ts';
import type { TeamColumns } from '../services/catalogue/team-row.ts';
import type { TeamSettings } from '../services/team/settings.ts';
import {
  invoiceDetailsField,
  invoiceNumberingFields,
  invoicePrefixField,
} from './bookings/invoice-details.ts';
import { cancellationPolicyEntry, presentCancellationPolicy } from './cancellation-policy.ts';
import { contactField } from './contact.ts';
import { createdAndUpdatedEntries } from './fields/dates.ts';
import { optionalEmailEntry } from './fields/emails.ts';
import {
  booleanField,
  currencyField,
  integer,
  objectEntry,
  optionalLongText,
  optionalPaymentLinkField,
  optionalText,
  optionalWebAddressField,
  percentField,
  requiredText,
  ruleDaysField,
  slugField,
  timezoneField,
  wordField,
} from './fields/fields.ts';
import { createRowFields, type RowField } from './fields/row-fields.ts';
import { buildTranslationsField, languagesField } from './fields/translations.ts';
import {
  createdAtSchema,
  currencySchema,
  nullableText,
  type PresentedEntry,
  type SomeFields,
  updatedAtSchema,
  wordSchema,
} from './formats.ts';
import { cancellationPolicySchema } from './price.ts';
import {
  presentTeamPictures,
  siteLookFields,
  type TeamFiles,
  teamPictureEntries,
  teamPictureFields,
} from './team-look.ts';

export const teamFields = {
  slug: {
    write: slugField.describe('Identifies the team, also in URLs.'),
    read: z
      .string()
      .describe('Identifies the team, also in the booking site’s URL. It cannot be changed here.'),
  },
  name: {
    write: requiredText(MAX_NAME_LENGTH).optional().describe('The name for readers.'),
    read: z.string().describe('As guests and members read it.'),
  },
  currency: {
    write: currencyField.optional().describe('The currency of all fixed amounts.'),
    read: currencySchema,
  },
  timezone: {
    write: timezoneField.optional().describe('The default for its listings.'),
    read: z.string().describe('IANA name, such as `Europe/Lisbon`: the default for new listings.'),
  },
  enforce_token_scope: {
    write: booleanField
      .nullish()
      .meta({ description: 'Whether writes with a read-only token are refused.', default: false }),
    read: z.boolean().describe('Whether a write with a read-only token is a 403.'),
  },
  deposit_percent: {
    // The description has the default, because zod's JSON Schema leaves out those of transformed fields.
    write: percentField.nullish().describe("The part of a booking's price that is due at once. Default: 0."),
    read: z.number().describe('The part of a booking’s price that is due at once.'),
    column: 'depositPpm',
    present: ppmToPercent,
  },
  balance_due_days: {
    write: ruleDaysField
      .nullish()
      .meta({ description: 'How many days before check-in the rest is due.', default: 0 }),
    read: z.int().describe('How many days before check-in the rest is due.'),
  },
  cancellation_policy: {
    write: cancellationPolicyEntry.nullish().describe('The cost of a cancellation. Default: no terms.'),
    read: cancellationPolicySchema
      .nullable()
      .describe('The terms of listings that have none of their own. Null if there are none.'),
    present: presentCancellationPolicy,
  },
  site_bookings: {
    write: wordField(SITE_BOOKING_MODES).nullish().meta({
      description: 'Whether guests can request or make bookings on the booking site.',
      default: 'off',
    }),
    read: wordSchema(SITE_BOOKING_MODES).describe(
      'Whether guests can request or make bookings on the booking site.',
    ),
  },
  site_hold_minutes: {
    write: integer(1, MAX_HOLD_MINUTES)
      .nullish()
      .meta({ description: "How long a guest's booking request keeps its nights.", default: 1_440 }),
    read: z.int().describe('How long a guest’s booking request keeps its nights.'),
  },
  site_max_nights: {
    write: integer(1, MAX_STAY_NIGHTS).nullish().meta({
      description: 'The longest stay that guests can request or book on the booking site.',
      default: 30,
    }),
    read: z
      .int()
      .describe('The longest stay that guests can request or book on the booking site, in nights.'),
  },
  infant_age: {
    write: integer(0, MAX_INFANT_AGE).nullish().meta({
      description: 'Children younger than this are infants, and no guests.',
      default: DEFAULT_INFANT_AGE,
    }),
    read: z.int().describe('Children younger than this are infants, and no guests. 0: nobody is.'),
  },
  calendars_show_requests: {
    write: booleanField.nullish().meta({
      description: 'Whether units’ published calendars show pending bookings from the booking site.',
      default: false,
    }),
    read: z
      .boolean()
      .describe('Whether units’ published calendars show pending bookings from the booking site.'),
  },
  reseating: {
    write: wordField(RESEATING_MODES)
      .nullish()
      .meta({ description: 'Whether bookings can be moved to other units to make room.', default: 'off' }),
    read: wordSchema(RESEATING_MODES).describe('Whether bookings can be moved to other units to make room.'),
  },
  unit_fixed_days: {
    write: integer(0, MAX_UNIT_FIXED_DAYS)
      .nullish()
      .meta({ description: 'Bookings that arrive within this many days keep their units.', default: 2 }),
    read: z.int().describe('Bookings that arrive within this many days keep their units.'),
  },
  site_cancellation: {
    write: wordField(SITE_CANCELLATION_MODES).nullish().meta({
      description:
        'Whether guests can cancel a confirmed booking on the booking site: `by_terms` if it has cancellation terms.',
      default: 'off',
    }),
    read: wordSchema(SITE_CANCELLATION_MODES).describe(
      'Whether guests can cancel a confirmed booking on the booking site, by its cancellation terms.',
    ),
  },
  mail_from_name: {
    write: optionalText(MAX_NAME_LENGTH).describe(
      'The name of the sender of its messages. Default: its name.',
    ),
    read: nullableText.describe('The name of the sender of its messages. Null: the team’s name.'),
  },
  mail_reply_to: {
    write: optionalEmailEntry.describe('The address that answers to its messages go to.'),
    read: nullableText.describe('The address that answers to its messages go to.'),
  },
  contact: contactField,
  privacy_url: {
    write: optionalWebAddressField(MAX_WEB_ADDRESS_LENGTH).describe(
      'Where guests read how data is protected.',
    ),
    read: nullableText.describe('Where guests read how data is protected.'),
  },
  terms_url: {
    write: optionalWebAddressField(MAX_WEB_ADDRESS_LENGTH).describe(
      'Where guests read the terms of a booking.',
    ),
    read: nullableText.describe('Where guests read the terms of a booking.'),
  },
  imprint: {
    write: optionalLongText(MAX_IMPRINT_LENGTH).describe('Who answers for the booking site.'),
    read: nullableText.describe('Who answers for the booking site.'),
  },
  ...siteLookFields,
  payment_instructions: {
    write: optionalLongText(MAX_PAYMENT_INSTRUCTIONS_LENGTH).describe(
      'How guests pay, such as a bank account.',
    ),
    read: nullableText.describe(
      'How guests pay, such as a bank account. Guests who owe something read it. Null if nothing is said.',
    ),
  },
  payment_link: {
    write: optionalPaymentLinkField.describe(
      'Where guests pay. Behind the host, `{confirmation_code}`, `{amount}` (such as `1240.50`) and `{currency}` are filled in, percent-encoded.',
    ),
    read: nullableText.describe(
      'Where guests pay, with `{confirmation_code}`, `{amount}` and `{currency}` where they are filled in. Null if there is no such page.',
    ),
  },
  arrival_days_before: {
    write: integer(0, MAX_ARRIVAL_DAYS_BEFORE).nullish().meta({
      description: 'How many days before check-in guests see what they need to arrive.',
      default: DEFAULT_ARRIVAL_DAYS_BEFORE,
    }),
    read: z
      .int()
      .describe('From how many days before check-in on guests see a place’s `arrival_instructions`.'),
  },
  languages: languagesField,
  translations: buildTranslationsField('TranslatedTeam', {
    site_sentence: siteLookFields.site_sentence.write,
    site_headline: siteLookFields.site_headline.write,
    imprint: optionalLongText(MAX_IMPRINT_LENGTH),
    payment_instructions: optionalLongText(MAX_PAYMENT_INSTRUCTIONS_LENGTH),
  }),
  invoice_prefix: invoicePrefixField,
  ...invoiceNumberingFields,
  invoice_details: invoiceDetailsField,
} as const satisfies Record<string, RowField>;
const teamRow = createRowFields(teamFields);

/** A team file has none of it. */
const teamSecurityFields = {
  require_second_factor: {
    write: booleanField.nullish().meta({
      description:
        'Whether the team’s pages open only to members who have signed in with a second factor. Only such a member can switch it on, on the pages.',
      default: false,
    }),
    read: z
      .boolean()
      .describe('Whether the team’s pages open only to members who have signed in with a second factor.'),
  },
} as const satisfies Record<string, RowField>;
const securityRow = createRowFields(teamSecurityFields);

export const teamEntry = objectEntry({
  ...teamRow.written,
  ...teamPictureEntries,
  ...createdAndUpdatedEntries,
});

export type TeamEntry = z.infer<typeof teamEntry>;

export const toTeamColumns = (entry: SomeFields<TeamEntry>): TeamColumns => ({
  ...teamRow.toColumns(entry),
  createdAt: entry.created_at ?? undefined,
  updatedAt: entry.updated_at ?? undefined,
});

const teamSchema = z
  .object({
    id: z.int().describe('A whole number, unlike all other ids.'),
    ...teamRow.shown,
    ...securityRow.shown,
    ...teamPictureFields,
    created_at: createdAtSchema,
    updated_at: updatedAtSchema,
  })
  .meta({ id: 'Team', description: 'The settings of the team.' });

/** `files` are the names of its pictures, if they are exported. */
export const presentTeamEntry = (team: TeamSettings, files: TeamFiles) =>
  ({
    ...teamRow.present(team),
    logo_url: team.logoUrl,
    cover_url: team.coverUrl,
    ...files,
    created_at: toInstantText(team.createdAt),
    updated_at: toInstantText(team.updatedAt),
  }) satisfies Omit<PresentedEntry<TeamEntry>, keyof TeamFiles>;

/** `baseUrl` is put before the paths of its pictures. */
export const presentTeam = (team: TeamSettings, baseUrl: string): z.infer<typeof teamSchema> => ({
  id: team.id,
  ...teamRow.present(team),
  ...securityRow.present(team),
  ...presentTeamPictures(team, baseUrl),
  created_at: toInstantText(team.createdAt),
  updated_at: toInstantText(team.updatedAt),
});

export const teamAnswer = z.object({ data: teamSchema });

/** Null restores the default. */
export const teamChangeBody = objectEntry({ ...teamRow.written, ...securityRow.written })
  .omit({ slug: true, currency: true })
  .transform((body) => ({ ...toTeamColumns(body), ...securityRow.toColumns(body) }))
  .meta({
    id: 'TeamChange',
    description: 'What is left out stays as it is. Null restores the default.',
    examples: [{ site_bookings: 'request', site_hold_minutes: 720 }],
  });
