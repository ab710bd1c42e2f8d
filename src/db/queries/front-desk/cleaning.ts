/** The units that guests leave on a day, which must then be cleaned (docs/rules.md, 21.14). */
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { StayDate } from '../../../domain/dates/dates.ts';
import type { Executor } from '../../client.ts';
import { bookings, occupancies } from '../../schema/bookings.ts';
import { listings, units } from '../../schema/listings.ts';
import { isNoLapsedHoldAt } from '../bookings/holds.ts';
import { isSharingNights } from '../bookings/occupancies.ts';
import { isListingOfUnit } from '../joins.ts';
import { buildingTitle } from '../listings/building-title.ts';

export type UnitToClean = Awaited<ReturnType<typeof listUnitsToClean>>[number];

/**
 * The first and last date on which guests leave. `nightsFrom` is the day before the first date: guests who
 * leave on the first date took that night.
 */
type Departures = { from: StayDate; to: StayDate; nightsFrom: StayDate };

/**
 * Lists the units that guests leave, sorted by listing and unit. When guests of a whole building leave, all
 * units of the building are listed.
 */
export function listUnitsToClean(
  db: Executor,
  teamId: number,
  { from, to, nightsFrom }: Departures,
  { nowMs, limit }: { nowMs: number; limit: number },
) {
  const later = alias(occupancies, 'later');
  const arriving = alias(bookings, 'arriving');
  const nextArrival = db
    .select({ checkIn: arriving.checkIn })
    .from(later)
    .innerJoin(arriving, and(eq(arriving.teamId, later.teamId), eq(arriving.id, later.bookingId)))
    .where(
      and(
        eq(later.teamId, teamId),
        eq(later.unitId, occupancies.unitId),
        gte(later.startDate, bookings.checkOut),
        sql`(${later.expiresAt} is null or ${later.expiresAt} > to_timestamp(${nowMs}::float8 / 1000))`,
      ),
    )
    .orderBy(asc(later.startDate))
    .limit(1);
  return db
    .select({
      unitId: units.id,
      unitName: units.name,
      listingTitle: listings.publicTitle,
      buildingTitle,
      timezone: listings.timezone,
      checkOut: bookings.checkOut,
      checkOutTime: listings.checkOutTime,
      checkInTime: listings.checkInTime,
      nextCheckIn: sql<StayDate | null>`(${nextArrival})`,
    })
    .from(occupancies)
    .innerJoin(bookings, and(eq(bookings.teamId, occupancies.teamId), eq(bookings.id, occupancies.bookingId)))
    .innerJoin(units, and(eq(units.teamId, occupancies.teamId), eq(units.id, occupancies.unitId)))
    .innerJoin(listings, isListingOfUnit)
    .where(
      and(
        eq(occupancies.teamId, teamId),
        isSharingNights(nightsFrom, to),
        gte(bookings.checkOut, from),
        lte(bookings.checkOut, to),
        sql`${bookings.status} in ('confirmed', 'completed')`,
        isNoLapsedHoldAt(nowMs),
      ),
    )
    .orderBy(asc(bookings.checkOut), asc(listings.publicTitle), asc(units.name), asc(units.id))
    .limit(limit);
}
