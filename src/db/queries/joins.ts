/** Each condition also compares the team ids, so that no join crosses teams. */
import { and, eq } from 'drizzle-orm';
import { blocks, bookings } from '../schema/bookings.ts';
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
