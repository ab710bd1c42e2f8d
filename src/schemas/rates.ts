import { z } from 'zod';
import type { ChangedDays, DayOverride } from '../services/catalogue/days.ts';
import type { ListingRates } from '../services/catalogue/rates.ts';
import { dayAsGiven, daysChange, manyDaysChange } from '../services/team-data/days.ts';
import { givenBody } from '../services/team-data/judging.ts';
import {
  RATES,
  ratesAsGiven,
  ratesSchema as ratesEntry,
  seasonAsGiven,
} from '../services/team-data/rates.ts';
import { policyAsGiven } from './cancellation-policy.ts';
import { dateField, orderCheck } from './fields.ts';
import { amountSchema, currencySchema, dateSchema } from './formats.ts';
import { cancellationPolicySchema } from './price.ts';

const nullableCents = amountSchema.nullable();
const nights = z.int().nullable();

const seasonSchema = z
  .object({
    name: z.string(),
    start_date: dateSchema.describe('Its first night.'),
    end_date: dateSchema.describe('Its last night.'),
    nightly: nullableCents.describe('Null for the listing’s.'),
    weekend_nightly: nullableCents.describe('Null for `nightly`.'),
    min_stay: nights,
    max_stay: nights,
  })
  .meta({ id: 'Season' });

export const ratesSchema = z
  .object({
    currency: currencySchema,
    rates: z.object({
      nightly: amountSchema.describe('The price of a night.'),
      weekend_nightly: nullableCents.describe('The price of a weekend night. Null for `nightly`.'),
      weekend_days: z
        .array(z.int())
        .describe('ISO weekdays (1 is Monday) whose nights have the weekend price.'),
      included_guests: z.int().nullable().describe('How many guests the price includes. Null for all.'),
      extra_guest_nightly: amountSchema.describe('The price of each further guest per night.'),
    }),
    rules: z.object({
      min_stay: nights,
      max_stay: nights,
      advance_notice_days: z.int().nullable(),
      booking_window_days: z.int().nullable(),
      preparation_days: z.int().describe('Nights that stay empty after a stay.'),
    }),
    security_deposit: nullableCents,
    cancellation_policy: cancellationPolicySchema
      .nullable()
      .describe('The listing’s own terms. Null for its building’s or the team’s.'),
    seasons: z.array(seasonSchema).describe('By their first nights.'),
  })
  .meta({ id: 'Rates' });

export const presentRates = ({ listing, seasons }: ListingRates): z.infer<typeof ratesSchema> => ({
  currency: listing.currency,
  ...ratesAsGiven(listing),
  cancellation_policy: policyAsGiven(listing.cancellationPolicy),
  seasons: seasons.map(seasonAsGiven),
});

export const ratesAnswer = z.object({ data: ratesSchema });
export const ratesChangeBody = givenBody(RATES, ratesEntry, 'change').meta({
  id: 'RatesChange',
  examples: [
    {
      rates: { nightly: 13000 },
      rules: { min_stay: 2 },
      seasons: [{ name: 'Summer', start_date: '2027-06-15', end_date: '2027-09-14', nightly: 18000 }],
    },
  ],
});

const dayOverrideSchema = z
  .object({
    date: dateSchema,
    nightly: amountSchema.nullable().describe('Null for the season’s or the listing’s.'),
    min_stay: z.int().nullable(),
    max_stay: z.int().nullable(),
    closed_for_arrival: z.boolean(),
    closed_for_departure: z.boolean(),
    closed: z.boolean(),
  })
  .meta({ id: 'DayOverride' });

export const dayOverridesAnswer = z.object({ data: z.array(dayOverrideSchema) });
export const presentDayOverrides = (days: readonly DayOverride[]): z.infer<typeof dayOverridesAnswer> => ({
  data: days.map(dayAsGiven),
});

export const daysQuery = z
  .object({
    start_date: dateField.describe('The first day.'),
    end_date: dateField.describe('The last day.'),
  })
  .check(orderCheck('start_date', 'end_date'));

export const daysChangeBody = daysChange.meta({
  id: 'DaysChange',
  examples: [{ ranges: [{ start_date: '2027-12-24', end_date: '2027-12-31', nightly: 21000, min_stay: 3 }] }],
});

export const manyDaysChangeBody = manyDaysChange
  .transform(({ updates }) => updates.map(({ listing_id, ranges }) => ({ listingId: listing_id, ranges })))
  .meta({ id: 'ManyDaysChange' });
export const changedDaysAnswer = z.object({ data: z.object({ listings: z.int(), days: z.int() }) });
export const presentChangedDays = ({ listings, days }: ChangedDays): z.infer<typeof changedDaysAnswer> => ({
  data: { listings, days },
});
