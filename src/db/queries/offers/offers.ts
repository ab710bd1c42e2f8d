/** Everything that decides about a stay and its price: a listing's terms, inventory and charges. */
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { NightSpan } from '../../../domain/inventory.ts';
import type { Executor, Transaction } from '../../client.ts';
import { jsonRows } from '../../json-rows.ts';
import { prepared } from '../../prepared.ts';
import { occupancies } from '../../schema/bookings.ts';
import { dayOverrides, listings, seasons, units } from '../../schema/listings.ts';
import { teams } from '../../schema/teams.ts';
import { nightsOfUnit, takesNightsOf } from '../bookings/occupancies.ts';
import { dayColumns, seasonColumns, termsColumns } from '../listings/rates.ts';
import { building, buildingOfListing, isShown } from '../listings/site-listings.ts';
import { chargeColumns, couponParts, withCharges } from './offered-charges.ts';

const offeredColumns = {
  id: listings.id,
  publicTitle: listings.publicTitle,
  kind: listings.kind,
  status: listings.status,
  wholeBuildingBookable: listings.wholeBuildingBookable,
  currency: listings.currency,
  timezone: listings.timezone,
  ...termsColumns,
  securityDepositCents: listings.securityDepositCents,
  checkOutTime: listings.checkOutTime,
  ownPolicy: listings.cancellationPolicy,
  reseating: listings.reseating,
};
const buildingColumns = {
  id: building.id,
  status: building.status,
  listedOnSite: building.listedOnSite,
  cancellationPolicy: building.cancellationPolicy,
};
const teamColumns = {
  cancellationPolicy: teams.cancellationPolicy,
  reseating: teams.reseating,
  unitFixedDays: teams.unitFixedDays,
};

/** A listing by its id, in any status, or by its slug, if the booking site shows it. */
export type ListingName = { id: string } | { slug: string };

/** The placeholders that all statements here use. */
const of = {
  teamId: sql.placeholder('teamId'),
  firstNight: sql.placeholder('firstNight'),
  lastCheckOut: sql.placeholder('lastCheckOut'),
  firstDay: sql.placeholder('firstDay'),
  endOfDays: sql.placeholder('endOfDays'),
  now: sql.placeholder('now'),
};

/** A listing that meets a condition, with its terms and more. */
const offered = <More extends Record<string, SQL>>(db: Executor, more: More, condition: SQL | undefined) =>
  db
    .select({ listing: offeredColumns, building: buildingColumns, team: teamColumns, ...more })
    .from(listings)
    .innerJoin(teams, eq(teams.id, listings.teamId))
    .leftJoin(building, buildingOfListing)
    .where(and(eq(listings.teamId, of.teamId), condition));

type Offered = Awaited<ReturnType<typeof offeredById>>[number];

/** The row of a listing with the terms that it takes over from its building and its team. */
function termsOf<Row extends Offered>({ listing, building, team, ...more }: Row) {
  return {
    ...more,
    ...listing,
    buildingStatus: building?.status ?? null,
    policyOfBuilding: building?.cancellationPolicy ?? null,
    policyOfTeam: team.cancellationPolicy,
    reseating: listing.reseating ?? team.reseating,
    unitFixedDays: team.unitFixedDays,
  };
}

export type OfferedListing = ReturnType<typeof termsOf<Offered>>;

const hasId = eq(listings.id, sql.placeholder('id'));
const offeredById = prepared((db) => offered(db, {}, hasId));

const isShownBuilding = ({ building }: Pick<Offered, 'building'>): boolean =>
  building === null || (building.status === 'active' && building.listedOnSite);

/** Statements that find the listing of either kind of name. For a unit type, the site must also show its building. */
function byName<More extends Record<string, SQL>>(more: More) {
  const byId = prepared((db) => offered(db, more, hasId));
  const bySlug = prepared((db) =>
    offered(db, more, and(eq(listings.slug, sql.placeholder('slug')), isShown(listings))),
  );
  return async (db: Executor, named: ListingName, values: Record<string, unknown>) => {
    if ('id' in named) return (await byId(db, { ...values, ...named }))[0] ?? null;
    const [row] = await bySlug(db, { ...values, ...named });
    return row && isShownBuilding(row) ? row : null;
  };
}

const listingOf = byName({});

/** A listing with its terms, in any status, with the status of its building. */
export async function findOfferedListing(db: Executor, teamId: number, id: string) {
  const row = await listingOf(db, { id }, { teamId });
  return row && termsOf(row);
}

/** The same by slug, if the booking site shows the listing. */
export async function findOfferedSiteListing(db: Executor, teamId: number, slug: string) {
  const row = await listingOf(db, { slug }, { teamId });
  return row && termsOf(row);
}

/** Rows of a table of rates that belong to the statement's listing. */
const ratesOfListing = <Named extends Record<string, PgColumn>>(
  table: typeof seasons | typeof dayOverrides,
  columns: Named,
  ...concerning: SQL[]
) =>
  jsonRows(columns, {
    from: table,
    where: and(eq(table.teamId, of.teamId), eq(table.listingId, listings.id), ...concerning),
  });

