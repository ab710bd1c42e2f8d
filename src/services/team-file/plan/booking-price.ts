import type { BookingRecord, CouponRecord, TaxRecord } from '../../../db/queries/team-file.ts';
import { AmountOutOfRangeError } from '../../../domain/money.ts';
import type { PriceLine } from '../../../domain/price-line.ts';
import { priceStay, type Tariff } from '../../../domain/pricing.ts';
import { daysBetween, todayIn } from '../../../domain/stay.ts';
import { pricedColumns } from '../../bookings/deciding.ts';
import type { BookingEntry } from '../../team-data/booking.ts';
import { shown } from '../../team-data/wording.ts';
import type { Entry } from '../read/team-file.ts';
import type { planCharges } from './charges.ts';
import { given, type ImportContext } from './context.ts';
import type { PlannedParts } from './listing-parts.ts';
import type { PlannedListing } from './listings.ts';

type Price = Pick<
  BookingRecord,
  | 'currency'
  | 'accommodationTotalCents'
  | 'discountTotalCents'
  | 'feesTotalCents'
  | 'taxesTotalCents'
  | 'grandTotalCents'
  | 'priceLines'
>;

/** The price of a booking; null, and a problem, where it has none. */
export type Pricer = ReturnType<typeof createPricer>;

type PlannedChargesOfTeam = ReturnType<typeof planCharges>;
type Rates = {
  parts: readonly PlannedParts[];
  charges: PlannedChargesOfTeam;
  teamCurrency: string;
};

/**
 * Prices the file's bookings (contract, section 11): by the totals and lines that the file gives; as stored, where the
 * file changes neither dates nor guests; else by the engine with today's rates, those of this very file among them.
 */
export function createPricer(context: ImportContext, { parts, charges, teamCurrency }: Rates) {
  const coupons = new Map(charges.coupons.all.map((coupon) => [coupon.codeKey, coupon]));
  const tariffOf = createTariffs(parts, charges);

  return (
    { place, value, faulty }: Entry<BookingEntry>,
    stored: BookingRecord | undefined,
    listing: PlannedListing,
    couponKey: string | null,
  ): Price | null => {
    if (value.totals) return givenPrice(value, stored, listing);
    // What the refused totals would have been is not known, and this is no second problem.
    if (faulty.has('totals') || (stored && isSameStay(value, stored))) return storedPrice(stored, value);
    const coupon = coupons.get(couponKey ?? '') ?? null;
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
      return enginePrice(context, value, listing, tariffOf(listing), coupon);
    } catch (error) {
      if (!(error instanceof AmountOutOfRangeError)) throw error;
      return refuse('totals is required, as the price is too large to be calculated exactly');
    }
  };
}

const isSameStay = (value: BookingEntry, stored: BookingRecord): boolean =>
  stored.checkIn === value.check_in &&
  stored.checkOut === value.check_out &&
  stored.numberOfGuests === value.number_of_guests;

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
  value: BookingEntry,
  { row: listing }: PlannedListing,
  tariff: Tariff,
  coupon: CouponRecord | null,
): Price {
  const stay = { checkIn: value.check_in, checkOut: value.check_out };
  // The file says that the booking has its coupon, so nothing is asked of it: it may have expired since.
  const redeemed = coupon && { ...coupon, redemptions: 0, appliesToListing: true };
  // Looked up by date for each stay, so that those of other stays would only cost time.
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

/** Puts together what a listing's prices are made of, once for each listing that is asked for. */
function createTariffs(parts: readonly PlannedParts[], { fees, taxes, discounts }: PlannedChargesOfTeam) {
  const partsOf = new Map(parts.map((part) => [part.listing, part]));
  const scoped = {
    fees: fees.all.map((fee) => ({ charge: fee, scope: scopeOf(fee) })),
    taxes: taxes.all.map((tax) => ({ charge: { ...tax, appliesTo: targetsOf(tax) }, scope: scopeOf(tax) })),
    discounts: discounts.all.map((discount) => ({ charge: discount, scope: scopeOf(discount) })),
  };
  const tariffs = new Map<PlannedListing, Tariff>();
  return (listing: PlannedListing): Tariff => {
    const known = tariffs.get(listing);
    if (known) return known;
    const applying = <Charge>(charges: readonly { charge: Charge; scope: ReadonlySet<string> | null }[]) =>
      charges.flatMap(({ charge, scope }) => (scope === null || scope.has(listing.row.id) ? [charge] : []));
    const { seasons, days } = partsOf.get(listing)?.rates ?? { seasons: [], days: [] };
    const tariff: Tariff = {
      terms: listing.row,
      seasons,
      days,
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

/** The file's totals, with its lines; else the stored lines where the totals are the same, else a line for each. */
function givenPrice(
  value: BookingEntry,
  stored: BookingRecord | undefined,
  { row: listing }: PlannedListing,
): Price | null {
  const { totals } = value;
  if (!totals) return null;
  const price = {
    accommodationTotalCents: totals.accommodation_total,
    discountTotalCents: totals.discount_total,
    feesTotalCents: totals.fees_total,
    taxesTotalCents: totals.taxes_total,
    grandTotalCents: totals.grand_total,
  };
  const currency = given(value.currency, stored?.currency, listing.currency);
  if (value.lines && value.lines.length > 0) return { ...price, currency, priceLines: linesOf(value) };
  const isUnchanged =
    stored &&
    isSameStay(value, stored) &&
    (Object.keys(price) as (keyof typeof price)[]).every((name) => stored[name] === price[name]);
  return { ...price, currency, priceLines: isUnchanged ? stored.priceLines : linesOfTotals(value) };
}

const linesOf = ({ lines }: BookingEntry): PriceLine[] =>
  (lines ?? []).map((line) => ({
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
  }));

/** One line for each total that is not 0, where the file says no more (contract, section 11). */
function linesOfTotals({ totals, check_in, check_out }: BookingEntry): PriceLine[] {
  if (!totals) return [];
  const lump = (type: PriceLine['type'], code: string, name: string, amountCents: number): PriceLine => ({
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
  const accommodation: PriceLine = {
    ...lump('accommodation', 'accommodation', 'Accommodation', totals.accommodation_total),
    basis: 'night',
    quantity: daysBetween(check_in, check_out),
    unitAmountCents: null,
  };
  return [
    accommodation,
    {
      ...lump('discount', 'discount', 'Discount', -totals.discount_total),
      baseAmountCents: totals.accommodation_total,
    },
    lump('fee', 'fees', 'Fees', totals.fees_total),
    lump('tax', 'taxes', 'Taxes', totals.taxes_total),
  ].filter((line) => line.amountCents !== 0);
}
