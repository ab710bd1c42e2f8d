import { z } from 'zod';
import type { ListingRates } from '../services/catalogue/rates.ts';
import { policyAsGiven } from '../services/team-data/cancellation-policy.ts';
import { givenBody } from '../services/team-data/judging.ts';
import {
  RATES,
  ratesAsGiven,
  ratesSchema as ratesEntry,
  seasonAsGiven,
} from '../services/team-data/rates.ts';
import { cancellationPolicySchema } from './cancellation-policy.ts';
import { amountSchema, currencySchema, dateSchema } from './formats.ts';

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
export const ratesChangeBody = givenBody(RATES, ratesEntry, 'change').meta({ id: 'RatesChange' });
