/** What a team sold and received, by months, in cents (docs/rules.md, 24). */

import type { PriceTotals } from '../pricing/lines.ts';
import { compareCodePoints } from '../text/text.ts';
import { addDays, countDaysBetween, type Stay, type StayDate } from './dates.ts';

/** A month in the form `YYYY-MM`. */
export type Month = string;

export const toMonth = (date: StayDate): Month => date.slice(0, 7);
export const toFirstDay = (month: Month): StayDate => `${month}-01`;
/** The first day of the next month. */
export const toEndOfMonth = (month: Month): StayDate => toFirstDay(toMonth(addDays(toFirstDay(month), 31)));

/** The month that is `by` months later than a given month. */
export function shiftMonth(month: Month, by: number): Month {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** Lists the months from one month to another, both included. */
export function listMonths(from: Month, to: Month): Month[] {
  const months: Month[] = [];
  for (let month = from; month <= to; month = toMonth(toEndOfMonth(month))) months.push(month);
  return months;
}

export const countMonths = (from: Month, to: Month): number => {
  const indexOf = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return indexOf(to) - indexOf(from) + 1;
};

/**
 * The part of a stay's amount that falls on some of its nights, if the amount is split equally over all nights.
 * The cents that remain after an equal split belong to the first nights. `from` and `to` count the stay's
 * nights from 0, and the night `to` is not included.
 */
export function shareOfNights(
  amountCents: number,
  nights: number,
  { from, to }: { from: number; to: number },
): number {
  const equalCents = Math.floor(amountCents / nights);
  const remainingCents = amountCents - equalCents * nights;
  return equalCents * (to - from) + Math.min(to, remainingCents) - Math.min(from, remainingCents);
}

/**
 * A stay that was sold, with the number of units that it takes. `pricedUnits` is 0 if its totals stand elsewhere: in the
 * report of a kind of room, those of a stay of the whole building.
 */
export type SoldStay = Stay &
  Omit<PriceTotals, 'grandTotalCents'> & {
    readonly taxesIncludedTotalCents: number;
    readonly currency: string;
    readonly units: number;
    readonly pricedUnits: number;
  };

const SPLIT = [
  'accommodationTotalCents',
  'discountTotalCents',
  'feesTotalCents',
  'taxesTotalCents',
  'taxesIncludedTotalCents',
] as const;

/** The sums of one month and currency in the report of what a team sold, while they are added up. */
type MonthSums = Record<(typeof SPLIT)[number], number> & {
  nightsSold: number;
  /** The nights of stays that channels have sold and that are no bookings. */
  nightsByChannels: number;
  /** The nights sold whose totals the report has. */
  nightsPriced: number;
  nightsAvailable: number;
  paidTotalCents: number;
  refundedTotalCents: number;
  cancellationFeesTotalCents: number;
};

/** The sums of stays whose nights are all in one month. */
export type StaysSums = Readonly<
  Record<(typeof SPLIT)[number], number> & Pick<MonthSums, 'nightsSold' | 'nightsPriced'>
> & { readonly month: Month; readonly currency: string };

/** What a team sold and received in one month and currency. An average is null if no nights were sold or available. */
export type MonthFigures = Readonly<MonthSums> & {
  readonly month: Month;
  readonly currency: string;
  readonly grandTotalCents: number;
  readonly occupancyPercent: number | null;
  readonly averageNightlyCents: number | null;
};

/**
 * Adds up the report of what a team sold in the given months. Every month of the report has figures in every
 * currency.
 */
export function createMonthsSum(months: readonly Month[], currencies: readonly string[]) {
  const sums = new Map<string, Map<Month, MonthSums>>();
  const bounds = months.map((month) => ({ month, first: toFirstDay(month), end: toEndOfMonth(month) }));
  const sumsOf = (currency: string): Map<Month, MonthSums> =>
    sums.getOrInsertComputed(currency, () => new Map(months.map((month) => [month, buildEmptySums()])));
  for (const currency of currencies) sumsOf(currency);

  return {
    addStay(stay: SoldStay): void {
      const nights = countDaysBetween(stay.checkIn, stay.checkOut);
      const sumsOfCurrency = sumsOf(stay.currency);
      for (const { month, first, end } of bounds) {
        // Most months are compared as texts alone, because there are many stays.
        if (stay.checkOut <= first || stay.checkIn >= end) continue;
        const sum = sumsOfCurrency.get(month);
        if (!sum) continue;
        const span = findNightsBetween(stay, { first, end });
        sum.nightsSold += (span.to - span.from) * stay.units;
        sum.nightsPriced += (span.to - span.from) * stay.pricedUnits;
        for (const name of SPLIT) sum[name] += shareOfNights(stay[name], nights, span);
      }
    },
    add(month: Month, currency: string, figures: Partial<MonthSums>): void {
      const sum = sumsOf(currency).get(month);
      if (!sum) return;
      for (const [name, value] of Object.entries(figures)) sum[name as keyof MonthSums] += value;
    },
    /** The report's figures, sorted by month, then by currency. */
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

/** The figures of several months together, for each currency in the order of the months. */
export function sumMonths(months: readonly MonthFigures[]): Omit<MonthFigures, 'month'>[] {
  const byCurrency = Map.groupBy(months, ({ currency }) => currency);
  return [...byCurrency].map(([currency, some]) => {
    const sum = buildEmptySums();
    for (const name of Object.keys(sum) as (keyof MonthSums)[])
      for (const month of some) sum[name] += month[name];
    return buildFigures('', currency, sum);
  });
}

/** Whether nothing was sold, received or kept in a month. */
export const isEmptyMonth = ({ nightsAvailable, ...month }: MonthFigures): boolean =>
  Object.keys(buildEmptySums()).every((name) => !month[name as keyof typeof month]);

/** The nights of a stay from a day until another day, counted from the stay's first night. */
function findNightsBetween(
  { checkIn, checkOut }: Stay,
  { first, end }: { first: StayDate; end: StayDate },
): { from: number; to: number } {
  const from = checkIn > first ? 0 : countDaysBetween(checkIn, first);
  return { from, to: countDaysBetween(checkIn, checkOut < end ? checkOut : end) };
}

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

/** A quotient rounded half up to a whole number, or null if the divisor is 0. */
function divideHalfUp(dividend: number, divisor: number): number | null {
  if (divisor === 0) return null;
  const twice = 2n * BigInt(divisor);
  const numerator = 2n * BigInt(dividend) + BigInt(divisor);
  const quotient = numerator / twice;
  return Number(numerator % twice < 0n ? quotient - 1n : quotient);
}
