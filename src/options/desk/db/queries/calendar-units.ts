import { and, asc, eq, exists, inArray, isNull, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../../db/client.ts';
import { isSharingNights } from '../../../../db/queries/bookings/occupancies.ts';
import { isListingOfUnit } from '../../../../db/queries/joins.ts';
import { building, isBuildingOfListing } from '../../../../db/queries/listings/site-listings.ts';
import { occupancies } from '../../../../db/schema/bookings.ts';
import { listings, units } from '../../../../db/schema/listings.ts';
import type { NightSpan } from '../../../../domain/inventory/inventory.ts';
import { type PageRequest, toLimitAndOffset } from '../../../../domain/page.ts';
import type { ListingStatus } from '../../../../domain/vocabulary.ts';

export type CalendarUnit = Awaited<ReturnType<typeof listCalendarUnits>>['units'][number];

export type CalendarUnitFilter = {
  /** Null for all units. */
  buildingId: string | null;
  /** A part of the name of a unit, a listing or a building, in any case. */
  text: string | null;
};

type UnitsRequest = { span: NightSpan; filter: CalendarUnitFilter; page: PageRequest };

/**
 * Up to this share of the units, a page finds them place by place. Passing a place takes five times as long
 * as counting its units.
 */
const SHARE_FOUND_BY_PLACE = 1 / 5;

export async function listCalendarUnits(db: Executor, teamId: number, request: UnitsRequest) {
  const { buildingId, text } = request.filter;
  if (buildingId === null && text === null) {
    const total = await countUnitsOfTeam(db, teamId, request);
    const { offset } = toLimitAndOffset(request.page);
    if (offset <= total * SHARE_FOUND_BY_PLACE)
      return { units: await selectUnitsByPlace(db, teamId, request), total };
  }
  const found = await selectCountedUnits(db, teamId, request);
  return { units: found.map(({ unit }) => unit), total: found[0]?.total ?? 0 };
}

/** Under names of their own, for a subquery. */
const calendarUnitColumns = {
  id: units.id,
  name: units.name,
  active: units.active,
  listingId: sql<string>`${listings.id}`.as('listing_id'),
  listingTitle: sql<string>`${listings.publicTitle}`.as('listing_title'),
  listingStatus: sql<ListingStatus>`${listings.status}`.as('listing_status'),
  currency: listings.currency,
  timezone: listings.timezone,
  buildingId: listings.buildingId,
  buildingTitle: sql<string | null>`${building.publicTitle}`.as('building_title'),
};

type UnitColumn = keyof typeof calendarUnitColumns;

const shownUnitColumns = <Shown extends Record<UnitColumn, unknown>>(
  shown: Shown,
): Pick<Shown, UnitColumn> => ({
  id: shown.id,
  name: shown.name,
  active: shown.active,
  listingId: shown.listingId,
  listingTitle: shown.listingTitle,
  listingStatus: shown.listingStatus,
  currency: shown.currency,
  timezone: shown.timezone,
  buildingId: shown.buildingId,
  buildingTitle: shown.buildingTitle,
});

/**
 * For a page far down, or a filter that finds few. Units are counted by listing, so that listings are sorted
 * instead of units, and only the units of listings on the page are read.
 */
function selectCountedUnits(db: Executor, teamId: number, request: UnitsRequest) {
  const { limit, offset } = toLimitAndOffset(request.page);
  const isListing = (id: PgColumn) => and(eq(listings.teamId, teamId), eq(listings.id, id));
  const counted = db.$with('counted').as(countUnitsByListing(db, teamId, request));
  const placed = db
    .select({
      listingId: counted.listingId,
      found: counted.found,
      before: sql<number>`sum(${counted.found}) over (
        order by coalesce(${building.publicTitle}, ${listings.publicTitle}), coalesce(${building.slug}, ${listings.slug}),
          ${listings.publicTitle}, ${listings.slug}
        rows unbounded preceding) - ${counted.found}`.as('before'),
    })
    .from(counted)
    .innerJoin(listings, isListing(counted.listingId))
    // The kind says nothing new, but keeps PostgreSQL from comparing with all listings.
    .leftJoin(building, and(isBuildingOfListing, eq(building.kind, 'building')))
    .as('placed');
  const onPage = db.$with('on_page').as(
    db
      .select({ listingId: placed.listingId, before: placed.before })
      .from(placed)
      .where(sql`${placed.before} + ${placed.found} > ${offset} and ${placed.before} < ${offset + limit}`)
      // No more listings can be on a page than units. The limit tells PostgreSQL how few they are.
      .limit(limit),
  );
  const place = sql<number>`${onPage.before} + row_number() over (partition by ${listings.id} order by ${units.name})`;
  const shown = db
    .select({ ...calendarUnitColumns, place: place.as('place') })
    .from(onPage)
    .innerJoin(listings, isListing(onPage.listingId))
    .innerJoin(units, isUnitOfListing)
    .leftJoin(building, isBuildingOfListing)
    .where(isShownUnit(request, isTaken(teamId, request)))
    .as('shown');
  return db
    .with(counted, onPage)
    .select({
      unit: shownUnitColumns(shown),
      total: sql<number>`(select sum(${counted.found}) from ${counted})::int`,
    })
    .from(shown)
    .where(sql`${shown.place} > ${offset} and ${shown.place} <= ${offset + limit}`)
    .orderBy(shown.place);
}

function countUnitsByListing(db: Executor, teamId: number, request: UnitsRequest) {
  const { buildingId, text } = request.filter;
  const isTakenUnit = isAmongTaken(db, teamId, request);
  const counting = db
    .select({ listingId: units.listingId, found: sql<number>`count(*)::int`.as('found') })
    .from(units)
    .groupBy(units.listingId)
    .$dynamic();
  if (text !== null)
    return counting
      .innerJoin(listings, isListingOfUnit)
      .leftJoin(building, isBuildingOfListing)
      .where(
        and(
          eq(units.teamId, teamId),
          buildingId === null ? undefined : eq(listings.buildingId, buildingId),
          isShownUnit(request, isTakenUnit),
        ),
      );
  // Without a text, the listings are not joined, which would take as long again.
  const ofBuilding = db
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.teamId, teamId), eq(listings.buildingId, buildingId ?? '')));
  return counting.where(
    and(
      eq(units.teamId, teamId),
      buildingId === null ? undefined : inArray(units.listingId, ofBuilding),
      or(and(eq(units.active, true), notInArray(units.listingId, selectArchived(db, teamId))), isTakenUnit),
    ),
  );
}

