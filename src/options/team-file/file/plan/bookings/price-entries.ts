import {
  type AdjustmentSum,
  areEqualSums,
  type PriceAdjustment,
  splitAdjustments,
  sumAdjustments,
} from '../../../../../domain/pricing/adjustments.ts';
import type { PriceLine } from '../../../../../domain/pricing/lines.ts';
import { newId } from '../../../../../services/new-id.ts';
import type { BookingEntry } from '../../../schemas/booking.ts';

type TotalsEntry = NonNullable<BookingEntry['totals']>;
type LineEntry = NonNullable<BookingEntry['lines']>[number];

export const toPriceLine = (line: LineEntry): PriceLine => ({
  type: line.type,
  code: line.code,
  name: line.name,
  ...nameInOthers(line.names),
  basis: line.basis,
  quantity: line.quantity ?? null,
  unitAmountCents: line.unit_amount ?? null,
  percentPpm: line.percent ?? null,
  baseAmountCents: line.base_amount ?? null,
  amountCents: line.amount,
  included: line.included ?? false,
});

export function nameInOthers(names: LineEntry['names']): Pick<PriceLine, 'names'> {
  const given = Object.entries(names ?? {}).filter(([, name]) => name !== undefined);
  return given.length > 0 ? { names: Object.fromEntries(given) } : {};
}

/** Facts about the charge that the file leaves out are those of the stored line. */
export function toPriceLineWithOrigin(line: LineEntry, stored?: PriceLine): PriceLine {
  const taxable = line.taxable ?? stored?.taxable;
  const appliesTo = line.applies_to ?? stored?.appliesTo;
  const { unadjusted } = line;
  // A name that is as it was is so in all languages.
  const names = line.names === undefined && stored?.name === line.name ? stored.names : undefined;
  return {
    ...toPriceLine(line),
    ...(names ? { names } : {}),
    ...(taxable === undefined ? {} : { taxable }),
    ...(appliesTo === undefined ? {} : { appliesTo }),
    ...(unadjusted
      ? { unadjusted: { baseAmountCents: unadjusted.base_amount, amountCents: unadjusted.amount } }
      : {}),
  };
}

type AdjustmentsEntry = Pick<BookingEntry, 'adjustments' | 'adjustment'>;

/**
 * Null removes the stored lines, and undefined keeps them. A line without an id keeps that of the stored one
 * in its position.
 */
export function readAdjustments(
  { adjustments, adjustment }: AdjustmentsEntry,
  stored: readonly PriceAdjustment[],
): readonly PriceAdjustment[] {
  if (adjustments !== undefined)
    return (adjustments ?? []).map(({ id, name, amount, taxable }, index) => ({
      id: id ?? stored[index]?.id ?? newId(),
      name,
      amountCents: amount,
      taxable: taxable ?? false,
    }));
  if (adjustment === undefined || areEqualSums(toSum(adjustment), sumAdjustments(stored))) return stored;
  const one = toSum(adjustment);
  return one === null ? [] : [{ id: stored[0]?.id ?? newId(), ...one, taxable: false }];
}

const toSum = (adjustment: BookingEntry['adjustment']): AdjustmentSum | null =>
  adjustment ? { name: adjustment.name, amountCents: adjustment.amount } : null;

/** If a file has both the one line by hand and the list. */
export const isSumOfAdjustments = ({ adjustments, adjustment }: AdjustmentsEntry): boolean =>
  adjustments === undefined ||
  adjustment === undefined ||
  areEqualSums(toSum(adjustment), sumAdjustments(readAdjustments({ adjustments }, [])));

export function containAdjustments(totals: TotalsEntry, adjustments: readonly PriceAdjustment[]): boolean {
  const { discountsCents, feesCents } = splitAdjustments(adjustments);
  return totals.discount_total >= discountsCents && totals.fees_total >= feesCents;
}
