import type { ListingEntry } from '../entries.ts';
import type { SpecialDays, YearlyRates } from '../seasons.ts';

/** A listing of the demo without what depends on the day and the address; its pictures by their file's name. */
export type Place = {
  listing: Omit<ListingEntry, 'seasons' | 'days' | 'photos' | 'created_at' | 'updated_at'>;
  yearly: YearlyRates;
  special: SpecialDays;
  pictures: readonly string[];
};
