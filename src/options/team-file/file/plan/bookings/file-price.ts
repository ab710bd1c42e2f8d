import type { BookingRecord } from '../../../../../db/queries/bookings/writes.ts';
import type { LanguageCode } from '../../../../../domain/languages/languages.ts';
import {
  addAdjustments,
  haveAdjustments,
  type PriceAdjustment,
  subtractAdjustments,
} from '../../../../../domain/pricing/adjustments.ts';
import { buildLinesOfTotals } from '../../../../../domain/pricing/agreed-price.ts';
import type { ChosenExtra } from '../../../../../domain/pricing/extras.ts';
import { nameLinesToStore } from '../../../../../domain/pricing/line-names.ts';
import type { PriceLine, PriceTotals } from '../../../../../domain/pricing/lines.ts';
import type { toPriceColumns } from '../../../../../services/bookings/stay/price.ts';
import { isNewOrDifferent, mergeValue } from '../../../../../services/catalogue/rows.ts';
import { containAdjustments, readAdjustments, toPriceLineWithOrigin } from './price-entries.ts';
import type { CompleteBookingEntry } from './rules.ts';

/**
 * The price of an imported booking, as it will be stored. If the file names no extras, `extras` are the
 * stored ones, as far as the new price includes them.
 */
export type PlannedPrice = ReturnType<typeof toPriceColumns> &
  Pick<BookingRecord, 'priceAgreed' | 'adjustments'> & { currency: string; extras?: ChosenExtra[] };
type Totals = NonNullable<CompleteBookingEntry['totals']>;

/** `languages` are the team's. */
type PriceOptions = {
  listingCurrency: string;
  keepsLines: boolean;
  languages: readonly LanguageCode[];
};

/**
 * Reads a booking's price from the totals and lines in a team file. If the file contains totals without price
 * lines, the stored lines are kept if totals, dates and guests are the same. If totals without price lines
 * differ from the stored ones, one line is made for each total. If the file does not mention the lines by
 * hand, the stored ones are kept only if the new price still contains them.
 */
export function readPriceOfFile(
  value: CompleteBookingEntry,
  totals: Totals,
  stored: BookingRecord | undefined,
  { listingCurrency, keepsLines, languages }: PriceOptions,
): PlannedPrice {
  const price = {
    accommodationTotalCents: totals.accommodation_total,
    discountTotalCents: totals.discount_total,
    feesTotalCents: totals.fees_total,
    taxesTotalCents: totals.taxes_total,
    grandTotalCents: totals.grand_total,
  };
  const nameNew = (lines: readonly PriceLine[]): PriceLine[] => nameLinesToStore(lines, languages);
  const currency = mergeValue(value.currency, stored?.currency, listingCurrency);
  const priceAgreed = mergeValue(value.price_agreed, stored?.priceAgreed, null);
  const left = readAdjustments(value, stored?.adjustments ?? []);
  if (value.lines && value.lines.length > 0) {
    const priceLines = toPriceLines(value, stored);
    const adjustments = haveAdjustments(priceLines, left) ? left : [];
    return { ...price, currency, priceAgreed, adjustments, priceLines };
  }
  const isUnchanged =
    stored &&
    keepsLines &&
    !isNewOrDifferent(stored.adjustments, left) &&
    (Object.keys(price) as (keyof typeof price)[]).every((name) => stored[name] === price[name]);
  const adjustments = containAdjustments(totals, left) ? left : [];
  const priceLines = isUnchanged ? stored.priceLines : nameNew(buildLines(price, adjustments, value));
  return { ...price, currency, priceAgreed, adjustments, priceLines };
}

/** Makes a price line for each total that is not 0, and those by hand, if the file has no lines. */
function buildLines(
  price: PriceTotals,
  adjustments: readonly PriceAdjustment[],
  { check_in: checkIn, check_out: checkOut }: CompleteBookingEntry,
): PriceLine[] {
  const lines = buildLinesOfTotals(subtractAdjustments(price, adjustments), { checkIn, checkOut });
  return [...addAdjustments({ ...price, lines }, adjustments).lines].filter(
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
