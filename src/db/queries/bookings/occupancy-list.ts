import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import type { NightSpan } from '../../../domain/inventory/inventory.ts';
import { type PageRequest, toLimitAndOffset } from '../../../domain/page.ts';
import type { Executor } from '../../client.ts';
import { buildJsonObjectSql, type JsonRow } from '../../json-rows.ts';
import { blocks, bookings, occupancies } from '../../schema/bookings.ts';
import { guests } from '../../schema/guests.ts';
import { listings, units } from '../../schema/listings.ts';
import { isListingOfUnit } from '../joins.ts';
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
  /** When the hold ends, as PostgreSQL writes it in JSON. */
  expiresAt: sql<string | null>`${bookings.expiresAt}`,
};
const occupancyBlockColumns = { id: blocks.id, reason: blocks.reason, source: blocks.source };

export type OccupancyFilter = NightSpan & {
  /** A building's id finds the occupancies of all its units. */
  listingId: string | null;
  unitId: string | null;
};

type WholeFilter = OccupancyFilter & { at: Date };

function buildConditions(teamId: number, { listingId, unitId, startDate, endDate, at }: WholeFilter) {
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
  return { isListedOccupancy, isListingOrItsUnitType, isListedUnit, isOccupancyOfUnit };
}

export async function countOccupancies(db: Executor, teamId: number, filter: WholeFilter): Promise<number> {
  const conditions = buildConditions(teamId, filter);
  const { isListedOccupancy, isListingOrItsUnitType, isListedUnit, isOccupancyOfUnit } = conditions;
  const countQuery = db.select({ total: count() });
  const totalQuery =
    filter.listingId === null && filter.unitId === null
      ? countQuery.from(occupancies).where(isListedOccupancy)
      : countQuery
          .from(listings)
          .innerJoin(units, isListedUnit)
          .innerJoin(occupancies, and(isListedOccupancy, isOccupancyOfUnit))
          .where(isListingOrItsUnitType);
  return (await firstRow(totalQuery))?.total ?? 0;
}

/**
 * Read listing by listing, sorted by title, so that PostgreSQL stops once the reader has enough. The inner
 * query is sorted on its own, because PostgreSQL would otherwise merge it into one join and sort all rows
 * before the first.
 */
export function selectOccupancies(teamId: number, filter: WholeFilter): SQL {
  const conditions = buildConditions(teamId, filter);
  const { isListedOccupancy, isListingOrItsUnitType, isListedUnit, isOccupancyOfUnit } = conditions;
  return sql`
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
    order by ${listings.publicTitle}, ${listings.slug}, taken.unit_name, taken.start_date`;
}

/**
 * For a page far down, or one with most of the list: all occupancies of the span are read by their nights and
 * sorted, because looking up the nights of each unit before the page would take longer.
 */
function selectOccupanciesByNights(teamId: number, filter: WholeFilter): SQL {
  const { isListedOccupancy, isOccupancyOfUnit } = buildConditions(teamId, filter);
  return sql`
    select ${listings.publicTitle}, ${listings.slug}, ${units.listingId}, ${units.id} as unit_id,
      ${units.name} as unit_name, ${occupancies.startDate}, ${occupancies.endDate}, ${occupancies.bookingId},
      ${occupancies.blockId}
    from (select * from ${occupancies} where ${isListedOccupancy} offset 0) as ${occupancies}
    join ${units} on ${and(eq(units.teamId, teamId), isOccupancyOfUnit)}
    join ${listings} on ${and(eq(listings.teamId, teamId), eq(listings.id, units.listingId))}
    order by ${listings.publicTitle}, ${listings.slug}, ${units.name}, ${occupancies.startDate}`;
}

/**
 * Up to this share of a list, occupancies are read unit by unit. Looking one unit up takes four times as long
 * as reading and sorting an occupancy, and there are more units than occupancies.
 */
const SHARE_READ_BY_UNITS = 1 / 8;

export async function listOccupancies(
  db: Executor,
  teamId: number,
  filter: WholeFilter,
  page: PageRequest,
): Promise<{ rows: OccupancyRow[]; total: number }> {
  const { limit, offset } = toLimitAndOffset(page);
  const total = await countOccupancies(db, teamId, filter);
  if (total <= offset) return { rows: [], total };
  const isOfWholeTeam = filter.listingId === null && filter.unitId === null;
  const select =
    isOfWholeTeam && offset + limit > total * SHARE_READ_BY_UNITS
      ? selectOccupanciesByNights
      : selectOccupancies;
  const found = sql`${select(teamId, filter)} limit ${limit} offset ${offset}`;
  return { rows: await readOccupancies(db, teamId, found), total };
}

export type FoundOccupancy = { unit_id: string; start_date: string };

/** In the order of `selectOccupancies`. */
export const listFoundOccupancies = (db: Executor, teamId: number, found: readonly FoundOccupancy[]) =>
  readOccupancies(
    db,
    teamId,
    sql`
      select ${listings.publicTitle}, ${listings.slug}, ${units.listingId}, ${units.id} as unit_id,
        ${units.name} as unit_name, ${occupancies.startDate}, ${occupancies.endDate}, ${occupancies.bookingId},
        ${occupancies.blockId}
      from unnest(${sql.param(found.map((one) => one.unit_id))}::uuid[], ${sql.param(found.map((one) => one.start_date))}::date[])
        as found (unit_id, start_date)
      join ${occupancies} on ${eq(occupancies.teamId, teamId)} and ${occupancies.unitId} = found.unit_id
        and ${occupancies.startDate} = found.start_date
      join ${units} on ${and(eq(units.teamId, teamId), eq(units.id, occupancies.unitId))}
      join ${listings} on ${isListingOfUnit}`,
  );

/** With their bookings or blocks. */
async function readOccupancies(db: Executor, teamId: number, found: SQL): Promise<OccupancyRow[]> {
  const { rows } = await db.execute<OccupancyRow>(sql`
    with page as (${found})
    select page.listing_id as "listingId", page.unit_id as "unitId", page.unit_name as "unitName",
      page.start_date as "startDate", page.end_date as "endDate",
      case when ${bookings.id} is not null then ${buildJsonObjectSql(occupancyBookingColumns)} end as booking,
      case when ${blocks.id} is not null then ${buildJsonObjectSql(occupancyBlockColumns)} end as block
    from page
    left join ${bookings} on ${eq(bookings.teamId, teamId)} and ${bookings.id} = page.booking_id
    left join ${guests} on ${and(eq(guests.teamId, teamId), eq(guests.id, bookings.guestId))}
    left join ${blocks} on ${eq(blocks.teamId, teamId)} and ${blocks.id} = page.block_id
    order by page.public_title, page.slug, page.unit_name, page.start_date`);
  return rows;
}
