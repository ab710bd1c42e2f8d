/**
 * What a member must decide, beside the stays of a day: units outside a whole stay,
 * places whose rules contradict each other, and money to give back. Each list is cut, and each row has its length.
 */
import { and, asc, desc, eq, exists, gt, gte, ne, or, sql } from 'drizzle-orm';
import type { Executor } from '../../../../db/client.ts';
import { isNoLapsedHoldAt } from '../../../../db/queries/bookings/holds.ts';
import { isGuestOfBooking } from '../../../../db/queries/joins.ts';
import { buildingTitle } from '../../../../db/queries/listings/building-title.ts';
import { placeNameColumns } from '../../../../db/queries/listings/place-columns.ts';
import { matches, totalSql } from '../../../../db/queries/statements.ts';
import { IS_REFUND_DUE_SQL, KEPT_CENTS_SQL } from '../../../../db/schema/booking-conditions.ts';
import { bookings, occupancies } from '../../../../db/schema/bookings.ts';
import { securityDeposits } from '../../../../db/schema/folio.ts';
import { guests } from '../../../../db/schema/guests.ts';
import { listings, seasons, units } from '../../../../db/schema/listings.ts';
import type { StayDate } from '../../../../domain/dates/dates.ts';

export type UnitOutsideWholeStay = Awaited<ReturnType<typeof listUnitsOutsideWholeStays>>[number];
export type RefundDue = Awaited<ReturnType<typeof listRefundsDue>>[number];
export type HeldDeposit = Awaited<ReturnType<typeof listHeldDeposits>>[number];
export type ContradictingPlace = Awaited<ReturnType<typeof listContradictingPlaces>>[number];

/**
 * Active units of buildings that are booked as a whole, without a place in that stay: something else had
 * their nights when the unit joined the building.
 */
export const listUnitsOutsideWholeStays = (
  db: Executor,
  teamId: number,
  { today, nowMs, limit }: { today: StayDate; nowMs: number; limit: number },
) =>
  db
    .select({
      ...placeNameColumns,
      bookingId: bookings.id,
      guestName: guests.name,
      checkIn: bookings.checkIn,
      checkOut: bookings.checkOut,
      total: totalSql,
    })
    .from(bookings)
    .innerJoin(guests, isGuestOfBooking)
    .innerJoin(
      listings,
      and(eq(listings.teamId, bookings.teamId), eq(listings.buildingId, bookings.listingId)),
    )
    .innerJoin(
      units,
      and(eq(units.teamId, listings.teamId), eq(units.listingId, listings.id), eq(units.active, true)),
    )
    .where(
      and(
        eq(bookings.teamId, teamId),
        eq(bookings.wholeBuilding, true),
        ne(bookings.status, 'cancelled'),
        gt(bookings.checkOut, today),
        isNoLapsedHoldAt(nowMs),
        sql`not exists (select from ${occupancies} where ${occupancies.teamId} = ${bookings.teamId}
          and ${occupancies.bookingId} = ${bookings.id} and ${occupancies.unitId} = ${units.id})`,
      ),
    )
    .orderBy(asc(bookings.checkIn), asc(units.name), asc(units.id))
    .limit(limit);

/**
 * The bookings for which more was paid than the team keeps, by the same rule as `computeRefundDueCents`, the latest change
 * first. Stays that are over count if they changed since a moment, because most bookings of a team are.
 */
export function listRefundsDue(
  db: Executor,
  teamId: number,
  { changedSince, limit }: { changedSince: Date; limit: number },
) {
  // Guests are joined to what is shown alone: PostgreSQL expects many refunds, and would read all guests.
  const due = db
    .select({
      id: bookings.id,
      status: bookings.status,
      confirmationCode: bookings.confirmationCode,
      guestId: bookings.guestId,
      currency: bookings.currency,
      updatedAt: bookings.updatedAt,
      refundCents: sql<number>`(${bookings.paidCents} - ${KEPT_CENTS_SQL})::float8`.as('refund_cents'),
      total: totalSql.as('total'),
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.teamId, teamId),
        IS_REFUND_DUE_SQL,
        or(ne(bookings.status, 'completed'), gte(bookings.updatedAt, changedSince)),
      ),
    )
    .orderBy(desc(bookings.updatedAt), desc(bookings.id))
    .limit(limit)
    .as('due');
  return db
    .select({
      bookingId: due.id,
      status: due.status,
      confirmationCode: due.confirmationCode,
      guestName: guests.name,
      currency: due.currency,
      refundCents: due.refundCents,
      total: due.total,
    })
    .from(due)
    .innerJoin(guests, and(eq(guests.teamId, teamId), eq(guests.id, due.guestId)))
    .orderBy(desc(due.updatedAt), desc(due.id));
}

/** The deposits against damage that are still held after the stay, the earliest departure first. */
export const listHeldDeposits = (db: Executor, teamId: number, limit: number) =>
  db
    .select({
      bookingId: bookings.id,
      confirmationCode: bookings.confirmationCode,
      guestName: guests.name,
      checkOut: bookings.checkOut,
      currency: bookings.currency,
      amountCents: securityDeposits.amountCents,
      total: totalSql,
    })
    .from(securityDeposits)
    .innerJoin(
      bookings,
      and(eq(bookings.teamId, securityDeposits.teamId), eq(bookings.id, securityDeposits.bookingId)),
    )
    .innerJoin(guests, isGuestOfBooking)
    .where(and(matches(securityDeposits, { teamId, status: 'held' }), eq(bookings.status, 'completed')))
    .orderBy(asc(bookings.checkOut), asc(bookings.id))
    .limit(limit);

/**
 * Active places of which no stay can begin on some days, because the shortest stay is longer than the longest one or
 * than the days ahead that can be booked, by the place's own rules or in a season that is not over.
 */
export function listContradictingPlaces(
  db: Executor,
  teamId: number,
  { today, limit }: { today: StayDate; limit: number },
) {
  const minStay = sql`coalesce(${seasons.minStay}, ${listings.minStay})`;
  const maxStay = sql`coalesce(${seasons.maxStay}, ${listings.maxStay})`;
  const crossedSeasons = db
    .select({ one: sql`1` })
    .from(seasons)
    .where(
      and(
        eq(seasons.teamId, listings.teamId),
        eq(seasons.listingId, listings.id),
        gte(seasons.endDate, today),
        or(sql`${minStay} > ${maxStay}`, sql`${seasons.minStay} > ${listings.bookingWindowDays}`),
      ),
    );
  return db
    .select({
      id: listings.id,
      listingTitle: listings.publicTitle,
      buildingTitle,
      total: totalSql,
    })
    .from(listings)
    .where(
      and(
        matches(listings, { teamId, status: 'active' }),
        or(
          gt(listings.minStay, listings.maxStay),
          gt(listings.minStay, listings.bookingWindowDays),
          gt(listings.advanceNoticeDays, listings.bookingWindowDays),
          exists(crossedSeasons),
        ),
      ),
    )
    .orderBy(asc(listings.publicTitle), asc(listings.id))
    .limit(limit);
}
