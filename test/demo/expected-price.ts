/** The expected price of a demo stay, computed by the model that the service is compared with. */
import type { BookingEntry } from '../../demo/entries.ts';
import type { HarbourTeam } from '../../demo/harbour.ts';
import { line, type Priced, priceOf } from '../reliability/model/price.ts';
import type { Listing, Team } from '../reliability/model/team.ts';

const DEFAULT_RATES = {
  weekend_nightly: null,
  weekend_days: [5, 6],
  included_guests: null,
  extra_guest_nightly: 0,
};
const OF_ALL = { listings: null };
const DEFAULT_TAX = { ...OF_ALL, applies_to: ['accommodation', 'fees'], included: false, max_nights: null };

/** The demo's team with the contract's defaults filled in. */
export const inModel = ({ fees, taxes, discounts, listings, ...rest }: HarbourTeam): Team =>
  ({
    ...rest,
    fees: fees.map((fee) => ({ ...OF_ALL, taxable: false, ...fee })),
    taxes: taxes.map((tax) => ({ ...DEFAULT_TAX, ...tax })),
    discounts: discounts.map((discount) => ({ ...OF_ALL, ...discount })),
    listings: listings.map(({ rates, seasons = [], days = [], ...listing }) => ({
      ...{ ...listing, seasons, days },
      rates: { ...DEFAULT_RATES, ...rates },
    })),
  }) as unknown as Team;

export const listingOf = ({ listings }: Team, slug: string): Listing => {
  const listing = listings.find((one) => one.slug === slug);
  if (!listing) throw new Error(`no ${slug}`);
  return listing;
};

export function expectedPrice(team: Team, booking: BookingEntry, bookedOn: string): Priced {
  const { check_in, check_out, number_of_guests: guests } = booking;
  const coupon = team.coupons.find(({ code }) => code === booking.coupon_code) ?? null;
  return priceOf(team, listingOf(team, booking.listing), { check_in, check_out, guests, bookedOn, coupon });
}

/** The price of a booking in the file. */
export const priceInFile = ({ totals, lines }: BookingEntry) => ({
  ...totals,
  price_breakdown: (lines ?? []).map((one) => line(one as Parameters<typeof line>[0])),
});
