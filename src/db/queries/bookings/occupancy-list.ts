import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { NightSpan } from '../../../domain/inventory.ts';
import type { Executor } from '../../client.ts';
import { jsonObject, type RowOf } from '../../json-rows.ts';
import { prepared } from '../../prepared.ts';
import { blocks, bookings, occupancies } from '../../schema/bookings.ts';
import { guests } from '../../schema/guests.ts';
import { listings, units } from '../../schema/listings.ts';
import type { Slice } from '../paging.ts';
import { first, matches, placeholders } from '../statements.ts';
import { isHeldAt, takesNightsOf } from './occupancies.ts';

export type OccupancyRow = {
  listingId: string;
  unitId: string;
  unitName: string;
  startDate: string;
  endDate: string;
  booking: RowOf<typeof bookingColumns> | null;
  block: RowOf<typeof blockColumns> | null;
};

const bookingColumns = {
  id: bookings.id,
  confirmationCode: bookings.confirmationCode,
  status: bookings.status,
  source: bookings.source,
  checkIn: bookings.checkIn,
  checkOut: bookings.checkOut,
  numberOfGuests: bookings.numberOfGuests,
  guestName: guests.name,
  wholeBuilding: bookings.wholeBuilding,
  /** When a hold ends, as PostgreSQL writes it in JSON; else null. */
  expiresAt: sql<string | null>`${bookings.expiresAt}`,
};
const blockColumns = { id: blocks.id, reason: blocks.reason, source: blocks.source };

export type OccupancyFilter = NightSpan & {
  /** A building's id finds the occupancies of its unit types' units. */
  listingId: string | null;
  unitId: string | null;
};

/** One page of the occupancies of a team's units on any night of the span, and the total number. */
export async function listOccupancies(
  db: Executor,
  teamId: number,
  { listingId, unitId, startDate, endDate, at }: OccupancyFilter & { at: Date },
  { limit, offset }: Slice,
): Promise<{ rows: OccupancyRow[]; total: number }> {
  const now = at.toISOString();
  const count = listingId === null && unitId === null ? countOfTeam : countOfSome;
  const counted = await first(count(db, { teamId, startDate, endDate, listingId, unitId, now }));
  const total = counted?.total ?? 0;
  if (total <= offset) return { rows: [], total };
  const { rows } = await db.execute<OccupancyRow>(
    pageOf(teamId, { listingId, unitId, startDate, endDate, now, limit, offset }),
  );
  return { rows, total };
}

const total = sql<number>`count(*)::int`;
const inSpan = and(
  takesNightsOf(sql.placeholder('startDate'), sql.placeholder('endDate')),
  isHeldAt(sql.placeholder('now')),
);
const ofTeam = matches(occupancies, placeholders('teamId'));

const countOfTeam = prepared((db) => db.select({ total }).from(occupancies).where(and(ofTeam, inSpan)));
const countOfSome = prepared((db) =>
  db
    .select({ total })
    .from(listings)
    .innerJoin(units, and(eq(units.teamId, listings.teamId), eq(units.listingId, listings.id)))
    .innerJoin(occupancies, and(ofTeam, eq(occupancies.unitId, units.id), inSpan))
    .where(
      and(
        matches(listings, placeholders('teamId')),
        unlessNull('listingId', (id) => or(eq(listings.id, id), eq(listings.buildingId, id))),
        unlessNull('unitId', (id) => eq(units.id, id)),
      ),
    ),
);

function unlessNull(name: string, condition: (value: SQL) => SQL | undefined): SQL | undefined {
  const value = sql`${sql.placeholder(name)}::uuid`;
  return or(sql`${value} is null`, condition(value));
}

/**
 * Listings are read by title, and only as many as the page needs. The inner query has an order of its own, so
 * PostgreSQL does not turn it into one join that it would have to sort as a whole. A condition that may be absent is left
 * out, because PostgreSQL would expect one listing, and sort all of them.
 */
function pageOf(
  teamId: number,
  { listingId, unitId, startDate, endDate, now, limit, offset }: OccupancyFilter & Slice & { now: string },
): SQL {
  const isInUnit = and(
    eq(units.teamId, teamId),
    eq(units.listingId, listings.id),
    unitId === null ? undefined : eq(units.id, unitId),
  );
  const isOfListing = and(
    eq(listings.teamId, teamId),
    listingId === null ? undefined : or(eq(listings.id, listingId), eq(listings.buildingId, listingId)),
  );
  const isTaken = and(
    eq(occupancies.teamId, teamId),
    eq(occupancies.unitId, units.id),
    takesNightsOf(startDate, endDate),
    isHeldAt(now),
  );
  return sql`
    with page as (
      select ${listings.publicTitle}, ${listings.slug}, taken.*
      from ${listings}
      cross join lateral (
        select ${units.listingId}, ${units.id} as unit_id, ${units.name} as unit_name, ${occupancies.startDate},
          ${occupancies.endDate}, ${occupancies.bookingId}, ${occupancies.blockId}
        from ${units} join ${occupancies} on ${isTaken}
        where ${isInUnit}
        order by ${units.name}, ${occupancies.startDate}
      ) as taken
      where ${isOfListing}
      order by ${listings.publicTitle}, ${listings.slug}, taken.unit_name, taken.start_date
      limit ${limit} offset ${offset}
    )
    select page.listing_id as "listingId", page.unit_id as "unitId", page.unit_name as "unitName",
      page.start_date as "startDate", page.end_date as "endDate",
      case when ${bookings.id} is not null then ${jsonObject(bookingColumns)} end as booking,
      case when ${blocks.id} is not null then ${jsonObject(blockColumns)} end as block
    from page
    left join ${bookings} on ${eq(bookings.teamId, teamId)} and ${bookings.id} = page.booking_id
    left join ${guests} on ${and(eq(guests.teamId, teamId), eq(guests.id, bookings.guestId))}
    left join ${blocks} on ${eq(blocks.teamId, teamId)} and ${blocks.id} = page.block_id
    order by page.public_title, page.slug, page.unit_name, page.start_date`;
}
