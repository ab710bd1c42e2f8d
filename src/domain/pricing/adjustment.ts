/**
 * An adjustment is one line that a team adds to the price of a booking, such as a late check-out or a goodwill
 * (docs/rules.md, 24).
 */
import { addCents } from '../money.ts';
import { buildPriceLine, type PriceLine, type PriceTotals, sumPriceLines } from './lines.ts';

/**
 * An adjustment in the form in which a booking stores it. An adjustment's amount, in cents, is below 0 if it
 * lowers the price.
 */
export type PriceAdjustment = { name: string; amountCents: number };

const ADJUSTMENT_CODE = 'adjustment';

type PricedLines = PriceTotals & { readonly lines: readonly PriceLine[] };

export const areEqualAdjustments = (one: PriceAdjustment | null, other: PriceAdjustment | null): boolean =>
  one?.name === other?.name && one?.amountCents === other?.amountCents;

/**
 * Adds an adjustment to a price, as the last price line before the taxes. An adjustment is never taxed, and no
 * percentage is computed on it.
 */
export function addAdjustment<Price extends PricedLines>(price: Price, adjustment: PriceAdjustment | null) {
  if (adjustment === null) return price;
  const firstTax = price.lines.findIndex(({ type }) => type === 'tax');
  const index = firstTax === -1 ? price.lines.length : firstTax;
  const lines = price.lines.toSpliced(index, 0, buildAdjustmentLine(adjustment));
  return { ...price, ...sumPriceLines(lines), lines };
}

function buildAdjustmentLine({ name, amountCents }: PriceAdjustment): PriceLine {
  const type = typeOfAdjustment(amountCents);
  return buildPriceLine({
    type,
    code: ADJUSTMENT_CODE,
    name,
    basis: 'stay',
    quantity: 1,
    unitAmountCents: Math.abs(amountCents),
    amountCents,
    ...(type === 'fee' ? { taxable: false } : {}),
  });
}

const typeOfAdjustment = (amountCents: number) => (amountCents < 0 ? 'discount' : 'fee');

/**
 * The price lines of a booking without the line of its adjustment. The last line with the adjustment's code and
 * amount is removed, because a charge with the same code stands before it.
 */
export function removeAdjustment(
  lines: readonly PriceLine[],
  adjustment: PriceAdjustment | null,
): readonly PriceLine[] {
  const index = findAdjustmentIndex(lines, adjustment);
  return index === -1 ? lines : lines.toSpliced(index, 1);
}

/** Whether the price lines of a booking include an adjustment. */
export const hasAdjustment = (lines: readonly PriceLine[], adjustment: PriceAdjustment): boolean =>
  findAdjustmentIndex(lines, adjustment) !== -1;

const findAdjustmentIndex = (lines: readonly PriceLine[], adjustment: PriceAdjustment | null): number =>
  adjustment === null
    ? -1
    : lines.findLastIndex(
        ({ type, code, amountCents, included }) =>
          type === typeOfAdjustment(adjustment.amountCents) &&
          code === ADJUSTMENT_CODE &&
          amountCents === adjustment.amountCents &&
          !included,
      );

/** The totals of a price without its adjustment. */
export function subtractAdjustment(totals: PriceTotals, adjustment: PriceAdjustment | null): PriceTotals {
  const amountCents = adjustment?.amountCents ?? 0;
  return {
    ...totals,
    discountTotalCents: addCents(totals.discountTotalCents, Math.min(amountCents, 0)),
    feesTotalCents: addCents(totals.feesTotalCents, -Math.max(amountCents, 0)),
    grandTotalCents: addCents(totals.grandTotalCents, -amountCents),
  };
}
