/** Prices between the stays of a row, where nothing takes a unit. Days are counted from the first of the page. */
import type { PriceRun } from '../../../../services/availability/price-runs.ts';

type FreePrice = PriceRun & { isFromNoon: boolean; isToNoon: boolean };

/**
 * The parts of runs that are free. Stays begin and end at noon, and so does a part beside one. A part of one night
 * has half a day less room then, so the one after it begins at noon too.
 */
export function listFreePrices(runs: readonly PriceRun[], isTaken: (day: number) => boolean): FreePrice[] {
  const prices: FreePrice[] = [];
  for (const run of runs.flatMap((run) => splitRun(run, isTaken))) {
    const end = run.from + run.count;
    const last = prices.at(-1);
    const isPushed = last?.isFromNoon === true && last.count === 1 && last.from + 1 === run.from;
    if (isPushed) prices[prices.length - 1] = { ...last, isToNoon: true };
    prices.push({ ...run, isFromNoon: isPushed || isTaken(run.from - 1), isToNoon: isTaken(end) });
  }
  return prices;
}

function splitRun(run: PriceRun, isTaken: (day: number) => boolean): PriceRun[] {
  const parts: PriceRun[] = [];
  for (let day = run.from; day < run.from + run.count; day += 1) {
    if (isTaken(day)) continue;
    const last = parts.at(-1);
    if (last && last.from + last.count === day) parts[parts.length - 1] = { ...last, count: last.count + 1 };
    else parts.push({ ...run, from: day, count: 1 });
  }
  return parts;
}

export const buildFreeClasses = ({ from, count, isFromNoon, isToNoon }: FreePrice): string =>
  `s${2 * from + (isFromNoon ? 2 : 1)} e${2 * (from + count) + (isToNoon ? 2 : 1)}`;

/** A price that begins at noon is written below its first whole day, if it has one. */
export const isIndented = ({ isFromNoon, count }: FreePrice): boolean => isFromNoon && count > 1;
