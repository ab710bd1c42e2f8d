import type { Transaction } from '../../../db/client.ts';
import type { BookingRecord } from '../../../db/queries/bookings/booking-writes.ts';
import type { ChargeRecord } from '../../../db/queries/listings/charges.ts';
import { countDaysBetween, todayInZone } from '../../../domain/dates.ts';
import { AmountOutOfRangeError } from '../../../domain/money.ts';
import { type ChosenExtra, limitExtrasToOffered } from '../../../domain/pricing/extras.ts';
import { hasTotalBelowZero } from '../../../domain/pricing/lines.ts';
import { computeStayPrice, type Tariff } from '../../../domain/pricing/price-stay.ts';
import { repriceExtrasAndPets } from '../../../domain/pricing/reprice-extras.ts';
import { type FindCharges, loadRates } from '../../../services/availability/many-offers.ts';
import { toPriceColumns } from '../../../services/bookings/stay.ts';
import { presentValue } from '../../../services/catalogue/problems.ts';
import { mergeValue } from '../../../services/catalogue/rows.ts';
import type { ImportContext } from '../context.ts';
import { type PlannedPrice, readPriceOfFile } from './given-price.ts';
import { findChosenExtraProblems, isOfSameNights, isSameStay, readExtras } from './party.ts';
import type { PlannedStay } from './stays.ts';

/** What prices need beside the rates of the stays' listings. */
export type Pricing = {
  chargesOf: FindCharges;
  coupons: ReadonlyMap<string, ChargeRecord<'coupon'>>;
};

type Priced = { stay: PlannedStay; stored: BookingRecord | undefined };

/**
 * Creates the function that prices some of the file's stays. Totals and lines in the file decide. Otherwise the stored
 * price stays if the file changes neither dates nor guests, of which other extras or pets change only their own lines.
 * Else the price is computed at today's rates, including those of this file, which are stored by now. For a booking
 * without a price, it returns null and reports why.
 */
export async function createPricer(
  tx: Transaction,
  context: ImportContext,
  { chargesOf, coupons }: Pricing,
  bookings: readonly Priced[],
) {
  const ratesOf = await loadRatesOfStays(
    tx,
    context.teamId,
    bookings.filter(isPricedHere).map(({ stay }) => stay),
  );

  return ({ stay, stored }: Priced): PlannedPrice | null => {
    const { place, value } = stay.entry;
    const listing = stay.listing.row;
    if (value.totals)
      return readPriceOfFile(value, value.totals, stored, {
        listingCurrency: listing.currency,
        keepsLines: stored !== undefined && isOfSameNights(stay, stored),
      });
    if (stored && isSameStay(stay, stored)) return { ...stored, currency: value.currency ?? stored.currency };
    const coupon = coupons.get(stay.couponKey ?? '') ?? null;
    const refuse = (sentence: string) => {
      context.problems.add(place, sentence);
      return null;
    };
    if (coupon?.amountCents && listing.currency !== context.team.currency)
      return refuse(
        `coupon_code must be of a percentage or in ${listing.currency}, not ${presentValue(coupon.code)}`,
      );
    // What was paid in another currency is nothing of a price in this one.
    const currency = mergeValue(value.currency, stored?.currency, listing.currency);
    if (currency !== listing.currency)
      return refuse(
        `currency must be that of the listing, ${listing.currency}, without totals, not ${currency}`,
      );
    const tariff: Tariff = { terms: listing, ...ratesOf(listing.id), ...chargesOf(listing.id) };
    const extras = readExtras(value) ?? limitExtrasToOffered(tariff.fees, stored?.extras ?? []);
    context.problems.addIssues(place, findChosenExtraProblems(tariff.fees, value));
    const bookedOn = todayInZone(listing.timezone, context.now);
    try {
      const price =
        stored && isOfSameNights(stay, stored)
          ? repriceStored(tariff, stay, stored, extras)
          : computeStayPrice(tariff, {
              stay,
              party: stay.party,
              extras,
              // The file says that the booking has this coupon, so no condition is checked: it may have expired since.
              coupon: coupon && { ...coupon, redemptions: 0, appliesToListing: true },
              bookedOn,
            });
      if (hasTotalBelowZero(price)) return refuse('totals is required, because the rest would be below 0');
      return { currency: listing.currency, ...toPriceColumns(price), extras };
    } catch (error) {
      if (!(error instanceof AmountOutOfRangeError)) throw error;
      return refuse('totals is required, because the price is too large to be computed exactly');
    }
  };
}

/** A stored booking of which the file changes nothing but extras or pets (docs/rules.md, 9.13). */
const repriceStored = (
  tariff: Tariff,
  stay: PlannedStay,
  { priceLines: lines, extras: before }: BookingRecord,
  extras: readonly ChosenExtra[],
) =>
  repriceExtrasAndPets(
    { lines, extras: before },
    tariff,
    { stay, party: stay.party, nights: countDaysBetween(stay.checkIn, stay.checkOut) },
    extras,
  );

/** Whether the file leaves the price to us. */
const isPricedHere = ({ stay, stored }: Priced): boolean =>
  !stay.entry.value.totals && !isSameStay(stay, stored);

/** Returns a function that gives the seasons and days of the stays' listings. */
async function loadRatesOfStays(tx: Transaction, teamId: number, stays: readonly PlannedStay[]) {
  const dates = stays.flatMap(({ checkIn, checkOut }) => [checkIn, checkOut]).sort();
  const [startDate, endDate] = [dates[0], dates.at(-1)];
  if (!startDate || !endDate) return () => ({ seasons: [], days: [] });
  const listingIds = new Set(stays.map(({ listing }) => listing.row.id));
  return loadRates(tx, teamId, { startDate, endDate }, [...listingIds]);
}
