/** The expected price of a demo stay, computed anew from what its booking says. */
import { lineOf, totalsOf } from '../../demo/bookings.ts';
import type { BookingEntry } from '../../demo/entries.ts';
import type { HarbourTeam } from '../../demo/harbour.ts';
import { priceOf } from '../../demo/pricing.ts';

export const listingOf = ({ listings }: HarbourTeam, slug: string) => {
  const listing = listings.find((one) => one.slug === slug);
  if (!listing) throw new Error(`no ${slug}`);
  return listing;
};

export function expectedPrice(team: HarbourTeam, booking: BookingEntry, bookedOn: string) {
  const { check_in: checkIn, check_out: checkOut, number_of_guests: guests } = booking;
  const coupon = team.coupons.find(({ code }) => code === booking.coupon_code) ?? null;
  const request = { stay: { checkIn, checkOut }, guests, bookedOn, coupon };
  const price = priceOf(listingOf(team, booking.listing), request);
  return { totals: totalsOf(price), lines: price.lines.map(lineOf) };
}
