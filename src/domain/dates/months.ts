/** What a team sold and received, in cents (docs/rules.md, 24.11). */

import { compareCodePoints } from '../text/text.ts';
import { addDays, type StayDate } from './dates.ts';

/** `YYYY-MM`. */
export type Month = string;

export const toMonth = (date: StayDate): Month => date.slice(0, 7);
export const toFirstDay = (month: Month): StayDate => `${month}-01`;
/** The first day of the next month. */
export const toEndOfMonth = (month: Month): StayDate => toFirstDay(toMonth(addDays(toFirstDay(month), 31)));

export function shiftMonth(month: Month, by: number): Month {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** Both are included. */
export function listMonths(from: Month, to: Month): Month[] {
  const months: Month[] = [];
  for (let month = from; month <= to; month = toMonth(toEndOfMonth(month))) months.push(month);
  return months;
}

export const countMonths = (from: Month, to: Month): number => {
  const indexOf = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return indexOf(to) - indexOf(from) + 1;
};

/** Split over the nights of a stay. */
type SplitTotal =
  | 'accommodationTotalCents'
  | 'discountTotalCents'
  | 'feesTotalCents'
  | 'taxesTotalCents'
  | 'taxesIncludedTotalCents';

type MonthSums = Record<SplitTotal, number> & {
  nightsSold: number;
  /** Nights of stays that channels have sold and that are no bookings. */
  nightsByChannels: number;
  /** Sold nights whose totals the report has. */
  nightsPriced: number;
  nightsAvailable: number;
  paidTotalCents: number;
  refundedTotalCents: number;
  cancellationFeesTotalCents: number;
};

/** `nightsBeside` were sold on days on which their units could not be. */
export type SoldNights = Readonly<
  Record<SplitTotal, number> & Pick<MonthSums, 'nightsSold' | 'nightsPriced'>
> & { readonly month: Month; readonly currency: string; readonly nightsBeside: number };

/** An average is null if no nights were sold or available. */
export type MonthFigures = Readonly<MonthSums> & {
  readonly month: Month;
  readonly currency: string;
  readonly grandTotalCents: number;
  readonly occupancyPercent: number | null;
  readonly averageNightlyCents: number | null;
};

/** Every month has figures in every currency. */
export function createMonthsSum(months: readonly Month[], currencies: readonly string[]) {
  const sums = new Map<string, Map<Month, MonthSums>>();
  const sumsOf = (currency: string): Map<Month, MonthSums> =>
    sums.getOrInsertComputed(currency, () => new Map(months.map((month) => [month, buildEmptySums()])));
  for (const currency of currencies) sumsOf(currency);

  return {
    add(month: Month, currency: string, figures: Partial<MonthSums>): void {
      const sum = sumsOf(currency).get(month);
      if (!sum) return;
      for (const [name, value] of Object.entries(figures)) sum[name as keyof MonthSums] += value;
    },
    /** By month, then by currency. */
    list(): MonthFigures[] {
      const inOrder = [...sums].toSorted(([one], [other]) => compareCodePoints(one, other));
      return months.flatMap((month) =>
        inOrder.flatMap(([currency, ofCurrency]) => {
          const sum = ofCurrency.get(month);
          return sum ? [buildFigures(month, currency, sum)] : [];
        }),
      );
    },
  };
}

/** For each currency, in the order of the months. */
export function sumMonths(months: readonly MonthFigures[]): Omit<MonthFigures, 'month'>[] {
  const byCurrency = Map.groupBy(months, ({ currency }) => currency);
  return [...byCurrency].map(([currency, some]) => {
    const sum = buildEmptySums();
    for (const name of Object.keys(sum) as (keyof MonthSums)[])
      for (const month of some) sum[name] += month[name];
    return buildFigures('', currency, sum);
  });
}

export const isEmptyMonth = ({ nightsAvailable, ...month }: MonthFigures): boolean =>
  Object.keys(buildEmptySums()).every((name) => !month[name as keyof typeof month]);

const buildEmptySums = (): MonthSums => ({
  nightsSold: 0,
  nightsByChannels: 0,
  nightsPriced: 0,
  nightsAvailable: 0,
  accommodationTotalCents: 0,
  discountTotalCents: 0,
  feesTotalCents: 0,
  taxesTotalCents: 0,
  taxesIncludedTotalCents: 0,
  paidTotalCents: 0,
  refundedTotalCents: 0,
  cancellationFeesTotalCents: 0,
});

function buildFigures(month: Month, currency: string, sum: MonthSums): MonthFigures {
  const { accommodationTotalCents, discountTotalCents, feesTotalCents, taxesTotalCents } = sum;
  const discountedCents = accommodationTotalCents - discountTotalCents;
  return {
    month,
    currency,
    ...sum,
    grandTotalCents: discountedCents + feesTotalCents + taxesTotalCents,
    occupancyPercent: divideHalfUp((sum.nightsSold + sum.nightsByChannels) * 100, sum.nightsAvailable),
    averageNightlyCents: divideHalfUp(discountedCents, sum.nightsPriced),
  };
}

/** Null if the divisor is 0. */
function divideHalfUp(dividend: number, divisor: number): number | null {
  if (divisor === 0) return null;
  const twice = 2n * BigInt(divisor);
  const numerator = 2n * BigInt(dividend) + BigInt(divisor);
  const quotient = numerator / twice;
  return Number(numerator % twice < 0n ? quotient - 1n : quotient);
}
