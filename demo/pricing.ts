import type { Coupon } from '../src/domain/coupon.ts';
import type { Stay, StayDate } from '../src/domain/dates.ts';
import { type Price, priceStay, type Tariff } from '../src/domain/pricing/pricing.ts';
import { DISCOUNTS, FEES, TAXES } from './charges.ts';
import type { CouponEntry, ListingEntry } from './entries.ts';

const PPM_PER_PERCENT = 10_000;
const ADDED_TO: readonly ('accommodation' | 'fees')[] = ['accommodation', 'fees'];

/** The price of a demo booking, computed by the engine itself, so that it is right to the cent. */
export function priceOf(
  listing: ListingEntry,
  request: { stay: Stay; guests: number; bookedOn: StayDate; coupon: CouponEntry | null },
): Price {
  return priceStay(tariffOf(listing), { ...request, coupon: request.coupon && couponOf(request.coupon) });
}

/** A listing's entry, and the charges that apply to it, in the engine's terms. */
export function tariffOf({ slug, rates, rules, max_guests, seasons, days }: ListingEntry): Tariff {
  return {
    terms: {
      nightlyCents: rates.nightly,
      weekendNightlyCents: rates.weekend_nightly ?? null,
      weekendDays: rates.weekend_days ?? [5, 6],
      includedGuests: rates.included_guests ?? null,
      extraGuestNightlyCents: rates.extra_guest_nightly ?? 0,
      maxGuests: max_guests,
      minStay: rules?.min_stay ?? null,
      maxStay: rules?.max_stay ?? null,
      advanceNoticeDays: rules?.advance_notice_days ?? null,
      bookingWindowDays: rules?.booking_window_days ?? null,
      preparationDays: rules?.preparation_days ?? 0,
    },
    seasons: (seasons ?? []).map((season) => ({
      startDate: season.start_date,
      endDate: season.end_date,
      nightlyCents: season.nightly ?? null,
      weekendNightlyCents: season.weekend_nightly ?? null,
      minStay: season.min_stay ?? null,
      maxStay: season.max_stay ?? null,
    })),
    days: (days ?? []).map((day) => ({
      date: day.date,
      nightlyCents: day.nightly ?? null,
      minStay: day.min_stay ?? null,
      maxStay: day.max_stay ?? null,
      closedForArrival: day.closed_for_arrival ?? false,
      closedForDeparture: day.closed_for_departure ?? false,
      closed: day.closed ?? false,
    })),
    ...chargesOf(slug),
  };
}

function chargesOf(slug: string): Pick<Tariff, 'fees' | 'taxes' | 'discounts'> {
  const appliesHere = ({ listings }: { listings?: string[] | null | undefined }) =>
    !listings || listings.includes(slug);
  return {
    fees: FEES.filter(appliesHere).map((fee) => ({
      ...fee,
      ...amountOf(fee),
      taxable: fee.taxable ?? false,
    })),
    taxes: TAXES.filter(appliesHere).map((tax) => ({
      ...tax,
      ...amountOf(tax),
      appliesTo: tax.applies_to ?? ADDED_TO,
      maxNights: tax.max_nights ?? null,
      included: tax.included ?? false,
    })),
    discounts: DISCOUNTS.filter(appliesHere).map((discount) => ({
      ...discount,
      percentPpm: ppmOf(discount.percent),
      minNights: discount.min_nights ?? null,
      daysBefore: discount.days_before ?? null,
    })),
  };
}

/** A coupon whose conditions are known to hold: the demo's stays are chosen accordingly, and its tests check that. */
const couponOf = (coupon: CouponEntry): Coupon => ({
  code: coupon.code,
  ...amountOf(coupon),
  active: coupon.active ?? true,
  validFrom: coupon.valid_from ?? null,
  validUntil: coupon.valid_until ?? null,
  stayFrom: coupon.stay_from ?? null,
  stayUntil: coupon.stay_until ?? null,
  minNights: coupon.min_nights ?? null,
  maxRedemptions: coupon.max_redemptions ?? null,
  redemptions: 0,
  appliesToListing: true,
});

type Amount = { amount?: number | null | undefined; percent?: number | null | undefined };

const amountOf = ({ amount, percent }: Amount) => ({
  amountCents: amount ?? null,
  percentPpm: percent === null || percent === undefined ? null : ppmOf(percent),
});

const ppmOf = (percent: number): number => Math.round(percent * PPM_PER_PERCENT);
