/** Reads the parts of a price from a team file. */
import type { PriceAdjustment } from '../../../domain/pricing/adjustment.ts';
import type { PriceLine } from '../../../domain/pricing/lines.ts';
import type { BookingEntry } from '../../../schemas/entries/booking.ts';

type TotalsEntry = NonNullable<BookingEntry['totals']>;
type LineEntry = NonNullable<BookingEntry['lines']>[number];

export const toPriceLine = (line: LineEntry): PriceLine => ({
  type: line.type,
  code: line.code,
  name: line.name,
  basis: line.basis,
  quantity: line.quantity ?? null,
  unitAmountCents: line.unit_amount ?? null,
  percentPpm: line.percent ?? null,
  baseAmountCents: line.base_amount ?? null,
  amountCents: line.amount,
  included: line.included ?? false,
});

/**
 * Reads a price line of a booking from a team file. If a price line in the file leaves out facts about its
 * charge, they are taken from the stored line.
 */
export function toPriceLineWithOrigin(line: LineEntry, stored?: PriceLine): PriceLine {
  const taxable = line.taxable ?? stored?.taxable;
  const appliesTo = line.applies_to ?? stored?.appliesTo;
  return {
    ...toPriceLine(line),
    ...(taxable === undefined ? {} : { taxable }),
    ...(appliesTo === undefined ? {} : { appliesTo }),
  };
}

/** Reads the price adjustment from a file: null removes the stored one, and undefined keeps it. */
export const readAdjustment = ({
  adjustment,
}: Pick<BookingEntry, 'adjustment'>): PriceAdjustment | null | undefined =>
  adjustment && { name: adjustment.name, amountCents: adjustment.amount };

/** Whether a price's totals are large enough to contain its adjustment. */
export const containAdjustment = (totals: TotalsEntry, { amountCents }: PriceAdjustment): boolean =>
  (amountCents < 0 ? totals.discount_total : totals.fees_total) >= Math.abs(amountCents);
