import { computeIncludedPercentOfCents } from '../money.ts';
import { nameAsOwn } from '../pricing/line-names.ts';
import { buildPriceLine, type PriceLine } from '../pricing/lines.ts';
import { findFolioState } from './folio.ts';

export type FeeTax = Pick<PriceLine, 'code' | 'name' | 'names' | 'nameSource'> & {
  readonly percentPpm: number;
};

export function findContainedTax(lines: readonly PriceLine[], code: string): FeeTax | null {
  const line = lines.find((line) => line.type === 'tax' && line.included && line.code === code);
  if (!line || line.percentPpm === null) return null;
  const { name, names, percentPpm } = line;
  return { code, name, ...(names ? { names } : {}), percentPpm };
}

/** The tax is a contained share of the fee, rounded half up, in cents. */
export function buildFeeLines(feeCents: number, tax: FeeTax | null): PriceLine[] {
  if (feeCents === 0) return [];
  const fee = buildPriceLine({
    type: 'fee',
    code: 'cancellation_fee',
    ...nameAsOwn('cancellation_fee'),
    basis: 'stay',
    quantity: 1,
    unitAmountCents: feeCents,
    amountCents: feeCents,
  });
  if (!tax) return [fee];
  const { names, ...labels } = tax;
  const contained = buildPriceLine({
    ...labels,
    type: 'tax',
    basis: 'percent',
    baseAmountCents: feeCents,
    amountCents: computeIncludedPercentOfCents(feeCents, tax.percentPpm),
    included: true,
  });
  return [fee, names ? { ...contained, names } : contained];
}

/** After a cancellation with the lines of its fee, else with those of its price. */
export const asInvoiced = <Booking extends BookingOfFee>(
  booking: Booking,
  { document }: { readonly document: { readonly lines: readonly PriceLine[] } | null },
): Booking =>
  document && findFolioState(booking) === 'fee' ? { ...booking, priceLines: [...document.lines] } : booking;

type BookingOfFee = Parameters<typeof findFolioState>[0] & { readonly priceLines: readonly PriceLine[] };
