import { addCents, multiplyCents, percentOfCents } from '../money.ts';
import type { ChargeBasis, LineType } from '../vocabulary.ts';

/**
 * One line of a price (contract, section 5, "A line"). Amounts are in the currency's minor unit, `amountCents` is
 * signed (discounts are negative) and percentages are in parts per million: 8.875 % is 88750. A booking stores its
 * lines in this form.
 */
export type PriceLine = {
  type: LineType;
  code: string;
  name: string;
  basis: ChargeBasis;
  quantity: number | null;
  unitAmountCents: number | null;
  percentPpm: number | null;
  baseAmountCents: number | null;
  amountCents: number;
  included: boolean;
};

/** The totals of a price, in cents. The discount is a positive number here. */
export interface PriceTotals {
  readonly accommodationTotalCents: number;
  readonly discountTotalCents: number;
  readonly feesTotalCents: number;
  readonly taxesTotalCents: number;
  readonly grandTotalCents: number;
}

type Labels = Pick<PriceLine, 'type' | 'code' | 'name'>;

/** A line that is a percentage of an amount, rounded half up once, here. */
export function percentLine(labels: Labels, baseAmountCents: number, percentPpm: number): PriceLine {
  const amountCents = percentOfCents(baseAmountCents, percentPpm);
  return {
    ...labels,
    basis: 'percent',
    quantity: null,
    unitAmountCents: null,
    percentPpm,
    baseAmountCents,
    amountCents,
    included: false,
  };
}

/** A line that is a fixed amount times a quantity. */
export function fixedLine(
  labels: Labels,
  basis: ChargeBasis,
  quantity: number,
  unitAmountCents: number,
): PriceLine {
  const amountCents = multiplyCents(unitAmountCents, quantity);
  return {
    ...labels,
    basis,
    quantity,
    unitAmountCents,
    percentPpm: null,
    baseAmountCents: null,
    amountCents,
    included: false,
  };
}

/**
 * Computes the totals from the lines, in cents (contract, section 5.6): grand total = accommodation - discounts + fees
 * + taxes, which is the sum of all lines that are not included in others.
 */
export function totalsOf(lines: readonly PriceLine[]): PriceTotals {
  const added = lines.filter((line) => !line.included);
  const sumOf = (type: LineType) => {
    let total = 0;
    for (const line of added) if (line.type === type) total = addCents(total, line.amountCents);
    return total;
  };
  const sums = {
    accommodation: { accommodationTotalCents: sumOf('accommodation') },
    // Subtracted from 0, because negating a sum of 0 would give -0.
    discount: { discountTotalCents: 0 - sumOf('discount') },
    fee: { feesTotalCents: sumOf('fee') },
    tax: { taxesTotalCents: sumOf('tax') },
  } satisfies Record<LineType, Partial<PriceTotals>>;
  const grandTotalCents = added.reduce((total, { amountCents }) => addCents(total, amountCents), 0);
  return { ...sums.accommodation, ...sums.discount, ...sums.fee, ...sums.tax, grandTotalCents };
}
