import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { NightSpan } from '../../domain/inventory.ts';
import type { BookingSource, BookingStatus } from '../../domain/vocabulary.ts';
import type { Executor } from '../client.ts';
import { prepared } from '../prepared.ts';
import { occupancies } from '../schema/bookings.ts';
import { listings, units } from '../schema/listings.ts';
import { statement } from '../statement.ts';
import { isHeldAt, takesNightsOf } from './occupancies.ts';
import type { Slice } from './slice.ts';

export type OccupancyRow = {
  listingId: string;
  unitId: string;
  unitName: string;
  startDate: string;
  endDate: string;
  booking: OccupyingBooking | null;
  block: { id: string; reason: string | null; source: string | null } | null;
};
export type OccupyingBooking = {
  id: string;
  confirmationCode: string;
  status: BookingStatus;
  source: BookingSource;
  checkIn: string;
  checkOut: string;
  numberOfGuests: number;
  guestName: string;
  wholeBuilding: boolean;
  /** When a hold ends, as PostgreSQL writes it in JSON; else null. */
  expiresAt: string | null;
};

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
  const isOfTeam = listingId === null && unitId === null;
  const count = isOfTeam ? countOfTeam : countOfSome;
  const [counted] = await count(db, { teamId, startDate, endDate, listingId, unitId, now });
  const total = counted?.total ?? 0;
  if (total <= offset) return { rows: [], total };
  const asked = [teamId, startDate, endDate, now, limit, offset] as const;
  return {
    rows: await (isOfTeam ? pageOfTeam(db, ...asked) : pageOfSome(db, ...asked, listingId, unitId)),
    total,
  };
}

const total = sql<number>`count(*)::int`;
const inSpan = and(
  takesNightsOf(sql.placeholder('startDate'), sql.placeholder('endDate')),
  isHeldAt(sql.placeholder('now')),
);
const ofTeam = eq(occupancies.teamId, sql.placeholder('teamId'));

const countOfTeam = prepared((db) => db.select({ total }).from(occupancies).where(and(ofTeam, inSpan)));
const countOfSome = prepared((db) =>
  db
    .select({ total })
    .from(listings)
    .innerJoin(units, and(eq(units.teamId, listings.teamId), eq(units.listingId, listings.id)))
    .innerJoin(occupancies, and(ofTeam, eq(occupancies.unitId, units.id), inSpan))
    .where(
      and(
        eq(listings.teamId, sql.placeholder('teamId')),
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
 * PostgreSQL does not turn it into one join that it would have to sort as a whole.
 */
const pageOf = ({ ofListing = '', ofUnit = '' }) => `
  with page as (
    select listings.public_title, listings.slug, taken.*
    from listings
    cross join lateral (
      select units.listing_id, units.id as unit_id, units.name as unit_name,
        occupancies.start_date, occupancies.end_date, occupancies.booking_id, occupancies.block_id
      from units
      join occupancies on occupancies.team_id = $1 and occupancies.unit_id = units.id
        and daterange(occupancies.start_date, occupancies.end_date, '[)') && daterange($2, $3, '[)')
        and (occupancies.expires_at is null or occupancies.expires_at > $4)
      where units.team_id = $1 and units.listing_id = listings.id${ofUnit}
      order by units.name, occupancies.start_date
    ) as taken
    where listings.team_id = $1${ofListing}
    order by listings.public_title, listings.slug, taken.unit_name, taken.start_date
    limit $5 offset $6
  )
  select page.listing_id as "listingId", page.unit_id as "unitId", page.unit_name as "unitName",
    page.start_date as "startDate", page.end_date as "endDate",
    case when bookings.id is not null then json_build_object(
      'id', bookings.id, 'confirmationCode', bookings.confirmation_code, 'status', bookings.status,
      'source', bookings.source, 'checkIn', bookings.check_in, 'checkOut', bookings.check_out,
      'numberOfGuests', bookings.number_of_guests, 'guestName', guests.name,
      'wholeBuilding', bookings.whole_building, 'expiresAt', bookings.expires_at) end as booking,
    case when blocks.id is not null then json_build_object(
      'id', blocks.id, 'reason', blocks.reason, 'source', blocks.source) end as block
  from page
  left join bookings on bookings.team_id = $1 and bookings.id = page.booking_id
  left join guests on guests.team_id = $1 and guests.id = bookings.guest_id
  left join blocks on blocks.team_id = $1 and blocks.id = page.block_id
  order by page.public_title, page.slug, page.unit_name, page.start_date`;

type OfTeam = [
  teamId: number,
  startDate: string,
  endDate: string,
  now: string,
  limit: number,
  offset: number,
];

/** A statement of its own: where a condition may be absent, PostgreSQL expects one listing, and sorts all of them. */
const pageOfTeam = statement<OfTeam, OccupancyRow>(pageOf({}));
const pageOfSome = statement<[...OfTeam, listingId: string | null, unitId: string | null], OccupancyRow>(
  pageOf({
    ofListing: ' and ($7::uuid is null or listings.id = $7 or listings.building_id = $7)',
    ofUnit: ' and ($8::uuid is null or units.id = $8)',
  }),
);
