import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../client.ts';
import { prepared } from '../prepared.ts';
import { bookings } from '../schema/bookings.ts';
import { coupons } from '../schema/charges.ts';
import { guests } from '../schema/guests.ts';
import { listings, units } from '../schema/listings.ts';
import { guestColumns } from './guests.ts';
import { listingColumns, photosInOrder } from './listings.ts';
import { foreignRow, rowWhere, wholeRow } from './whole-row.ts';

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

const of = { teamId: sql.placeholder('teamId'), id: sql.placeholder('id'), code: sql.placeholder('code') };

const isOf = (table: typeof listings | typeof guests | typeof units, id: PgColumn) =>
  and(eq(table.teamId, of.teamId), eq(table.id, id));

/** A booking with its listing, guest and unit (null for a whole building). */
const wholeBooking = {
  booking: wholeRow(bookings, bookingColumns),
  couponCode: sql<string | null>`(select ${coupons.code} from ${coupons}
    where ${eq(coupons.teamId, of.teamId)} and ${eq(coupons.codeKey, bookings.couponKey)})`,
  listing: foreignRow(listings, listingColumns, isOf(listings, bookings.listingId)),
  guest: foreignRow(guests, guestColumns, isOf(guests, bookings.guestId)),
  unit: rowWhere(units, unitColumns, isOf(units, bookings.unitId)),
};

/** A booking of the team that meets a condition, with more. */
const oneBooking = <More extends Record<string, SQL>>(db: Executor, more: More, condition: SQL) =>
  db
    .select({ ...wholeBooking, ...more })
    .from(bookings)
    .where(and(eq(bookings.teamId, of.teamId), condition));

type Found = Awaited<ReturnType<typeof bookingById>>[number];

const withCode = <Row extends Found>({ booking, couponCode, ...row }: Row) => ({
  ...row,
  booking: { ...booking, couponCode },
});

const withId = eq(bookings.id, of.id);

const bookingById = prepared((db) => oneBooking(db, {}, withId));
const bookingByCode = prepared((db) => oneBooking(db, {}, eq(bookings.confirmationCode, of.code)));
const bookingWithPhotos = prepared((db) =>
  oneBooking(db, { photos: photosInOrder(of.teamId, bookings.listingId) }, withId),
);

/** A booking with its listing, guest and unit. */
export async function findBooking(db: Executor, teamId: number, id: string) {
  const [row] = await bookingById(db, { teamId, id });
  return row ? withCode(row) : null;
}

/** The same without photos, by its confirmation code. */
export async function findBookingByCode(db: Executor, teamId: number, code: string) {
  const [row] = await bookingByCode(db, { teamId, code });
  return row ? withCode(row) : null;
}

/** A booking with its listing, the listing's photos, guest and unit. */
export async function findBookingWithPhotos(db: Executor, teamId: number, id: string) {
  const [row] = await bookingWithPhotos(db, { teamId, id });
  return row ? withCode(row) : null;
}

/** Selects bookings with their listings, guests and units. The caller adds the condition. */
export const selectBookings = (db: Executor) =>
  db
    .select({
      booking: { ...bookingColumns, couponCode: coupons.code },
      listing: listingColumns,
      guest: guestColumns,
      unit: unitColumns,
    })
    .from(bookings)
    .innerJoin(listings, and(eq(listings.teamId, bookings.teamId), eq(listings.id, bookings.listingId)))
    .innerJoin(guests, and(eq(guests.teamId, bookings.teamId), eq(guests.id, bookings.guestId)))
    .leftJoin(units, and(eq(units.teamId, bookings.teamId), eq(units.id, bookings.unitId)))
    .leftJoin(coupons, and(eq(coupons.teamId, bookings.teamId), eq(coupons.codeKey, bookings.couponKey)))
    .$dynamic();

/** Whether the team has a booking with that id. */
export async function hasBooking(db: Executor, teamId: number, id: string): Promise<boolean> {
  return (await db.$count(bookings, and(eq(bookings.teamId, teamId), eq(bookings.id, id)))) > 0;
}
