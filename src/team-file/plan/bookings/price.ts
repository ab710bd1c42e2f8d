import type { Transaction } from '../../../db/client.ts';
import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
import type { ChargeRecord } from '../../../db/queries/listings/charges.ts';
import { countDaysBetween, todayInZone } from '../../../domain/dates/dates.ts';
import { AmountOutOfRangeError } from '../../../domain/money.ts';
import { areEqualParties, toParty } from '../../../domain/party.ts';
import { addAdjustments, removeAdjustments } from '../../../domain/pricing/adjustments.ts';
import { computePrice, findAgreedPrice } from '../../../domain/pricing/agreed-price.ts';
import { areEqualExtras, type ChosenExtra, limitExtrasToOffered } from '../../../domain/pricing/extras.ts';
import { hasTotalBelowZero, sumPriceLines } from '../../../domain/pricing/lines.ts';
import type { Tariff } from '../../../domain/pricing/price-stay.ts';
import { addOrigins, type Charges, repriceExtrasAndPets } from '../../../domain/pricing/reprice-extras.ts';
import type { FindCharges } from '../../../services/availability/charges-of-many.ts';
import { loadRates } from '../../../services/availability/many-offers.ts';
import { toPriceColumns } from '../../../services/bookings/stay.ts';
import { presentValue } from '../../../services/catalogue/problems.ts';
import { isNewOrDifferent, mergeValue } from '../../../services/catalogue/rows.ts';
import type { ImportContext } from '../context.ts';
import { type PlannedPrice, readPriceOfFile } from './file-price.ts';
import { findChosenExtraProblems, readExtras } from './party.ts';
import { readAdjustments } from './price-entries.ts';
import type { PlannedStay } from './stays.ts';

/** The charges and coupons that an import needs to calculate prices, besides the rates of listings. */
export type Pricing = {
  chargesOf: FindCharges;
  coupons: ReadonlyMap<string, ChargeRecord<'coupon'>>;
};

type Priced = { stay: PlannedStay; stored: BookingRecord | undefined };

