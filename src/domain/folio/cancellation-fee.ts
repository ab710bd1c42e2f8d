/** What the document of a cancellation fee says. */
import { computeIncludedPercentOfCents } from '../money.ts';
import { buildPriceLine, type PriceLine } from '../pricing/lines.ts';
import { findFolioState } from './folio.ts';

/** A percentage tax that a fee contains. */
export type FeeTax = { readonly code: string; readonly name: string; readonly percentPpm: number };

/** The contained percentage tax of a code among the lines of a price, or null if there is none. */
export function findContainedTax(lines: readonly PriceLine[], code: string): FeeTax | null {
  const line = lines.find((line) => line.type === 'tax' && line.included && line.code === code);
  return line && line.percentPpm !== null ? { code, name: line.name, percentPpm: line.percentPpm } : null;
}

/** The lines of a fee in cents, of which a tax is a contained share, rounded half up. */
export function buildFeeLines(feeCents: number, tax: FeeTax | null): PriceLine[] {
  if (feeCents === 0) return [];
  const fee = buildPriceLine({
    type: 'fee',
    code: 'cancellation_fee',
    name: 'Cancellation fee',
    basis: 'stay',
    quantity: 1,
    unitAmountCents: feeCents,
    amountCents: feeCents,
  });
  if (!tax) return [fee];
  const contained = buildPriceLine({
    ...tax,
    type: 'tax',
    basis: 'percent',
    baseAmountCents: feeCents,
    amountCents: computeIncludedPercentOfCents(feeCents, tax.percentPpm),
    included: true,
  });
  return [fee, contained];
}

/** A booking with the lines that its invoice shows: after a cancellation those of its fee, else those of its price. */
export const asInvoiced = <Booking extends BookingOfFee>(
  booking: Booking,
  { document }: { readonly document: { readonly lines: readonly PriceLine[] } | null },
): Booking =>
  document && findFolioState(booking) === 'fee' ? { ...booking, priceLines: [...document.lines] } : booking;

type BookingOfFee = Parameters<typeof findFolioState>[0] & { readonly priceLines: readonly PriceLine[] };
