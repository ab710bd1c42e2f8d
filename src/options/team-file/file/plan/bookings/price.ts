import type { Transaction } from '../../../../../db/client.ts';
import type { BookingRecord } from '../../../../../db/queries/bookings/writes.ts';
import type { ChargeRecord } from '../../../../../db/queries/listings/charges.ts';
import {
  type ChangeKind,
  findChangeKind,
  IS_ABOUT_STAY,
  KEEPS_NIGHTS_AND_PEOPLE,
  type PricedStay,
  toPricedStay,
} from '../../../../../domain/booking-change.ts';
import type { Coupon } from '../../../../../domain/coupon.ts';
import { todayInZone } from '../../../../../domain/dates/dates.ts';
import type { LanguageCode } from '../../../../../domain/languages/languages.ts';
import { removeAdjustments } from '../../../../../domain/pricing/adjustments.ts';
import { hasTotalBelowZero, sumPriceLines } from '../../../../../domain/pricing/lines.ts';
import {
  type BookingTariff,
  isPriceRefusal,
  type PriceRefusal,
  priceBooking,
  repriceBooking,
} from '../../../../../domain/pricing/reprice-booking.ts';
import type { FindCharges } from '../../../../../services/availability/charges-of-many.ts';
import { loadRates } from '../../../../../services/availability/many-offers.ts';
import { toPriceColumns } from '../../../../../services/bookings/stay/price.ts';
import { presentValue } from '../../../../../services/catalogue/problems.ts';
import { mergeValue } from '../../../../../services/catalogue/rows.ts';
import type { ImportContext } from '../context.ts';
import { type PlannedPrice, readPriceOfFile } from './file-price.ts';
import { findChosenExtraProblems, readExtras } from './party.ts';
import { readAdjustments } from './price-entries.ts';
import type { CompleteBookingEntry } from './rules.ts';
import type { PlannedStay } from './stays.ts';

/** The charges and coupons that an import needs to calculate prices, besides the rates of listings. */
export type Pricing = {
  chargesOf: FindCharges;
  coupons: ReadonlyMap<string, ChargeRecord<'coupon'>>;
};

type ImportedStay = { stay: PlannedStay; stored: BookingRecord | undefined };

/**
 * Returns a function that decides on the price of each imported booking, or reports why it cannot be calculated and
 * returns null. Totals and lines in a team file are used as they are. Without totals, a new booking is priced by
 * today's rates, and a stored one like a booking that is changed. Rates that the same team file changes count for its
 * bookings, because they are stored before.
 */
export async function createPricePlan(
  tx: Transaction,
  context: ImportContext,
  { chargesOf, coupons }: Pricing,
  bookings: readonly ImportedStay[],
) {
  const ratesOf = await loadRatesOfStays(
    tx,
    context.teamId,
    bookings.filter(isCalculated).map(({ stay }) => stay),
  );

  return ({ stay, stored }: ImportedStay): PlannedPrice | null => {
    const { place, value } = stay.entry;
    const listing = stay.listing.row;
    const stays = compareStays(stay, stored);
    const { from } = stays;
    if (value.totals)
      return readPriceOfFile(value, value.totals, stored, {
        listingCurrency: listing.currency,
        keepsLines: from !== null && KEEPS_NIGHTS_AND_PEOPLE[from.kind],
        languages: context.team.languages,
      });
    const charged = { ...chargesOf(listing.id), bookedOn: todayInZone(listing.timezone, context.now) };
    const planned =
      from && !IS_ABOUT_STAY[from.kind]
        ? keepPrice({ value, languages: context.team.languages }, from, stays.after, {
            ...charged,
            rates: null,
            coupon: null,
          })
        : calculatePrice(context, stay, stays, {
            ...charged,
            // Nobody checks whether pets may come to an imported stay.
            rates: { terms: { ...listing, maxPets: listing.maxPets ?? 0 }, ...ratesOf(listing.id) },
            coupon: findCoupon(coupons, stay),
          });
    if (typeof planned !== 'string') return planned;
    context.problems.add(place, planned);
    return null;
  };
}

/**
 * The coupon of an imported booking. Its conditions are not checked, because it may have expired after the booking
 * was made.
 */
function findCoupon(coupons: Pricing['coupons'], { couponKey }: PlannedStay): Coupon | null {
  const coupon = coupons.get(couponKey ?? '');
  return coupon ? { ...coupon, redemptions: 0, appliesToListing: true } : null;
}

/** A booking as a file leaves it, and the stored one that it changes, or null for a new one. */
type ComparedStays = {
  after: PricedStay;
  from: { stored: BookingRecord; before: PricedStay; kind: ChangeKind } | null;
};