/**
 * Creates the function that decides on the price of each imported booking. Price totals and lines in a team
 * file are used as they are. Without totals in the file, the stored price is kept if dates and guests are the
 * same. If only extras or pets change, only their own price lines are calculated again. If dates or guests
 * change, the price is calculated with today's rates. Rates that the same team file changes count for its
 * bookings, because they are stored before. If the price of a booking cannot be calculated, the function
 * reports why and returns null.
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
    const refuse = (sentence: string) => {
      context.problems.add(place, sentence);
      return null;
    };
    const adjustments = readAdjustments(value, stored?.adjustments ?? []);
    const priceAgreed = mergeValue(value.price_agreed, stored?.priceAgreed, null);
    if (stored && isSameStay(stay, stored)) {
      const currency = value.currency ?? stored.currency;
      const kept = { ...stored, currency, priceAgreed, adjustments };
      if (!isNewOrDifferent(stored.adjustments, adjustments)) return kept;
      const price = addAdjustments(withoutAdjustments(stored, chargesOf(listing.id)), adjustments);
      return price.grandTotalCents < 0 ? refuse(BELOW_ZERO) : { ...kept, ...toPriceColumns(price) };
    }
    const agreed = stored && stored.priceAgreed === priceAgreed ? findAgreedPrice(stored) : null;
    if (priceAgreed !== null && agreed === null) return refuse('totals is required with price_agreed');
    const coupon = coupons.get(stay.couponKey ?? '') ?? null;
    if (coupon?.amountCents && listing.currency !== context.team.currency)
      return refuse(
        `coupon_code must be of a percentage or in ${listing.currency}, not ${presentValue(coupon.code)}`,
      );
    // A booking with a calculated price must have its listing's currency, because payments in another
    // currency would not count towards the price.
    const currency = mergeValue(value.currency, stored?.currency, listing.currency);
    if (currency !== listing.currency && agreed?.form !== 'total')
      return refuse(
        `currency must be that of the listing, ${listing.currency}, without totals, not ${currency}`,
      );
    // Nobody checks whether pets may come to an imported stay.
    const terms = { ...listing, maxPets: listing.maxPets ?? 0 };
    const tariff: Tariff = { terms, ...ratesOf(listing.id), ...chargesOf(listing.id) };
    const extras = readExtras(value) ?? limitExtrasToOffered(tariff.fees, stored?.extras ?? []);
    context.problems.addIssues(place, findChosenExtraProblems(tariff.fees, value));
    const bookedOn = todayInZone(listing.timezone, context.now);
    try {
      // The conditions of a booking's coupon are not checked, because the coupon may have expired after the
      // booking was made.
      const redeemed = coupon && { ...coupon, redemptions: 0, appliesToListing: true };
      const request = { stay, party: stay.party, extras, coupon: redeemed, bookedOn };
      const hasSameAgreement = stored?.priceAgreed === priceAgreed && priceAgreed !== 'total';
      const price =
        stored && hasSameAgreement && isOfSameNights(stay, stored)
          ? repriceStored(tariff, stay, stored, extras)
          : computePrice(tariff, request, agreed);
      if (hasTotalBelowZero(price)) return refuse('totals is required, because the rest would be below 0');
      const adjusted = addAdjustments(price, adjustments);
      if (adjusted.grandTotalCents < 0) return refuse(BELOW_ZERO);
      return { currency, ...toPriceColumns(adjusted), extras, priceAgreed, adjustments };
    } catch (error) {
      if (!(error instanceof AmountOutOfRangeError)) throw error;
      return refuse('totals is required, because the price is too large to be computed exactly');
    }
  };
}

/** Calculates the price of a stored booking of which only extras or pets change (docs/rules.md, 9.13). */
const repriceStored = (
  tariff: Tariff,
  stay: PlannedStay,
  stored: BookingRecord,
  extras: readonly ChosenExtra[],
) =>
  repriceExtrasAndPets(
    { lines: withoutAdjustments(stored, tariff).lines, extras: stored.extras },
    tariff,
    { stay, party: stay.party, nights: countDaysBetween(stay.checkIn, stay.checkOut) },
    extras,
  );

function withoutAdjustments({ priceLines, adjustments }: BookingRecord, charges: Charges) {
  const lines = [...removeAdjustments(addOrigins(priceLines, charges), adjustments)];
  return { ...sumPriceLines(lines), lines };
}

const BELOW_ZERO = 'the lines by hand must not bring the grand total below 0';

/** Whether the import must calculate a booking's price, because the file does not contain it. */
const isPricedHere = ({ stay, stored }: Priced): boolean =>
  !stay.entry.value.totals && !isSameStay(stay, stored);

/**
 * Reads the seasons and day overrides for the stays of some bookings, and returns a function that finds those
 * of one listing.
 */
async function loadRatesOfStays(tx: Transaction, teamId: number, stays: readonly PlannedStay[]) {
  const dates = stays.flatMap(({ checkIn, checkOut }) => [checkIn, checkOut]).sort();
  const [startDate, endDate] = [dates[0], dates.at(-1)];
  if (!startDate || !endDate) return () => ({ seasons: [], days: [] });
  const listingIds = new Set(stays.map(({ listing }) => listing.row.id));
  return loadRates(tx, teamId, { startDate, endDate }, [...listingIds]);
}

/** Whether dates and guests of a stored booking stay the same, so that its nights keep their price. */
const isOfSameNights = ({ checkIn, checkOut, party }: PlannedStay, stored: BookingRecord): boolean =>
  stored.checkIn === checkIn &&
  stored.checkOut === checkOut &&
  areEqualParties({ ...toParty(stored), pets: party.pets }, party);

/** Whether nothing that decides about the price of a stored booking changes. */
const isSameStay = (stay: PlannedStay, stored: BookingRecord | undefined): boolean =>
  stored !== undefined &&
  isOfSameNights(stay, stored) &&
  stored.pets === stay.party.pets &&
  areEqualExtras(readExtras(stay.entry.value) ?? stored.extras, stored.extras);
