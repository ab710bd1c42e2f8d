import type { BookingRecord } from '../../../db/queries/bookings/booking-writes.ts';
import {
  addAdjustment,
  areEqualAdjustments,
  hasAdjustment,
  type PriceAdjustment,
  subtractAdjustment,
} from '../../../domain/pricing/adjustment.ts';
import { buildLinesOfTotals } from '../../../domain/pricing/agreed-price.ts';
import type { ChosenExtra } from '../../../domain/pricing/extras.ts';
import type { PriceLine, PriceTotals } from '../../../domain/pricing/lines.ts';
import type { toPriceColumns } from '../../../services/bookings/stay.ts';
import { mergeValue } from '../../../services/catalogue/rows.ts';
import { containAdjustment, readAdjustment, toPriceLineWithOrigin } from './price-entries.ts';
import type { CompleteBookingEntry } from './rules.ts';

/**
 * The extras of a booking are those of a stored booking that its new price includes, if the file names none.
 */
export type PlannedPrice = ReturnType<typeof toPriceColumns> &
  Pick<BookingRecord, 'priceAgreed' | 'adjustment'> & { currency: string; extras?: ChosenExtra[] };
type Totals = NonNullable<CompleteBookingEntry['totals']>;

/**
 * The totals of a booking's price in the file, with the file's lines. Totals without lines get the stored
 * lines if totals, dates and guests are the same, else a line for each total. A stored adjustment that the
 * file leaves out stays only if the price still contains it.
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
  const priceAgreed = mergeValue(value.price_agreed, stored?.priceAgreed, null);
  const left = mergeValue(readAdjustment(value), stored?.adjustment, null);
  if (value.lines && value.lines.length > 0) {
    const priceLines = toPriceLines(value, stored);
    const adjustment = left && hasAdjustment(priceLines, left) ? left : null;
    return { ...price, currency, priceAgreed, adjustment, priceLines };
  }
  const isUnchanged =
    stored &&
    keepsLines &&
    areEqualAdjustments(stored.adjustment, left) &&
    (Object.keys(price) as (keyof typeof price)[]).every((name) => stored[name] === price[name]);
  const adjustment = left && containAdjustment(totals, left) ? left : null;
  const priceLines = isUnchanged ? stored.priceLines : buildLines(price, adjustment, value);
  return { ...price, currency, priceAgreed, adjustment, priceLines };
}

/** A line for each total that is not 0, for a file without lines, and a line for the adjustment. */
function buildLines(
  price: PriceTotals,
  adjustment: PriceAdjustment | null,
  { check_in: checkIn, check_out: checkOut }: CompleteBookingEntry,
): PriceLine[] {
  const lines = buildLinesOfTotals(subtractAdjustment(price, adjustment), { checkIn, checkOut });
  return [...addAdjustment({ ...price, lines }, adjustment).lines].filter(
    ({ amountCents }) => amountCents !== 0,
  );
}

/**
 * A price line in the file that says nothing about its charge keeps what the stored line with its code says.
 */
function toPriceLines({ lines }: CompleteBookingEntry, stored: BookingRecord | undefined): PriceLine[] {
  const storedByKey = new Map(stored?.priceLines.map((line) => [`${line.type} ${line.code}`, line]));
  return (lines ?? []).map((line) =>
    toPriceLineWithOrigin(line, storedByKey.get(`${line.type} ${line.code}`)),
  );
}
