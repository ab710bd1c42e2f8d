import type { Transaction } from '../../../db/client.ts';
import type { BookingRecord, CouponRecord, TaxRecord } from '../../../db/queries/team-file/team-file.ts';
import { loadRatesOfStays } from '../../../db/queries/team-file/team-file-bookings.ts';
import { todayIn } from '../../../domain/dates.ts';
import { AmountOutOfRangeError } from '../../../domain/money.ts';
import { priceStay, type Tariff } from '../../../domain/pricing/pricing.ts';
import type { BookingEntry } from '../../../schemas/entries/booking.ts';
import { pricedColumns } from '../../bookings/stay.ts';
import { shown } from '../../catalogue/problems.ts';
import type { Entry } from '../read.ts';
import type { WholeBooking } from './booking-rules.ts';
import type { PlannedCharges } from './charges.ts';
import type { ImportContext } from './context.ts';
import { givenPrice, isSameStay, type Price } from './given-price.ts';
import type { PlannedListing } from './listings.ts';
import type { Stay } from './stays.ts';

/** Everything that prices need in addition to a listing's own rates. */
export type PlannedRates = { charges: PlannedCharges; teamCurrency: string };

type Priced = {
  entry: Entry<BookingEntry>;
  whole: WholeBooking;
  stay: Stay;
  stored: BookingRecord | undefined;
};

/** Whether the file leaves the price to us. */
const isPricedHere = ({ entry, whole, stored }: Priced): boolean =>
  !entry.value.totals && !(stored && isSameStay(whole, stored));

/**
 * Creates the function that prices a page of the file's bookings. Totals and lines in the file
 * decide. Otherwise the stored price stays if the file changes neither dates nor guests, else the price is computed at
 * today's rates, including those of this file, which are stored by now. For a booking without a price, it returns null
 * and reports why.
 */
export async function createPricer(
  tx: Transaction,
  context: ImportContext,
  { charges, teamCurrency }: PlannedRates,
  page: readonly Priced[],
) {
  const coupons = new Map(charges.coupons.all.map((coupon) => [coupon.codeKey, coupon]));
  const tariffOf = await loadTariffs(
    tx,
    context,
    charges,
    page.filter(isPricedHere).map(({ stay }) => stay),
  );

  return (booking: Priced): Price | null => {
    const { whole, stay, stored } = booking;
    const { place, value } = booking.entry;
    const { listing } = stay;
    if (value.totals) return givenPrice(whole, stored, listing.row.currency);
    if (!isPricedHere(booking)) return storedPrice(stored, value);
    const coupon = coupons.get(stay.couponKey ?? '') ?? null;
    const { currency } = listing.row;
    const refuse = (sentence: string) => {
      context.problems.add(place, sentence);
      return null;
    };
    if (coupon?.amountCents && currency !== teamCurrency) {
      return refuse(`coupon_code must be of a percentage or in ${currency}, not ${shown(coupon.code)}`);
    }
    if (value.currency && value.currency !== currency) {
      return refuse(
        `currency must be that of the listing, ${currency}, without totals, not ${value.currency}`,
      );
    }
    try {
      return enginePrice(context, whole, listing, { tariff: tariffOf(listing), coupon });
    } catch (error) {
      if (!(error instanceof AmountOutOfRangeError)) throw error;
      return refuse('totals is required, because the price is too large to be computed exactly');
    }
  };
}

const storedPrice = (stored: BookingRecord | undefined, value: BookingEntry): Price | null =>
  stored
    ? {
        currency: value.currency ?? stored.currency,
        accommodationTotalCents: stored.accommodationTotalCents,
        discountTotalCents: stored.discountTotalCents,
        feesTotalCents: stored.feesTotalCents,
        taxesTotalCents: stored.taxesTotalCents,
        grandTotalCents: stored.grandTotalCents,
        priceLines: stored.priceLines,
      }
    : null;

function enginePrice(
  context: ImportContext,
  value: WholeBooking,
  { row: listing }: PlannedListing,
  { tariff, coupon }: { tariff: Tariff; coupon: CouponRecord | null },
): Price {
  const stay = { checkIn: value.check_in, checkOut: value.check_out };
  // The file says that the booking has this coupon, so no condition is checked: it may have expired since.
  const redeemed = coupon && { ...coupon, redemptions: 0, appliesToListing: true };
  // Every day is looked up by its date, so the days of other stays would only cost time.
  const days = tariff.days.filter(({ date }) => date >= stay.checkIn && date < stay.checkOut);
  const price = priceStay(
    { ...tariff, days },
    {
      stay,
      guests: value.number_of_guests,
      coupon: redeemed,
      bookedOn: todayIn(listing.timezone, context.now),
    },
  );
  return {
    currency: listing.currency,
    ...pricedColumns(price),
  };
}

/** The rates of the stays' listings and the charges that apply to them, assembled once for each listing. */
async function loadTariffs(
  tx: Transaction,
  { teamId }: ImportContext,
  { fees, taxes, discounts }: PlannedCharges,
  stays: readonly Stay[],
) {
  const { seasons, days } = await loadRatesOfStays(
    tx,
    teamId,
    stays.map(({ listing, checkIn, checkOut }) => ({ listingId: listing.row.id, checkIn, checkOut })),
  );
  const seasonsOf = Map.groupBy(seasons, ({ listingId }) => listingId);
  const daysOf = Map.groupBy(days, ({ listingId }) => listingId);
  const scoped = {
    fees: fees.all.map((fee) => ({ charge: fee, scope: scopeOf(fee) })),
    taxes: taxes.all.map((tax) => ({ charge: { ...tax, appliesTo: targetsOf(tax) }, scope: scopeOf(tax) })),
    discounts: discounts.all.map((discount) => ({ charge: discount, scope: scopeOf(discount) })),
  };
  const tariffs = new Map<PlannedListing, Tariff>();
  return (listing: PlannedListing): Tariff => {
    const { id } = listing.row;
    const applying = <Charge>(charges: readonly { charge: Charge; scope: ReadonlySet<string> | null }[]) =>
      charges.flatMap(({ charge, scope }) => (scope === null || scope.has(id) ? [charge] : []));
    const tariff: Tariff = tariffs.get(listing) ?? {
      terms: listing.row,
      seasons: seasonsOf.get(id) ?? [],
      days: daysOf.get(id) ?? [],
      fees: applying(scoped.fees),
      taxes: applying(scoped.taxes),
      discounts: applying(scoped.discounts),
    };
    tariffs.set(listing, tariff);
    return tariff;
  };
}

const scopeOf = ({ listingIds }: { listingIds: readonly string[] | null }) =>
  listingIds && new Set(listingIds);

const targetsOf = ({ appliesToAccommodation, appliesToFees }: TaxRecord) => [
  ...(appliesToAccommodation ? (['accommodation'] as const) : []),
  ...(appliesToFees ? (['fees'] as const) : []),
];
