/** Each condition also compares the team ids, so that no join crosses teams. */
import { and, eq, sql } from 'drizzle-orm';
import { blocks, bookings } from '../schema/bookings.ts';
import { coupons } from '../schema/charges.ts';
import { guests } from '../schema/guests.ts';
import { listings, units } from '../schema/listings.ts';

export const isListingOfBooking = and(
  eq(listings.teamId, bookings.teamId),
  eq(listings.id, bookings.listingId),
);
/** For a left join, because a booking of a whole building has no unit. */
export const isUnitOfBooking = and(eq(units.teamId, bookings.teamId), eq(units.id, bookings.unitId));
export const isGuestOfBooking = and(eq(guests.teamId, bookings.teamId), eq(guests.id, bookings.guestId));
export const isListingOfUnit = and(eq(listings.teamId, units.teamId), eq(listings.id, units.listingId));
export const isListingOfBlock = and(eq(listings.teamId, blocks.teamId), eq(listings.id, blocks.listingId));
export const isUnitOfBlock = and(eq(units.teamId, blocks.teamId), eq(units.id, blocks.unitId));

/**
 * The whole team's, also for a caller who has only some of the listings: a coupon counts for all of them, and a booking
 * keeps one that is now for others.
 */
export const couponsOfTeamSql = sql`public.${coupons}`;
export const isCouponOfBooking = and(
  eq(coupons.teamId, bookings.teamId),
  eq(coupons.codeKey, bookings.couponKey),
);
/** For a left join. */
export const couponCodeSql = sql<string | null>`${coupons.code}`;
