import type { ChargeBasis, LineType } from './vocabulary.ts';

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
