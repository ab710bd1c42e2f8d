import type { ListingEntry } from '../entries.ts';
import type { SpecialDays, YearlyRates } from '../seasons.ts';

/** A listing of the demo without the parts that depend on the day and the address. Pictures are named by their file. */
export type Place = {
  listing: Omit<ListingEntry, 'seasons' | 'days' | 'photos' | 'created_at' | 'updated_at'>;
  yearly: YearlyRates;
  special: SpecialDays;
  pictures: readonly string[];
};