/**
 * A page of all units. Standalone listings and buildings come one after the other, as an index has them, and
 * the units of each are sorted on their own, so that PostgreSQL stops once the page is full.
 */
function selectUnitsByPlace(db: Executor, teamId: number, request: UnitsRequest) {
  const { limit, offset } = toLimitAndOffset(request.page);
  const place = alias(listings, 'place');
  const isListingOfPlace = or(eq(listings.id, place.id), eq(listings.buildingId, place.id));
  const shown = db
    .select({ ...calendarUnitColumns, listingSlug: sql<string>`${listings.slug}`.as('listing_slug') })
    .from(listings)
    .innerJoin(units, isUnitOfListing)
    .leftJoin(building, isBuildingOfListing)
    .where(and(eq(listings.teamId, teamId), isListingOfPlace, isShownUnit(request, isTaken(teamId, request))))
    .orderBy(asc(listings.publicTitle), asc(listings.slug), asc(units.name))
    .as('shown');
  return db
    .select(shownUnitColumns(shown))
    .from(place)
    .crossJoinLateral(shown)
    .where(and(eq(place.teamId, teamId), isNull(place.buildingId)))
    .orderBy(
      asc(place.publicTitle),
      asc(place.slug),
      asc(shown.listingTitle),
      asc(shown.listingSlug),
      asc(shown.name),
    )
    .limit(limit)
    .offset(offset);
}

const isUnitOfListing = and(eq(units.teamId, listings.teamId), eq(units.listingId, listings.id));

/**
 * Counts active units, without those of archived listings that nothing takes, and inactive ones that
 * something takes. Joining all units with their listings would take longer.
 */
async function countUnitsOfTeam(db: Executor, teamId: number, request: UnitsRequest): Promise<number> {
  const isTaken = isAmongTaken(db, teamId, request);
  const countUnits = (condition: SQL | undefined) =>
    sql<number>`(select count(*) from ${units} where ${and(eq(units.teamId, teamId), condition)})`;
  const isOfArchived = sql`${units.listingId} = any(array(${selectArchived(db, teamId)}))`;
  const { rows } = await db.execute<{ total: number }>(sql`
    select (${countUnits(eq(units.active, true))}
      - ${countUnits(and(isOfArchived, eq(units.active, true), not(isTaken)))}
      + ${countUnits(and(eq(units.active, false), isTaken))})::int as total`);
  return rows[0]?.total ?? 0;
}

const selectArchived = (db: Executor, teamId: number) =>
  db
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.teamId, teamId), eq(listings.status, 'archived')));

const isTaken = (teamId: number, { span: { startDate, endDate } }: UnitsRequest) =>
  exists(
    sql`(select 1 from ${occupancies} where ${and(
      eq(occupancies.teamId, teamId),
      eq(occupancies.unitId, units.id),
      isSharingNights(startDate, endDate),
    )})`,
  );

/** For many units: reads what takes units once, by its nights, instead of looking units up one by one. */
const isAmongTaken = (db: Executor, teamId: number, { span: { startDate, endDate } }: UnitsRequest) =>
  inArray(
    units.id,
    db
      .select({ unitId: occupancies.unitId })
      .from(occupancies)
      .where(and(eq(occupancies.teamId, teamId), isSharingNights(startDate, endDate))),
  );

function isShownUnit({ filter: { text } }: UnitsRequest, isTakenUnit: SQL) {
  const searchedNames = sql`lower(concat_ws(' ', ${units.name}, ${listings.publicTitle}, ${listings.nickname},
    ${building.publicTitle}, ${building.nickname}))`;
  return and(
    text === null ? undefined : sql`strpos(${searchedNames}, lower(${text})) > 0`,
    // Units that are no longer let are shown only if something takes them.
    or(and(eq(units.active, true), ne(listings.status, 'archived')), isTakenUnit),
  );
}
