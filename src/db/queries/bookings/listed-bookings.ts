/** A booking as one row of a list of all (docs/rules.md, 24.12). */
import { and, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { guests } from '../../schema/guests.ts';
import { listings, units } from '../../schema/listings.ts';
import {
  couponCodeSql,
  couponsOfTeamSql,
  isCouponOfBooking,
  isGuestOfBooking,
  isListingOfBooking,
  isUnitOfBooking,
} from '../joins.ts';
import { countForWholeList, readInOrder } from '../paging.ts';
import { isAnyOf, matches, placeholders } from '../statements.ts';
import { hasFolioSql, paidTotalSql, scheduledTotalSql } from './list.ts';

export type ListedBookingRow = Awaited<ReturnType<typeof selectListedBookings>>[number];

export const countBookings = (db: Executor, condition: SQL | undefined) =>
  countForWholeList(db, bookings, condition);

export const selectBookingIds = (db: Executor, condition: SQL | undefined, orderBy: readonly SQL[]) =>
  db
    .select({ id: bookings.id })
    .from(bookings)
    .where(condition)
    .orderBy(...orderBy);

export const listListedBookings = (db: Executor, teamId: number, ids: readonly string[]) =>
  readInOrder(ids, (some) => selectListedBookings(db, { teamId, ids: some }));

/** Few columns, because there may be a million rows. */
const selectListedBookings = prepareQuery((db) =>
  db
    .select({
      id: bookings.id,
      confirmationCode: bookings.confirmationCode,
      status: bookings.status,
      source: bookings.source,
      externalReference: bookings.externalReference,
      listingId: bookings.listingId,
      listingSlug: listings.slug,
      listingTitle: listings.publicTitle,
      unitName: units.name,
      guestId: bookings.guestId,
      guestName: guests.name,
      guestEmail: guests.email,
      guestPhone: guests.phone,
      checkIn: bookings.checkIn,
      checkOut: bookings.checkOut,
      numberOfGuests: bookings.numberOfGuests,
      currency: bookings.currency,
      accommodationTotalCents: bookings.accommodationTotalCents,
      discountTotalCents: bookings.discountTotalCents,
      feesTotalCents: bookings.feesTotalCents,
      taxesTotalCents: bookings.taxesTotalCents,
      grandTotalCents: bookings.grandTotalCents,
      paidTotalCents: paidTotalSql.mapWith(bookings.grandTotalCents),
      scheduledTotalCents: scheduledTotalSql.mapWith(bookings.grandTotalCents),
      hasFolio: hasFolioSql,
      couponCode: couponCodeSql,
      notes: bookings.notes,
      specialRequests: bookings.specialRequests,
      createdAt: bookings.createdAt,
      updatedAt: bookings.updatedAt,
      cancelledAt: bookings.cancelledAt,
      confirmedAt: bookings.confirmedAt,
      unitId: bookings.unitId,
      customFields: bookings.customFields,
      childrenAges: bookings.childrenAges,
      infants: bookings.infants,
      pets: bookings.pets,
      priceAgreed: bookings.priceAgreed,
      adjustments: bookings.adjustments,
      cancellationFeeCents: bookings.cancellationFeeCents,
      wholeBuilding: bookings.wholeBuilding,
    })
    .from(bookings)
    .innerJoin(listings, isListingOfBooking)
    .innerJoin(guests, isGuestOfBooking)
    .leftJoin(units, isUnitOfBooking)
    .leftJoin(couponsOfTeamSql, isCouponOfBooking)
    .where(and(matches(bookings, placeholders('teamId')), isAnyOf(bookings.id, sql.placeholder('ids')))),
);
