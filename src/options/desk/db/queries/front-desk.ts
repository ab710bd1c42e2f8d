/** The lists of a team's day page. */
import { and, asc, count, desc, eq, isNotNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../../db/client.ts';
import { isNoLapsedHoldAt } from '../../../../db/queries/bookings/holds.ts';
import { scheduledTotalSql } from '../../../../db/queries/bookings/list.ts';
import { isNoLapsedOccupancyAt, isSharingNights } from '../../../../db/queries/bookings/occupancies.ts';
import { isGuestOfBooking, isListingOfBooking, isUnitOfBooking } from '../../../../db/queries/joins.ts';
import { buildingTitle } from '../../../../db/queries/listings/building-title.ts';
import { placeColumns } from '../../../../db/queries/listings/place-columns.ts';
import { isAnyOf, toEpochMsSql } from '../../../../db/queries/statements.ts';
import { bookings, occupancies } from '../../../../db/schema/bookings.ts';
import { payments } from '../../../../db/schema/folio.ts';
import { guests } from '../../../../db/schema/guests.ts';
import { listings, units } from '../../../../db/schema/listings.ts';
import type { StayDate } from '../../../../domain/dates/dates.ts';
import type { NightSpan } from '../../../../domain/inventory/inventory.ts';

/** Characters of the special requests on a line of the day page. The booking's page shows all. */
const WORDS_SHOWN = 300;

/** Moments are in milliseconds since 1970. */
export type FrontDeskStay = Awaited<ReturnType<typeof selectFrontDeskStays>>[number];
export type DuePayment = Awaited<ReturnType<typeof listDuePayments>>[number];
export type TimezoneOfListings = Awaited<ReturnType<typeof listTimezonesOfListings>>[number];

/**
 * Of a booking, its scheduled and failed payments, but never more than the guest still owes. A pending booking owes
 * nothing yet.
 */
export const buildDueCents = (teamId: number) =>
  sql<number>`(case when ${bookings.status} = 'pending' then 0 else (
    select greatest(0, least(
      coalesce(sum(${payments.amountCents}) filter (where ${payments.status} in ('scheduled', 'failed')), 0),
      ${bookings.grandTotalCents}
        - coalesce(sum(${payments.amountCents} - ${payments.refundedCents}) filter (where ${payments.status} = 'paid'), 0)))
    from ${payments} where ${and(eq(payments.teamId, teamId), eq(payments.bookingId, bookings.id))}) end)::float8`;

const buildFrontDeskStayColumns = (teamId: number) => ({
  id: bookings.id,
  status: bookings.status,
  source: bookings.source,
  checkIn: bookings.checkIn,
  checkOut: bookings.checkOut,
  numberOfGuests: bookings.numberOfGuests,
  infants: bookings.infants,
  pets: bookings.pets,
  guestName: guests.name,
  // Without a unit if the booking is of a whole building.
  ...placeColumns,
  expiresAtMs: toEpochMsSql<number | null>(bookings.expiresAt),
  grandTotalCents: bookings.grandTotalCents,
  currency: bookings.currency,
  specialRequests: sql<string | null>`left(${bookings.specialRequests}, ${WORDS_SHOWN})`,
  dueCents: buildDueCents(teamId),
});

// Bookings are chosen first and then joined, because a team may have thousands.
const selectFrontDeskStays = (db: Executor, teamId: number, chosen: SQLWrapper) =>
  db
    .select(buildFrontDeskStayColumns(teamId))
    .from(bookings)
    .innerJoin(guests, isGuestOfBooking)
    .innerJoin(listings, isListingOfBooking)
    .leftJoin(units, isUnitOfBooking)
    .where(and(eq(bookings.teamId, teamId), sql`${bookings.id} = any(array(${chosen}))`))
    .$dynamic();

/** By listing and unit. */
export const listFrontDeskStays = (
  db: Executor,
  teamId: number,
  nights: NightSpan,
  page: { nowMs: number; limit: number },
) =>
  selectFrontDeskStays(db, teamId, choosePresentBookings(teamId, nights, page)).orderBy(
    asc(listings.publicTitle),
    asc(units.name),
    asc(bookings.checkIn),
    asc(bookings.id),
  );

/**
 * By listing and unit. A taken unit is booked by itself or with its whole building, and has a place in the
 * order for either. Both are tried in this order until enough bookings are found: reading all bookings of the
 * span first would take twice as long, because they are long rows, far apart.
 */
function choosePresentBookings(
  teamId: number,
  { startDate, endDate }: NightSpan,
  { nowMs, limit }: { nowMs: number; limit: number },
): SQL {
  const building = alias(listings, 'building');
  const isPresent = and(
    eq(occupancies.teamId, teamId),
    isNotNull(occupancies.bookingId),
    isSharingNights(startDate, endDate),
    isNoLapsedOccupancyAt(new Date(nowMs).toISOString()),
  );
  // The kind says nothing new, but keeps PostgreSQL from comparing with all listings.
  const isBuilding = and(
    eq(building.teamId, teamId),
    eq(building.kind, 'building'),
    sql`${building.id} = taken.building_id`,
  );
  const isBookedAsPlace = and(
    eq(bookings.teamId, teamId),
    sql`${bookings.id} = present.booking_id`,
    sql`${bookings.listingId} = present.listing_id`,
    sql`${bookings.status} <> 'cancelled'`,
    isNoLapsedHoldAt(nowMs),
  );
  return sql`
    with taken as materialized (
      select ${occupancies.bookingId}, ${occupancies.startDate}, ${listings.id} as listing_id,
        ${listings.publicTitle} as title, ${units.name} as unit_name, ${listings.buildingId}
      from (select * from ${occupancies} where ${isPresent} offset 0) as ${occupancies}
      join ${units} on ${and(eq(units.teamId, teamId), eq(units.id, occupancies.unitId))}
      join ${listings} on ${and(eq(listings.teamId, teamId), eq(listings.id, units.listingId))}
    )
    select ${bookings.id} from (
      select booking_id, start_date, listing_id, title, unit_name from taken
      union all
      select distinct taken.booking_id, taken.start_date, ${building.id}, ${building.publicTitle}, null
      from taken join ${listings} as ${building} on ${isBuilding}
      order by title, unit_name, start_date, booking_id
    ) as present
    join ${bookings} on ${isBookedAsPlace}
    order by present.title, present.unit_name, present.start_date, present.booking_id
    limit ${limit}`;
}

/** Those that expire first at the top, then the oldest. */
export function listPendingBookings(db: Executor, teamId: number, nowMs: number, limit: number) {
  const expiryOrder = [asc(bookings.expiresAt), asc(bookings.createdAt), asc(bookings.id)] as const;
  const chosenIds = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.teamId, teamId), sql`${bookings.status} = 'pending'`, isNoLapsedHoldAt(nowMs)))
    .orderBy(...expiryOrder)
    .limit(limit);
  return selectFrontDeskStays(db, teamId, chosenIds).orderBy(...expiryOrder);
}