/** Another listing or coupon alone does not change the price of a stored booking. */
function compareStays(stay: PlannedStay, stored: BookingRecord | undefined): ComparedStays {
  const before = stored && toPricedStay(stored);
  const { entry, checkIn, checkOut, party, couponKey } = stay;
  const after: PricedStay = {
    listingId: before?.listingId ?? stay.listing.row.id,
    stay: { checkIn, checkOut },
    party,
    extras: readExtras(entry.value) ?? before?.extras ?? [],
    couponKey: before ? before.couponKey : couponKey,
    agreed: before?.agreed ?? null,
    adjustments: readAdjustments(entry.value, before?.adjustments ?? []),
  };
  return { after, from: stored && before ? { stored, before, kind: findChangeKind(before, after) } : null };
}

/** Whether the import must calculate a booking's price, because neither the file nor the stored booking has it. */
function isCalculated({ stay, stored }: ImportedStay): boolean {
  if (stay.entry.value.totals) return false;
  const { from } = compareStays(stay, stored);
  return from === null || IS_ABOUT_STAY[from.kind];
}

/** The stored price with the lines by hand of a file, or the sentence that says why it cannot have these. */
function keepPrice(
  { value, languages }: { value: CompleteBookingEntry; languages: readonly LanguageCode[] },
  { stored, before, kind }: NonNullable<ComparedStays['from']>,
  after: PricedStay,
  tariff: BookingTariff,
): PlannedPrice | string {
  const { adjustments } = after;
  const currency = value.currency ?? stored.currency;
  const priceAgreed = mergeValue(value.price_agreed, stored.priceAgreed, null);
  const kept = { ...stored, currency, priceAgreed, adjustments };
  if (kind === 'note') return kept;
  const priced = repriceBooking(kind, { ...before, priceLines: stored.priceLines }, after, tariff);
  return isPriceRefusal(priced)
    ? wordRefusal(priced)
    : { ...kept, ...toPriceColumns(priced.price, languages) };
}

/** The price of a new or changed booking, or the sentence that says why the file must give it. */
function calculatePrice(
  { problems, team }: ImportContext,
  { entry: { place, value }, listing: { row: listing } }: PlannedStay,
  { from, after }: ComparedStays,
  tariff: BookingTariff,
): PlannedPrice | string {
  const stored = from?.stored;
  const priceAgreed = mergeValue(value.price_agreed, stored?.priceAgreed, null);
  const agreed = stored?.priceAgreed === priceAgreed ? after.agreed : null;
  if (priceAgreed !== null && agreed === null) return 'totals is required with price_agreed';
  const { coupon } = tariff;
  if (coupon?.amountCents && listing.currency !== team.currency)
    return `coupon_code must be of a percentage or in ${listing.currency}, not ${presentValue(coupon.code)}`;
  // A booking with a calculated price must have its listing's currency, because payments in another
  // currency would not count towards the price.
  const currency = mergeValue(value.currency, stored?.currency, listing.currency);
  if (currency !== listing.currency && agreed?.form !== 'total')
    return `currency must be that of the listing, ${listing.currency}, without totals, not ${currency}`;
  problems.addIssues(place, findChosenExtraProblems(tariff.fees, value));
  if (stored && agreed?.form === 'total' && hasRestBelowZero(stored)) return REST_BELOW_ZERO;
  const priced = from ? repriceChanged(from, { ...after, agreed }, tariff) : priceBooking(after, tariff);
  if (isPriceRefusal(priced)) return wordRefusal(priced);
  const { price, extras } = priced;
  const { adjustments } = after;
  return {
    currency,
    ...toPriceColumns(price, team.languages),
    extras: [...extras],
    priceAgreed,
    adjustments,
  };
}

/** If a file ends an agreement, the booking is priced by the rates, whatever else changes. */
function repriceChanged(
  { stored, before, kind }: NonNullable<ComparedStays['from']>,
  after: PricedStay,
  tariff: BookingTariff,
) {
  const isAgreementKept = after.agreed === before.agreed;
  const booked = { ...before, priceLines: stored.priceLines };
  return repriceBooking(isAgreementKept ? kind : 'reprice', booked, after, tariff);
}

const hasRestBelowZero = ({ priceLines, adjustments }: BookingRecord): boolean =>
  hasTotalBelowZero(sumPriceLines(removeAdjustments(priceLines, adjustments)));

const REST_BELOW_ZERO = 'totals is required, because the rest would be below 0';

const wordRefusal = (refusal: PriceRefusal): string =>
  refusal.refusal === 'too_large'
    ? 'totals is required, because the price is too large to be computed exactly'
    : BELOW_ZERO[refusal.part];

const BELOW_ZERO = {
  extras: REST_BELOW_ZERO,
  rest: REST_BELOW_ZERO,
  adjustments: 'the lines by hand must not bring the grand total below 0',
} satisfies Record<Extract<PriceRefusal, { refusal: 'below_zero' }>['part'], string>;

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
