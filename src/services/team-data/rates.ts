/** A listing's prices, rules and terms: its fields about money (contract, section 18). */
import type { z } from 'zod';
import type { Kind } from './kind.ts';
import { LISTING, type ListingEntry, listingSchema } from './listing.ts';

const FIELDS = {
  rates: true,
  rules: true,
  security_deposit: true,
  cancellation_policy: true,
  seasons: true,
} as const;

export const ratesSchema = listingSchema.pick(FIELDS);
export type RatesEntry = z.infer<typeof ratesSchema>;
type Season = NonNullable<RatesEntry['seasons']>[number];

/** The rules of a listing that concern only these fields. */
export const RATES: Kind<ListingEntry, never> = {
  schema: ratesSchema,
  required: [],
  rules: LISTING.rules.filter(({ fields }) => fields.every((field) => field in FIELDS)) as never,
};

/** The row of a season. */
export const seasonRow = (teamId: number, listingId: string, season: Season) => ({
  teamId,
  listingId,
  startDate: season.start_date,
  endDate: season.end_date,
  name: season.name,
  nightlyCents: season.nightly ?? null,
  weekendNightlyCents: season.weekend_nightly ?? null,
  minStay: season.min_stay ?? null,
  maxStay: season.max_stay ?? null,
});
