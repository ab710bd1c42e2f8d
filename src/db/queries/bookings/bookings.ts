import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { prepared } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { coupons } from '../../schema/charges.ts';
import { guests } from '../../schema/guests.ts';
import { listings, units } from '../../schema/listings.ts';
import { guestColumns } from '../guests/guests.ts';
import { guestOfBooking, listingOfBooking, unitOfBooking } from '../joins.ts';
import { listingColumns, photosOf } from '../listings/listings.ts';

/** The columns of a booking that a team reads, and the code of its coupon. */
const bookingColumns = {
  id: bookings.id,
  confirmationCode: bookings.confirmationCode,
  listingId: bookings.listingId,
  unitId: bookings.unitId,
  wholeBuilding: bookings.wholeBuilding,
  guestId: bookings.guestId,
  status: bookings.status,
  source: bookings.source,
  checkIn: bookings.checkIn,
  checkOut: bookings.checkOut,
  numberOfGuests: bookings.numberOfGuests,
  currency: bookings.currency,
  accommodationTotalCents: bookings.accommodationTotalCents,
  discountTotalCents: bookings.discountTotalCents,
  feesTotalCents: bookings.feesTotalCents,
  taxesTotalCents: bookings.taxesTotalCents,
  grandTotalCents: bookings.grandTotalCents,
  priceLines: bookings.priceLines,
  notes: bookings.notes,
  specialRequests: bookings.specialRequests,
  cancellationReason: bookings.cancellationReason,
  cancellationPolicy: bookings.cancellationPolicy,
  cancellationFeeCents: bookings.cancellationFeeCents,
  expiresAt: bookings.expiresAt,
  unitPinned: bookings.unitPinned,
  confirmedAt: bookings.confirmedAt,
  cancelledAt: bookings.cancelledAt,
  completedAt: bookings.completedAt,
  createdAt: bookings.createdAt,
  updatedAt: bookings.updatedAt,
};

const unitColumns = { id: units.id, name: units.name };

export type BookingRow = NonNullable<Awaited<ReturnType<typeof findBooking>>>;

/** Selects bookings with their listings, guests and units, and with more. The caller adds the condition. */
export const selectBookings = <More extends Record<string, SQL>>(db: Executor, more: More) =>
  db
    .select({
      booking: { ...bookingColumns, couponCode: coupons.code },
      listing: listingColumns,
      guest: guestColumns,
      unit: unitColumns,
      ...more,
    })
    .from(bookings)
    .innerJoin(listings, listingOfBooking)
    .innerJoin(guests, guestOfBooking)
    .leftJoin(units, unitOfBooking)
    .leftJoin(coupons, and(eq(coupons.teamId, bookings.teamId), eq(coupons.codeKey, bookings.couponKey)))
    .$dynamic();

const ofTeam = eq(bookings.teamId, sql.placeholder('teamId'));
const withId = and(ofTeam, eq(bookings.id, sql.placeholder('id')));

const bookingById = prepared((db) => selectBookings(db, {}).where(withId));
const bookingByCode = prepared((db) =>
  selectBookings(db, {}).where(and(ofTeam, eq(bookings.confirmationCode, sql.placeholder('code')))),
);
const bookingWithPhotos = prepared((db) =>
  selectBookings(db, { photos: photosOf(bookings.listingId) }).where(withId),
);

/** A booking with its listing, guest and unit (null for a whole building). */
export async function findBooking(db: Executor, teamId: number, id: string) {
  const [row] = await bookingById(db, { teamId, id });
  return row ?? null;
}

/** The same by its confirmation code. */
export async function findBookingByCode(db: Executor, teamId: number, code: string) {
  const [row] = await bookingByCode(db, { teamId, code });
  return row ?? null;
}

/** A booking with its listing, the listing's photos, guest and unit. */
export async function findBookingWithPhotos(db: Executor, teamId: number, id: string) {
  const [row] = await bookingWithPhotos(db, { teamId, id });
  return row ?? null;
}

/** Whether the team has a booking with that id. */
export async function hasBooking(db: Executor, teamId: number, id: string): Promise<boolean> {
  return (await db.$count(bookings, and(eq(bookings.teamId, teamId), eq(bookings.id, id)))) > 0;
}
