/** Percentages of a price whose base moves, because other lines join it or leave it. */
import { addCents, computeIncludedPercentOfCents, computePercentOfCents } from '../money.ts';
import type { TaxTarget } from '../vocabulary.ts';
import type { PriceLine } from './lines.ts';

/** The price line of a percentage. */
export type PercentageLine = PriceLine & { percentPpm: number; baseAmountCents: number };

export const isPercentageTax = (line: PriceLine): line is PercentageLine =>
  line.type === 'tax' &&
  line.basis === 'percent' &&
  line.percentPpm !== null &&
  line.baseAmountCents !== null;

export const isPercentageFee = (line: PriceLine): line is PercentageLine =>
  line.type === 'fee' &&
  line.basis === 'percent' &&
  line.percentPpm !== null &&
  line.baseAmountCents !== null;

/** Whether a price line is a percentage tax whose base includes the accommodation, or the taxable fees. */
export const isTaxOn = (line: PriceLine, target: TaxTarget): line is PercentageLine =>
  isPercentageTax(line) && line.appliesTo?.includes(target) === true;

/** Whether a percentage tax that is not contained in the prices is due on the accommodation, or on fees. */
export const hasAddedTaxOn = (lines: readonly PriceLine[], target: TaxTarget): boolean =>
  lines.some((line) => isTaxOn(line, target) && !line.included);

/**
 * A percentage whose base has grown or shrunk by an amount in cents. The base is at least 0. The line changes
 * by the difference between its percentage of the new base and of the old base, so that the rounding of another
 * system stays.
 */
export function moveBase(line: PercentageLine, movedCents: number): PercentageLine {
  const { percentPpm, baseAmountCents, amountCents, included } = line;
  if (movedCents === 0 || baseAmountCents < 0) return line;
  const computeShareCents = included ? computeIncludedPercentOfCents : computePercentOfCents;
  const baseCents = Math.max(0, addCents(baseAmountCents, movedCents));
  const differenceCents =
    computeShareCents(baseCents, percentPpm) - computeShareCents(baseAmountCents, percentPpm);
  return {
    ...line,
    baseAmountCents: baseCents,
    amountCents: Math.max(0, addCents(amountCents, differenceCents)),
  };
}
