/** A listing's prices and rules: read its rates and its calendar, and change ranges of its days. */
import { bodyOf, type DaysChange, type Innkeep, type ListingDay, type Rates } from './innkeep.ts';

/** Days from the first to the last, both included. */
export type Span = { start_date: string; end_date: string };

export async function readRates(innkeep: Innkeep, listing: string): Promise<Rates> {
  const params = { path: { listing } };
  return (await bodyOf(innkeep.GET('/v1/listings/{listing}/rates', { params }))).data;
}

/** Each day with the price and the rules that apply to it. */
export async function readDays(innkeep: Innkeep, listing: string, span: Span): Promise<ListingDay[]> {
  const params = { path: { listing }, query: span };
  return (await bodyOf(innkeep.GET('/v1/listings/{listing}/calendar', { params }))).data;
}

/** Changes days. A later range wins, and a field that no range names keeps its value. */
export async function changeDays(
  innkeep: Innkeep,
  listing: string,
  ranges: DaysChange['ranges'],
): Promise<void> {
  const params = { path: { listing } };
  await bodyOf(innkeep.PUT('/v1/listings/{listing}/days', { params, body: { ranges } }));
}
