/** Units that guests leave must be cleaned (docs/rules.md, 21.14). */
import { and, asc, eq, gte, lte, type SQLWrapper, sql } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../../db/client.ts';
import { isChannelStay } from '../../../../db/queries/bookings/channel-stays.ts';
import { isNoLapsedHoldAt } from '../../../../db/queries/bookings/holds.ts';
import { isSharingNights } from '../../../../db/queries/bookings/occupancies.ts';
import { isListingOfUnit } from '../../../../db/queries/joins.ts';
import { placeColumns } from '../../../../db/queries/listings/place-columns.ts';
import { blocks, bookings, occupancies } from '../../../../db/schema/bookings.ts';
import { listings, units } from '../../../../db/schema/listings.ts';
import type { StayDate } from '../../../../domain/dates/dates.ts';
import { isEventOnDays, isNoBooking } from './channel-stays.ts';

export type UnitToCleanRow = Awaited<ReturnType<typeof listUnitsToClean>>[number];

/** `nightsFrom` is the day before `from`: guests who leave on the first date took that night. */
type Departures = { from: StayDate; to: StayDate; nightsFrom: StayDate };

/**
 * By listing and unit, also of stays of channels. When guests of a whole building leave, all its units are
 * listed.
 */
export function listUnitsToClean(
  db: Executor,
  teamId: number,
  departures: Departures,
  { nowMs, limit }: { nowMs: number; limit: number },
) {
  const leaving = union(
    selectBookedDepartures(db, teamId, departures, nowMs),
    selectChannelDepartures(db, teamId, departures),
  ).as('leaving');
  const next = selectNextArrival(db, teamId, leaving, nowMs).as('next');
  return db
    .select({
      unitId: units.id,
      ...placeColumns,
      checkOut: leaving.checkOut,
      nextCheckIn: next.checkIn,
      // Null if no booking of a unit arrives next.
      nextGuests: next.numberOfGuests,
      nextInfants: next.infants,
      nextPets: next.pets,
    })
    .from(leaving)
    .innerJoin(units, and(eq(units.teamId, teamId), eq(units.id, leaving.unitId)))
    .innerJoin(listings, isListingOfUnit)
    .leftJoinLateral(next, sql`true`)
    .orderBy(asc(leaving.checkOut), asc(listings.publicTitle), asc(units.name), asc(units.id))
    .limit(limit);
}

const selectBookedDepartures = (
  db: Executor,
  teamId: number,
  { from, to, nightsFrom }: Departures,
  nowMs: number,
) =>
  db
    .select({ unitId: occupancies.unitId, checkOut: bookings.checkOut })
    .from(occupancies)
    .innerJoin(bookings, and(eq(bookings.teamId, occupancies.teamId), eq(bookings.id, occupancies.bookingId)))
    .where(
      and(
        eq(occupancies.teamId, teamId),
        isSharingNights(nightsFrom, to),
        gte(bookings.checkOut, from),
        lte(bookings.checkOut, to),
        sql`${bookings.status} in ('confirmed', 'completed')`,
        isNoLapsedHoldAt(nowMs),
      ),
    );

const selectChannelDepartures = (db: Executor, teamId: number, { from, to }: Departures) =>
  db
    .select({ unitId: blocks.unitId, checkOut: sql<StayDate>`${blocks.eventEndDate}` })
    .from(blocks)
    .where(
      and(
        eq(blocks.teamId, teamId),
        isEventOnDays(from, to),
        isChannelStay,
        isNoBooking,
        gte(blocks.eventEndDate, from),
        lte(blocks.eventEndDate, to),
      ),
    );

/** Of a booking or of a stay of a channel. */
function selectNextArrival(
  db: Executor,
  teamId: number,
  leaving: { unitId: SQLWrapper; checkOut: SQLWrapper },
  nowMs: number,
) {
  const later = alias(occupancies, 'later');
  const arriving = alias(bookings, 'arriving');
  const checkIn = sql<StayDate>`coalesce(${arriving.checkIn}, greatest(${blocks.eventStartDate}, ${leaving.checkOut}))`;
  return db
    .select({
      checkIn: checkIn.as('next_check_in'),
      // A whole building's party is not that of this unit.
      numberOfGuests: sql<
        number | null
      >`case when not ${arriving.wholeBuilding} then ${arriving.numberOfGuests} end`.as('next_guests'),
      infants: arriving.infants,
      pets: arriving.pets,
    })
    .from(later)
    .leftJoin(arriving, and(eq(arriving.teamId, teamId), eq(arriving.id, later.bookingId)))
    .leftJoin(blocks, and(eq(blocks.teamId, teamId), eq(blocks.id, later.blockId)))
    .where(
      and(
        eq(later.teamId, teamId),
        sql`${later.unitId} = ${leaving.unitId}`,
        sql`${later.startDate} >= ${leaving.checkOut}`,
        sql`(${later.expiresAt} is null or ${later.expiresAt} > to_timestamp(${nowMs}::float8 / 1000))`,
        sql`(${arriving.id} is not null or (${isChannelStay} and ${isNoBooking}))`,
      ),
    )
    .orderBy(asc(later.startDate))
    .limit(1);
}
