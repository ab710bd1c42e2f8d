import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../client.ts';
import { prepared, preparedByKeys, type RowKey } from '../prepared.ts';
import { bookings } from '../schema/bookings.ts';
import { coupons } from '../schema/charges.ts';
import { guests } from '../schema/guests.ts';
import { listings, units } from '../schema/listings.ts';
import { ofTeamsTogether } from '../together.ts';
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

/** The value of a statement's only team or, without a cluster, the team of each booking. */
type TeamOf = typeof of.teamId | typeof bookings.teamId;

/** A booking with its listing, guest and unit (null for a whole building). */
const bookingOf = (team: TeamOf) => ({
  booking: wholeRow(bookings, bookingColumns),
  couponCode: sql<string | null>`(select ${coupons.code} from ${coupons}
    where ${eq(coupons.teamId, team)} and ${eq(coupons.codeKey, bookings.couponKey)})`,
  listing: foreignRow(listings, listingColumns, isOf(listings, team, bookings.listingId)),
  guest: foreignRow(guests, guestColumns, isOf(guests, team, bookings.guestId)),
  unit: rowWhere(units, unitColumns, isOf(units, team, bookings.unitId)),
});

const isOf = (table: typeof listings | typeof guests | typeof units, team: TeamOf, id: PgColumn) =>
  and(eq(table.teamId, team), eq(table.id, id));

const photosOf = (team: TeamOf) => ({ photos: photosInOrder(team, bookings.listingId) });

/** A booking of the team that meets a condition, with more. */
const oneBooking = <More extends Record<string, SQL>>(db: Executor, more: More, condition: SQL) =>
  db
    .select({ ...bookingOf(of.teamId), ...more })
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
const bookingWithPhotos = prepared((db) => oneBooking(db, photosOf(of.teamId), withId));

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

const bookingsByKeys = preparedByKeys(bookings, (db, isNamed) => {
  const { teamId } = bookings;
  return db
    .select({ teamId, ...bookingOf(teamId), ...photosOf(teamId) })
    .from(bookings)
    .where(isNamed);
});

/**
 * Bookings with the photos of their listings, of several teams by one statement, in the order of their keys. Null for a
 * booking that the team does not have.
 */
export async function findBookingsOfTeams(db: Executor, keys: readonly RowKey[]) {
  const rows = await bookingsByKeys(db, keys);
  return keys.map((key) => {
    const row = rows.find(({ teamId, booking }) => teamId === key.teamId && booking.id === key.id);
    return row ? withCode(row) : null;
  });
}

const bookingsTogether = ofTeamsTogether(findBookingsOfTeams);

/** A booking with its listing, the listing's photos, guest and unit, read together with others of the same moment. */
export async function findBookingWithPhotos(db: Executor, teamId: number, id: string) {
  const others = bookingsTogether(db);
  if (others) return others.load({ teamId, id });
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
