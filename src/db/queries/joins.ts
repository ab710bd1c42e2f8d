/** The conditions of joins. Each compares the teams of both rows, too. */
import { and, eq } from 'drizzle-orm';
import { blocks, bookings } from '../schema/bookings.ts';
import { guests } from '../schema/guests.ts';
import { listings, units } from '../schema/listings.ts';

export const listingOfBooking = and(
  eq(listings.teamId, bookings.teamId),
  eq(listings.id, bookings.listingId),
);
/** A booking of a whole building has no unit. */
export const unitOfBooking = and(eq(units.teamId, bookings.teamId), eq(units.id, bookings.unitId));
export const guestOfBooking = and(eq(guests.teamId, bookings.teamId), eq(guests.id, bookings.guestId));
export const listingOfUnit = and(eq(listings.teamId, units.teamId), eq(listings.id, units.listingId));
export const listingOfBlock = and(eq(listings.teamId, blocks.teamId), eq(listings.id, blocks.listingId));
export const unitOfBlock = and(eq(units.teamId, blocks.teamId), eq(units.id, blocks.unitId));
