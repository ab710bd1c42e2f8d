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

export type UnitToClean = Awaited<ReturnType<typeof listUnitsToClean>>[number];

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
  return db
    .select({
      unitId: units.id,
      ...placeColumns,
      checkOut: leaving.checkOut,
      nextCheckIn: selectNextArrival(teamId, leaving, nowMs),
    })
    .from(leaving)
    .innerJoin(units, and(eq(units.teamId, teamId), eq(units.id, leaving.unitId)))
    .innerJoin(listings, isListingOfUnit)
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
  teamId: number,
  leaving: { unitId: SQLWrapper; checkOut: SQLWrapper },
  nowMs: number,
) {
  const later = alias(occupancies, 'later');
  return sql<StayDate | null>`(
    select coalesce(arriving.check_in, greatest(${blocks.eventStartDate}, ${leaving.checkOut}))
    from ${occupancies} as ${later}
    left join ${bookings} as arriving on arriving.team_id = ${teamId} and arriving.id = ${later.bookingId}
    left join ${blocks} on ${blocks.teamId} = ${teamId} and ${blocks.id} = ${later.blockId}
    where ${later.teamId} = ${teamId} and ${later.unitId} = ${leaving.unitId} and ${later.startDate} >= ${leaving.checkOut}
      and (${later.expiresAt} is null or ${later.expiresAt} > to_timestamp(${nowMs}::float8 / 1000))
      and (arriving.id is not null or (${isChannelStay} and ${isNoBooking}))
    order by ${later.startDate}
    limit 1)`;
}
