/** A listing's prices, rules and terms: its fields about money (contract, section 18). */
import type { z } from 'zod';
import type { ListingRecord, SeasonRecord } from '../../db/queries/team-file/team-file.ts';
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

/** A listing's prices and rules, and its seasons, as they are given in a file or through the API. */
export const ratesAsGiven = (listing: ListingRecord) => ({
  rates: {
    nightly: listing.nightlyCents,
    weekend_nightly: listing.weekendNightlyCents,
    weekend_days: listing.weekendDays,
    included_guests: listing.includedGuests,
    extra_guest_nightly: listing.extraGuestNightlyCents,
  },
  rules: {
    min_stay: listing.minStay,
    max_stay: listing.maxStay,
    advance_notice_days: listing.advanceNoticeDays,
    booking_window_days: listing.bookingWindowDays,
    preparation_days: listing.preparationDays,
  },
  security_deposit: listing.securityDepositCents,
});

export const seasonAsGiven = (season: SeasonRecord) => ({
  name: season.name,
  start_date: season.startDate,
  end_date: season.endDate,
  nightly: season.nightlyCents,
  weekend_nightly: season.weekendNightlyCents,
  min_stay: season.minStay,
  max_stay: season.maxStay,
});