/** The seasons and day overrides that concern any of the days. */
const ratesColumns = {
  seasons: ratesOfListing(
    seasons,
    seasonColumns,
    lt(seasons.startDate, of.endOfDays),
    gte(seasons.endDate, of.firstDay),
  ),
  days: ratesOfListing(
    dayOverrides,
    dayColumns,
    gte(dayOverrides.date, of.firstDay),
    lt(dayOverrides.date, of.endOfDays),
  ),
};

/** The day after the last night that a stay needs: its check-out, and the preparation nights after it. */
const endOfNights = (preparationDays: SQL | PgColumn) => sql`${of.lastCheckOut}::date + ${preparationDays}`;

/** A unit and nights that it is taken, or nulls. */
export type TakenUnit = { id: string; name: string; startDate: string | null; endDate: string | null };

/**
 * The active units that a listing sells (for a building those of all its unit types) and their occupancies on any of
 * the nights, except those of lapsed holds. There is one row for each unit and occupancy, and one with nulls for a unit
 * that is free.
 */
const takenUnits = {
  taken: jsonRows(
    {
      id: units.id,
      name: units.name,
      startDate: sql<string | null>`taken.start_date`,
      endDate: sql<string | null>`taken.end_date`,
    },
    {
      from: sql`${units} left join ${nightsOfUnit(units.id, of, endOfNights(listings.preparationDays))} as taken on true`,
      // A list, because a cluster plans a join of three tables at twice the cost of two.
      where: and(
        eq(units.teamId, of.teamId),
        eq(units.active, true),
        sql`${units.listingId} = any(${listings.id} || array(
          select sold.id from ${listings} as sold where sold.team_id = ${of.teamId} and sold.building_id = ${listings.id}))`,
      ),
    },
  ),
};

/** The nights from the first up to a last check-out, to which the preparation nights are added, and the days. */
export type OfferSpans = { nights: NightSpan; days: NightSpan };
type Wanted = OfferSpans & { now: Date };
type Priced = Wanted & { couponKey: string | null };
type LockedUnits = { unitIds: readonly string[]; preparationDays: number | null };

const valuesOf = (teamId: number, { nights, days, now }: Wanted) => ({
  teamId,
  firstNight: nights.startDate,
  lastCheckOut: nights.endDate,
  firstDay: days.startDate,
  endOfDays: days.endDate,
  now: now.toISOString(),
});

const calendarOf = byName({ ...takenUnits, ...ratesColumns });

/** A listing with everything that decides about its calendar, read by one statement. */
export async function findCalendarOffer(db: Executor, teamId: number, named: ListingName, wanted: Wanted) {
  const row = await calendarOf(db, named, valuesOf(teamId, wanted));
  return row && termsOf(row);
}

const pricedColumns = { ...ratesColumns, ...chargeColumns };
const quoteOf = byName({ ...takenUnits, ...pricedColumns });
const quoteWithCouponOf = byName({ ...takenUnits, ...pricedColumns, ...couponParts });

/** The same with everything that decides about a price. */
export async function findQuoteOffer(
  db: Executor,
  teamId: number,
  named: ListingName,
  { couponKey, ...wanted }: Priced,
) {
  const values = valuesOf(teamId, wanted);
  const row =
    couponKey === null
      ? await quoteOf(db, named, values)
      : await quoteWithCouponOf(db, named, { ...values, couponKey });
  return row && termsOf(withCharges(row));
}

const preparationDays = sql`coalesce(${sql.placeholder('preparationDays')}::int, ${listings.preparationDays})`;
const nightsOfUnits = jsonRows(
  {
    unitId: occupancies.unitId,
    startDate: occupancies.startDate,
    endDate: occupancies.endDate,
    bookingId: occupancies.bookingId,
    expiresAt: occupancies.expiresAt,
  },
  {
    from: sql`unnest(${sql.placeholder('unitIds')}::uuid[]) as wanted (unit_id)
      join ${occupancies} on ${occupancies.teamId} = ${of.teamId} and ${occupancies.unitId} = wanted.unit_id`,
    where: takesNightsOf(of.firstNight, endOfNights(preparationDays)),
  },
);

const lockedOffer = prepared((db) => offered(db, { taken: nightsOfUnits, ...pricedColumns }, hasId));
const lockedOfferWithCoupon = prepared((db) =>
  offered(db, { taken: nightsOfUnits, ...pricedColumns, ...couponParts }, hasId),
);

/**
 * A listing with everything that decides about a booking, read by one statement after its units are locked: their
 * occupancies on any of the nights, those of lapsed holds among them. `preparationDays` are those of the booking, null
 * for the listing's own.
 */
export async function findLockedOffer(
  tx: Transaction,
  teamId: number,
  id: string,
  { unitIds, preparationDays, couponKey, ...wanted }: LockedUnits & Priced,
) {
  const values = { ...valuesOf(teamId, wanted), id, unitIds, preparationDays };
  const [row] =
    couponKey === null
      ? await lockedOffer(tx, values)
      : await lockedOfferWithCoupon(tx, { ...values, couponKey });
  return row ? termsOf(withCharges(row)) : null;
}
