import type { BookingRecord } from '../../../db/queries/bookings/booking-writes.ts';
import { countDaysBetween } from '../../../domain/dates.ts';
import type { ChosenExtra } from '../../../domain/pricing/extras.ts';
import type { PriceLine } from '../../../domain/pricing/lines.ts';
import type { toPriceColumns } from '../../../services/bookings/stay.ts';
import { mergeValue } from '../../../services/catalogue/rows.ts';
import type { CompleteBookingEntry } from './rules.ts';

/** The extras are those of a stored booking that its new price includes, if the file names none. */
export type PlannedPrice = ReturnType<typeof toPriceColumns> & { currency: string; extras?: ChosenExtra[] };
type Totals = NonNullable<CompleteBookingEntry['totals']>;

/**
 * The file's totals with its lines. Without lines: the stored lines if the totals, the dates and the guests are the same,
 * else a line for each total.
 */
export function readPriceOfFile(
  value: CompleteBookingEntry,
  totals: Totals,
  stored: BookingRecord | undefined,
  { listingCurrency, keepsLines }: { listingCurrency: string; keepsLines: boolean },
): PlannedPrice {
  const price = {
    accommodationTotalCents: totals.accommodation_total,
    discountTotalCents: totals.discount_total,
    feesTotalCents: totals.fees_total,
    taxesTotalCents: totals.taxes_total,
    grandTotalCents: totals.grand_total,
  };
  const currency = mergeValue(value.currency, stored?.currency, listingCurrency);
  if (value.lines && value.lines.length > 0)
    return { ...price, currency, priceLines: toPriceLines(value, stored) };
  const isUnchanged =
    stored &&
    keepsLines &&
    (Object.keys(price) as (keyof typeof price)[]).every((name) => stored[name] === price[name]);
  return { ...price, currency, priceLines: isUnchanged ? stored.priceLines : linesOfTotals(totals, value) };
}

/** A line that does not say what its charge was like keeps what the stored one with its code says. */
function toPriceLines({ lines }: CompleteBookingEntry, stored: BookingRecord | undefined): PriceLine[] {
  const storedByKey = new Map(stored?.priceLines.map((line) => [`${line.type} ${line.code}`, line]));
  return (lines ?? []).map((line) => {
    const before = storedByKey.get(`${line.type} ${line.code}`);
    const taxable = line.taxable ?? before?.taxable;
    const appliesTo = line.applies_to ?? before?.appliesTo;
    return {
      ...toPriceLine(line),
      ...(taxable === undefined ? {} : { taxable }),
      ...(appliesTo === undefined ? {} : { appliesTo }),
    };
  });
}

type LineEntry = NonNullable<CompleteBookingEntry['lines']>[number];

const toPriceLine = (line: LineEntry): PriceLine => ({
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

/** One line for each total that is not 0, for a file without lines. */
function linesOfTotals(totals: Totals, { check_in, check_out }: CompleteBookingEntry): PriceLine[] {
  const buildLine = (
    type: PriceLine['type'],
    code: string,
    name: string,
    amountCents: number,
  ): PriceLine => ({
    type,
    code,
    name,
    basis: 'stay',
    quantity: 1,
    unitAmountCents: Math.abs(amountCents),
    percentPpm: null,
    baseAmountCents: null,
    amountCents,
    included: false,
  });
  const nights = {
    basis: 'night',
    quantity: countDaysBetween(check_in, check_out),
    unitAmountCents: null,
  } as const;
  const accommodation = totals.accommodation_total;
  return [
    { ...buildLine('accommodation', 'accommodation', 'Accommodation', accommodation), ...nights },
    {
      ...buildLine('discount', 'discount', 'Discount', -totals.discount_total),
      baseAmountCents: accommodation,
    },
    buildLine('fee', 'fees', 'Fees', totals.fees_total),
    buildLine('tax', 'taxes', 'Taxes', totals.taxes_total),
  ].filter((line) => line.amountCents !== 0);
}
