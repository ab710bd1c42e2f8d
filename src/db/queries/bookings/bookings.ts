import type { SQL } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { guests } from '../../schema/guests.ts';
import { listings, units } from '../../schema/listings.ts';
import { guestColumns } from '../guests/guests.ts';
import {
  couponCodeSql,
  couponsOfTeamSql,
  isCouponOfBooking,
  isGuestOfBooking,
  isListingOfBooking,
  isUnitOfBooking,
} from '../joins.ts';
import { buildPhotosColumn, listingColumns } from '../listings/listings.ts';
import { columnsExcept, firstRow, matches, placeholders } from '../statements.ts';

const {
  amenities,
  arrivalInstructions,
  houseRules,
  rooms,
  customFields,
  translations,
  ...bookedListingColumns
} = listingColumns;
const bookingColumns = columnsExcept(
  bookings,
  'teamId',
  'preparationDays',
  'couponKey',
  'paidCents',
  'ipHash',
);

export type BookingRow = NonNullable<Awaited<ReturnType<typeof findBooking>>>;

/** The caller adds further columns and a condition. */
export const selectBookings = <More extends Record<string, SQL>>(db: Executor, more: More) =>
  db
    .select({
      id: bookings.id,
      booking: { ...bookingColumns, couponCode: couponCodeSql },
      listing: bookedListingColumns,
      guest: guestColumns,
      unit: { id: units.id, name: units.name },
      ...more,
    })
    .from(bookings)
    .innerJoin(listings, isListingOfBooking)
    .innerJoin(guests, isGuestOfBooking)
    .leftJoin(units, isUnitOfBooking)
    .leftJoin(couponsOfTeamSql, isCouponOfBooking)
    .$dynamic();

const selectBookingById = prepareQuery((db) =>
  selectBookings(db, {}).where(matches(bookings, placeholders('teamId', 'id'))),
);
const selectBookingByCode = prepareQuery((db) =>
  selectBookings(db, {}).where(matches(bookings, placeholders('teamId', 'confirmationCode'))),
);
const selectBookingWithPhotos = prepareQuery((db) =>
  selectBookings(db, { photos: buildPhotosColumn(bookings.listingId) }).where(
    matches(bookings, placeholders('teamId', 'id')),
  ),
);

/** The unit is null for a booking of a whole building. */
export const findBooking = (db: Executor, teamId: number, id: string) =>
  firstRow(selectBookingById(db, { teamId, id }));

export const findBookingByCode = (db: Executor, teamId: number, confirmationCode: string) =>
  firstRow(selectBookingByCode(db, { teamId, confirmationCode }));

export const findBookingWithPhotos = (db: Executor, teamId: number, id: string) =>
  firstRow(selectBookingWithPhotos(db, { teamId, id }));

export const hasBooking = async (db: Executor, teamId: number, id: string) =>
  (await db.$count(bookings, matches(bookings, { teamId, id }))) > 0;
