import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
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
 * The price of an imported booking, as it will be stored. If the file names no extras, `extras` are the
 * stored ones, as far as the new price includes them.
 */
export type PlannedPrice = ReturnType<typeof toPriceColumns> &
  Pick<BookingRecord, 'priceAgreed' | 'adjustment'> & { currency: string; extras?: ChosenExtra[] };
type Totals = NonNullable<CompleteBookingEntry['totals']>;

/**
 * Reads a booking's price from the totals and lines in a team file. If the file contains totals without price
 * lines, the stored lines are kept if totals, dates and guests are the same. If totals without price lines
 * differ from the stored ones, one line is made for each total. If the file does not mention the price
 * adjustment, the stored one is kept only if the new price still contains it.
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

/** Makes a price line for each total that is not 0, and one for the adjustment, if the file has no lines. */
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
 * Reads the price lines of a booking from a team file. If a price line in the file leaves out facts about its
 * charge, they are taken from the stored line with the same code.
 */
function toPriceLines({ lines }: CompleteBookingEntry, stored: BookingRecord | undefined): PriceLine[] {
  const storedByKey = new Map(stored?.priceLines.map((line) => [`${line.type} ${line.code}`, line]));
  return (lines ?? []).map((line) =>
    toPriceLineWithOrigin(line, storedByKey.get(`${line.type} ${line.code}`)),
  );
}
