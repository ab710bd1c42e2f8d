import { z } from 'zod';
import { MAX_GUESTS, MAX_NAME_LENGTH, MAX_SEASONS_OF_LISTING } from '../../domain/limits.ts';
import { findSeasonProblems } from '../../domain/pricing/season-dates.ts';
import type { SeasonColumns } from '../../services/catalogue/part-rows.ts';
import type { ListingRates, ListingRecord, SeasonRecord } from '../../services/catalogue/rates.ts';
import { cancellationPolicyEntry, presentCancellationPolicy } from '../cancellation-policy.ts';
import { EVEN_IF_ITEMS_ARE_WRONG, hasIssueAt } from '../fields/checks.ts';
import { dateEntry } from '../fields/dates.ts';
import {
  centsField,
  integer,
  objectEntry,
  requiredText,
  ruleDaysField,
  stayLengthField,
} from '../fields/fields.ts';
import { buildClearIssue, buildIssue, listOf } from '../fields/lists.ts';
import { createRowFields, type RowField } from '../fields/row-fields.ts';
import { nameTranslationsField } from '../fields/translations.ts';
import { amountSchema, currencySchema, dateSchema, type PresentedEntry } from '../formats.ts';
import { cancellationPolicySchema } from '../price.ts';

const seasonEntry = objectEntry({
  name: requiredText(MAX_NAME_LENGTH).describe('The name of the season.'),
  start_date: dateEntry.describe('Its first night.'),
  end_date: dateEntry.describe('Its last night. Seasons must not overlap.'),
  nightly: centsField.nullish().describe("In cents. Default: the listing's."),
  weekend_nightly: centsField.nullish().describe('In cents. Default: `nightly`.'),
  min_stay: stayLengthField.nullish().describe("Nights, for arrivals on these days. Default: the listing's."),
  max_stay: stayLengthField.nullish().describe("Nights, for arrivals on these days. Default: the listing's."),
  translations: nameTranslationsField.write,
});
type SeasonEntry = z.infer<typeof seasonEntry>;

/** A list replaces all of a listing's seasons, so their dates are judged without the stored ones. */
const seasonsField = listOf(seasonEntry, MAX_SEASONS_OF_LISTING).superRefine((seasons, { issues }) => {
  if (hasIssueAt(issues, [])) return;
  const spans = seasons.map((season, index) =>
    hasIssueAt(issues, [index, 'start_date']) || hasIssueAt(issues, [index, 'end_date'])
      ? null
      : { startDate: season.start_date, endDate: season.end_date, name: season.name },
  );
  for (const { path, message, input } of findSeasonProblems(spans))
    issues.push(
      input === undefined
        ? { ...buildClearIssue('contradicts', message), path: [...path], input: seasons[path[0]] }
        : { ...buildIssue('contradicts', message), path: [...path], input },
    );
}, EVEN_IF_ITEMS_ARE_WRONG);

export const toSeasonColumns = (season: SeasonEntry): SeasonColumns => ({
  startDate: season.start_date,
  endDate: season.end_date,
  name: season.name,
  nightlyCents: season.nightly,
  weekendNightlyCents: season.weekend_nightly,
  minStay: season.min_stay,
  maxStay: season.max_stay,
  translations: season.translations,
});

const nullableNightCount = z.int().nullable();

export const rulesFields = {
  min_stay: {
    write: stayLengthField.nullish().describe('The minimum number of nights. Default: no limit.'),
    read: nullableNightCount.describe('The minimum number of nights. Null: no limit.'),
  },
  max_stay: {
    write: stayLengthField.nullish().describe('The maximum number of nights. Default: no limit.'),
    read: nullableNightCount.describe('The maximum number of nights. Null: no limit.'),
  },
  advance_notice_days: {
    write: ruleDaysField
      .nullish()
      .describe('How many days before check-in a booking must be made. Default: none.'),
    read: nullableNightCount.describe('How many days before check-in a booking must be made. Null: none.'),
  },
  booking_window_days: {
    write: ruleDaysField.nullish().describe('How many days ahead the last night may be. Default: no limit.'),
    read: nullableNightCount.describe('How many days ahead the last night may be. Null: no limit.'),
  },
  preparation_days: {
    write: ruleDaysField
      .nullish()
      .meta({ description: 'How many nights stay empty after a stay.', default: 0 }),
    read: z.int().describe('Nights that stay empty after a stay.'),
  },
} satisfies Record<string, RowField>;
export const rulesRow = createRowFields(rulesFields);

