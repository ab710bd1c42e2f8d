import { listDatesBetween, type StayDate } from '../../domain/dates/dates.ts';
import { createDayTermsFinder, type DayTermsSource } from '../../domain/pricing/nightly-rates.ts';

/** Days in a row with the same price and minimum stay. `from` is the index of the first. */
export interface PriceRun {
  readonly from: number;
  readonly count: number;
  readonly rateCents: number;
  readonly minStay: number;
  readonly closed: boolean;
}

/**
 * Cents a night and nights, for the days `[startDate, endDate)`. Equal neighbours are one run, so that a
 * month of a listing is a few parts rather than one for each day.
 */
export function buildPriceRuns(source: DayTermsSource, startDate: StayDate, endDate: StayDate): PriceRun[] {
  const termsOn = createDayTermsFinder(source);
  const runs: PriceRun[] = [];
  for (const [index, date] of listDatesBetween(startDate, endDate).entries()) {
    const { baseRateCents: rateCents, minStay, closed } = termsOn(date);
    const last = runs.at(-1);
    if (last && last.rateCents === rateCents && last.minStay === minStay && last.closed === closed)
      runs[runs.length - 1] = { ...last, count: last.count + 1 };
    else runs.push({ from: index, count: 1, rateCents, minStay, closed });
  }
  return runs;
}
