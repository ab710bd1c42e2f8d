import { and, count, eq, or, sql } from 'drizzle-orm';
import type { NightSpan } from '../../../domain/inventory.ts';
import { type PageRequest, toLimitAndOffset } from '../../../domain/page.ts';
import type { Executor } from '../../client.ts';
import { buildJsonObjectSql, type JsonRow } from '../../json-rows.ts';
import { blocks, bookings, occupancies } from '../../schema/bookings.ts';
import { guests } from '../../schema/guests.ts';
import { listings, units } from '../../schema/listings.ts';
import { firstRow } from '../statements.ts';
import { isNoLapsedOccupancyAt, isSharingNights } from './occupancies.ts';

export type OccupancyRow = {
  listingId: string;
  unitId: string;
  unitName: string;
  startDate: string;
  endDate: string;
  booking: JsonRow<typeof occupancyBookingColumns> | null;
  block: JsonRow<typeof occupancyBlockColumns> | null;
};

const occupancyBookingColumns = {
  id: bookings.id,
  confirmationCode: bookings.confirmationCode,
  status: bookings.status,
  source: bookings.source,
  checkIn: bookings.checkIn,
  checkOut: bookings.checkOut,
  numberOfGuests: bookings.numberOfGuests,
  childrenAges: bookings.childrenAges,
  infants: bookings.infants,
  pets: bookings.pets,
  guestName: guests.name,
  wholeBuilding: bookings.wholeBuilding,
  /** The moment at which a hold ends, as PostgreSQL writes it in JSON, or null. */
  expiresAt: sql<string | null>`${bookings.expiresAt}`,
};
const occupancyBlockColumns = { id: blocks.id, reason: blocks.reason, source: blocks.source };

export type OccupancyFilter = NightSpan & {
  /** The id of a building finds the occupancies of all units in the building. */
  listingId: string | null;
  unitId: string | null;
};

/** One page of the occupancies of a team's units on any night of the span, and the total number. */
export async function listOccupancies(
  db: Executor,
  teamId: number,
  { listingId, unitId, startDate, endDate, at }: OccupancyFilter & { at: Date },
  page: PageRequest,
): Promise<{ rows: OccupancyRow[]; total: number }> {
  const { limit, offset } = toLimitAndOffset(page);
  const isListedOccupancy = and(
    eq(occupancies.teamId, teamId),
    isSharingNights(startDate, endDate),
    isNoLapsedOccupancyAt(at.toISOString()),
  );
  const isListingOrItsUnitType = and(
    eq(listings.teamId, teamId),
    listingId === null ? undefined : or(eq(listings.id, listingId), eq(listings.buildingId, listingId)),
  );
  const isListedUnit = and(
    eq(units.teamId, teamId),
    eq(units.listingId, listings.id),
    unitId === null ? undefined : eq(units.id, unitId),
  );
  const isOccupancyOfUnit = eq(occupancies.unitId, units.id);
  const countQuery = db.select({ total: count() });
  const totalQuery =
    listingId === null && unitId === null
      ? countQuery.from(occupancies).where(isListedOccupancy)
      : countQuery
          .from(listings)
          .innerJoin(units, isListedUnit)
          .innerJoin(occupancies, and(isListedOccupancy, isOccupancyOfUnit))
          .where(isListingOrItsUnitType);
  const total = (await firstRow(totalQuery))?.total ?? 0;
  if (total <= offset) return { rows: [], total };
  // Occupancies are read listing by listing, sorted by title, so that PostgreSQL stops once the page is full.
  // The inner query is sorted on its own, because PostgreSQL would otherwise merge it into one join and sort
  // all rows before the first.
  const { rows } = await db.execute<OccupancyRow>(sql`
    with page as (
      select ${listings.publicTitle}, ${listings.slug}, taken.*
      from ${listings}
      cross join lateral (
        select ${units.listingId}, ${units.id} as unit_id, ${units.name} as unit_name, ${occupancies.startDate},
          ${occupancies.endDate}, ${occupancies.bookingId}, ${occupancies.blockId}
        from ${units} join ${occupancies} on ${and(isListedOccupancy, isOccupancyOfUnit)}
        where ${isListedUnit}
        order by ${units.name}, ${occupancies.startDate}
      ) as taken
      where ${isListingOrItsUnitType}
      order by ${listings.publicTitle}, ${listings.slug}, taken.unit_name, taken.start_date
      limit ${limit} offset ${offset}
    )
    select page.listing_id as "listingId", page.unit_id as "unitId", page.unit_name as "unitName",
      page.start_date as "startDate", page.end_date as "endDate",
      case when ${bookings.id} is not null then ${buildJsonObjectSql(occupancyBookingColumns)} end as booking,
      case when ${blocks.id} is not null then ${buildJsonObjectSql(occupancyBlockColumns)} end as block
    from page
    left join ${bookings} on ${eq(bookings.teamId, teamId)} and ${bookings.id} = page.booking_id
    left join ${guests} on ${and(eq(guests.teamId, teamId), eq(guests.id, bookings.guestId))}
    left join ${blocks} on ${eq(blocks.teamId, teamId)} and ${blocks.id} = page.block_id
    order by page.public_title, page.slug, page.unit_name, page.start_date`);
  return { rows, total };
}