export const ratesEntry = objectEntry({
  rates: objectEntry({
    nightly: centsField.optional().describe('In cents: the price of a night. Required for a new listing.'),
    weekend_nightly: centsField
      .nullish()
      .describe('In cents: the price of a weekend night. Default: `nightly`.'),
    // The description has the default, because zod's JSON Schema leaves out those of lists.
    weekend_days: listOf(integer(1, 7), 7)
      .nullish()
      .describe('The weekdays (1 is Monday) whose nights have the weekend price. Default: 5 and 6.'),
    included_guests: integer(0, MAX_GUESTS)
      .nullish()
      .describe('The number of guests that the price includes. Default: all.'),
    extra_guest_nightly: centsField
      .nullish()
      .meta({ description: 'In cents: the price of each further guest per night.', default: 0 }),
    extra_child_nightly: centsField
      .nullish()
      .describe(
        "In cents: the price of each further child per night. Default: an adult's. Infants are free.",
      ),
  })
    .optional()
    .describe('The prices of nights. Fields that are left out stay.'),
  rules: objectEntry(rulesRow.written)
    .nullish()
    .describe('The rules for stays. Fields that are left out stay.'),
  security_deposit: centsField
    .nullish()
    .describe('In cents: the deposit held against damage. Default: nothing.'),
  cancellation_policy: cancellationPolicyEntry
    .nullish()
    .describe("What a cancellation costs. Default: its building's or the team's terms."),
  seasons: seasonsField.nullish().describe('Prices and rules for periods; replaced as a whole.'),
});
type RatesEntry = z.infer<typeof ratesEntry>;

export const presentSeason = (season: SeasonRecord) =>
  ({
    name: season.name,
    start_date: season.startDate,
    end_date: season.endDate,
    nightly: season.nightlyCents,
    weekend_nightly: season.weekendNightlyCents,
    min_stay: season.minStay,
    max_stay: season.maxStay,
    translations: nameTranslationsField.present(season.translations),
  }) satisfies PresentedEntry<SeasonEntry>;

/** For a team file and answers. */
export const presentRatesAndRules = (listing: ListingRecord) => ({
  rates: {
    nightly: listing.nightlyCents,
    weekend_nightly: listing.weekendNightlyCents,
    weekend_days: listing.weekendDays,
    included_guests: listing.includedGuests,
    extra_guest_nightly: listing.extraGuestNightlyCents,
    extra_child_nightly: listing.extraChildNightlyCents,
  } satisfies PresentedEntry<NonNullable<RatesEntry['rates']>>,
  rules: rulesRow.present(listing),
  security_deposit: listing.securityDepositCents,
});

const nullableCents = amountSchema.nullable();

const seasonSchema = z
  .object({
    name: z.string().describe('For the team.'),
    start_date: dateSchema.describe('Its first night.'),
    end_date: dateSchema.describe('Its last night.'),
    nightly: nullableCents.describe('The price of a night. Null for the listing’s.'),
    weekend_nightly: nullableCents.describe('The price of a weekend night. Null for `nightly`.'),
    min_stay: nullableNightCount.describe(
      'The minimum number of nights for arrivals on these days. Null for the listing’s.',
    ),
    max_stay: nullableNightCount.describe(
      'The maximum number of nights for arrivals on these days. Null for the listing’s.',
    ),
    translations: nameTranslationsField.read,
  })
  .meta({ id: 'Season', description: 'Prices and rules of a period.' });

export const ratesSchema = z
  .object({
    currency: currencySchema,
    rates: z
      .object({
        nightly: amountSchema.describe('The price of a night.'),
        weekend_nightly: nullableCents.describe('The price of a weekend night. Null for `nightly`.'),
        weekend_days: z
          .array(z.int())
          .describe('ISO weekdays (1 is Monday) whose nights have the weekend price.'),
        included_guests: z.int().nullable().describe('How many guests the price includes. Null for all.'),
        extra_guest_nightly: amountSchema.describe('The price of each further guest per night.'),
        extra_child_nightly: nullableCents.describe('Of each further child. Null for an adult’s.'),
      })
      .describe('The prices of nights outside of seasons and days of their own.'),
    rules: z.object(rulesRow.shown).describe('The rules for stays.'),
    security_deposit: nullableCents.describe('The deposit held against damage. Null for none.'),
    cancellation_policy: cancellationPolicySchema
      .nullable()
      .describe('The listing’s own terms. Null for its building’s or the team’s.'),
    seasons: z.array(seasonSchema).describe('By their first nights.'),
  })
  .meta({ id: 'Rates', description: 'A listing’s own prices, rules and terms, and those of its seasons.' });

export const presentRates = ({ listing, seasons }: ListingRates): z.infer<typeof ratesSchema> => ({
  currency: listing.currency,
  ...presentRatesAndRules(listing),
  cancellation_policy: presentCancellationPolicy(listing.cancellationPolicy),
  seasons: seasons.map(presentSeason),
});

export const ratesAnswer = z.object({ data: ratesSchema });