/**
 * Unpaid payments, the oldest first, of bookings that are not fully paid, and what is scheduled of
 * cancellation fees. A pending booking owes nothing yet.
 */
export function listDuePayments(
  db: Executor,
  teamId: number,
  { until, bookingIds, limit }: { until: StayDate; bookingIds?: readonly string[]; limit?: number },
) {
  const receivedPayments = alias(payments, 'received');
  const receivedCents = sql`(
    select coalesce(sum(${receivedPayments.amountCents} - ${receivedPayments.refundedCents}), 0) from ${payments} as ${receivedPayments}
    where ${and(eq(receivedPayments.teamId, teamId), eq(receivedPayments.bookingId, bookings.id))} and ${receivedPayments.status} = 'paid')`;
  /** What is owed for a booking and not scheduled. */
  const openCents = sql`(${bookings.grandTotalCents} - ${receivedCents} - ${scheduledTotalSql})`;
  const due = db
    .select({
      id: payments.id,
      bookingId: bookings.id,
      confirmationCode: bookings.confirmationCode,
      bookingStatus: bookings.status,
      guestName: guests.name,
      listingTitle: listings.publicTitle,
      buildingTitle,
      timezone: listings.timezone,
      status: payments.status,
      amountCents: sql<number>`case when ${payments.status} = 'failed' then least(${payments.amountCents}, ${openCents})
        else ${payments.amountCents} end::float8`,
      currency: bookings.currency,
      dueOn: sql<StayDate>`${payments.dueOn}`,
    })
    .from(payments)
    .innerJoin(bookings, and(eq(bookings.teamId, payments.teamId), eq(bookings.id, payments.bookingId)))
    .innerJoin(guests, isGuestOfBooking)
    .innerJoin(listings, isListingOfBooking)
    .where(
      and(
        eq(payments.teamId, teamId),
        bookingIds && isAnyOf(payments.bookingId, bookingIds),
        // What a failed payment asks for may be scheduled again. What a cancelled booking owes of its fee is
        // scheduled.
        sql`(${payments.status} = 'scheduled' or (${payments.status} = 'failed' and ${openCents} > 0))`,
        lte(payments.dueOn, until),
        sql`${bookings.status} <> 'pending'`,
        sql`(${bookings.status} = 'cancelled' or ${bookings.grandTotalCents} > ${receivedCents})`,
      ),
    )
    .orderBy(asc(payments.dueOn), asc(bookings.confirmationCode), asc(payments.position), asc(payments.id))
    .$dynamic();
  return limit === undefined ? due : due.limit(limit);
}

export const listTimezonesOfListings = (db: Executor, teamId: number) =>
  db
    .select({ timezone: listings.timezone, listings: count() })
    .from(listings)
    .where(eq(listings.teamId, teamId))
    .groupBy(listings.timezone)
    .orderBy(desc(count()), asc(listings.timezone));
