import { addCents, computePercentOfCents } from '../money.ts';
import type { ChargeBasis, PriceLineType, TaxTarget } from '../vocabulary.ts';
import type { LineNames, NameSource } from './line-names.ts';

/**
 * One line of a price. Amounts of a price line are in the currency's minor unit, `amountCents` is signed
 * (discounts are negative) and percentages are in parts per million: 8.875 % is 88750.
 */
export type PriceLine = LineOrigin & {
  type: PriceLineType;
  code: string;
  name: string;
  /** Only of a stored line. */
  names?: LineNames;
  /** Only of a line that is not stored. */
  nameSource?: NameSource | undefined;
  basis: ChargeBasis;
  quantity: number | null;
  unitAmountCents: number | null;
  percentPpm: number | null;
  baseAmountCents: number | null;
  amountCents: number;
  included: boolean;
};

/**
 * What a price line says about the charge that it came from. Answers do not show which charge a price line
 * came from. A line stored before version 2.0, or by another system, does not say which charge it came from.
 */
type LineOrigin = {
  /** Whether taxes were due on the fee of a price line. */
  taxable?: boolean;
  /** The base that a percentage tax was computed on. */
  appliesTo?: readonly TaxTarget[];
  /** The base and the amount of a percentage tax, in cents, without the lines by hand that have moved it. */
  unadjusted?: { readonly baseAmountCents: number; readonly amountCents: number };
};

/** The totals of a price, in cents, where the discount is a positive number. */
export interface PriceTotals {
  readonly accommodationTotalCents: number;
  readonly discountTotalCents: number;
  readonly feesTotalCents: number;
  readonly taxesTotalCents: number;
  readonly grandTotalCents: number;
}

/**
 * Whether answers show a stored price line. A tax or fee of a percentage whose amount has become 0 since the
 * booking was made is stored, but not shown, so that it can come back with its base.
 */
export const isShownPriceLine = ({ type, basis, percentPpm, amountCents }: PriceLine): boolean =>
  amountCents !== 0 || !IS_CHARGE[type] || (basis !== 'percent' && percentPpm === null);

const IS_CHARGE = {
  accommodation: false,
  discount: false,
  fee: true,
  tax: true,
} satisfies Record<PriceLineType, boolean>;

type PriceLineLabels = Pick<PriceLine, 'type' | 'code' | 'name' | 'nameSource'>;

/** Builds a price line from some of its fields, and leaves all other fields empty. */
export const buildPriceLine = ({
  type,
  code,
  name,
  nameSource,
  basis,
  quantity = null,
  unitAmountCents = null,
  percentPpm = null,
  baseAmountCents = null,
  amountCents,
  included = false,
}: PriceLineLabels &
  Pick<PriceLine, 'basis' | 'amountCents'> &
  Partial<Omit<PriceLine, keyof LineOrigin | 'names'>>): PriceLine => ({
  type,
  code,
  name,
  nameSource,
  basis,
  quantity,
  unitAmountCents,
  percentPpm,
  baseAmountCents,
  amountCents,
  included,
});

/** A price line that is a percentage of an amount, rounded half up. */
export function buildPercentPriceLine(
  labels: PriceLineLabels,
  baseAmountCents: number,
  percentPpm: number,
): PriceLine {
  const amountCents = computePercentOfCents(baseAmountCents, percentPpm);
  return buildPriceLine({ ...labels, basis: 'percent', percentPpm, baseAmountCents, amountCents });
}

/**
 * Whether a total of a price is below 0. A total falls below 0 if, for example, a fee's line is removed but the
 * line of a rebate on that fee stays.
 */
export const hasTotalBelowZero = (totals: PriceTotals): boolean =>
  Math.min(totals.discountTotalCents, totals.feesTotalCents, totals.taxesTotalCents, totals.grandTotalCents) <
  0;

/**
 * Computes the totals from the lines, in cents: grand total = accommodation - discounts + fees + taxes, which is the
 * sum of all lines that are not included in others.
 */
export function sumPriceLines(lines: readonly PriceLine[]): PriceTotals {
  const sums = { accommodation: 0, discount: 0, fee: 0, tax: 0 } satisfies Record<PriceLineType, number>;
  let grandTotalCents = 0;
  for (const { type, amountCents, included } of lines) {
    if (included) continue;
    sums[type] = addCents(sums[type], amountCents);
    grandTotalCents = addCents(grandTotalCents, amountCents);
  }
  return {
    accommodationTotalCents: sums.accommodation,
    // The sum is subtracted from 0, because negating a sum of 0 would give -0.
    discountTotalCents: 0 - sums.discount,
    feesTotalCents: sums.fee,
    taxesTotalCents: sums.tax,
    grandTotalCents,
  };
}
