/** Everything that decides about a stay and its price: a listing's terms, inventory and charges. */
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { NightSpan } from '../../../domain/inventory.ts';
import type { Executor, Transaction } from '../../client.ts';
import { buildJsonRowsSql } from '../../json-rows.ts';
import { prepareQuery } from '../../prepared.ts';
import { occupancies } from '../../schema/bookings.ts';
import { dayOverrides, listings, seasons, units } from '../../schema/listings.ts';
import { teams } from '../../schema/teams.ts';
import { buildNightsOfUnitSql, isSharingNights, occupancyColumns } from '../bookings/occupancies.ts';
import { building, isBuildingOfListing, isListingShownOnSite } from '../listings/site-listings.ts';
import { firstRow, placeholders } from '../statements.ts';
import { dayOverrideColumns, listingOfferColumns, seasonColumns } from './columns.ts';
import { issuerColumn } from './issuer.ts';
import { chargeColumns, couponColumn, type LoadedCoupon } from './offered-charges.ts';

/** A listing by its id, in any status, or by its slug, if the booking site shows it. */
export type ListingKey = { id: string } | { slug: string };

const offerParams = placeholders('teamId', 'firstNight', 'lastCheckOut', 'firstDay', 'endOfDays', 'now');

/** A listing that meets a condition, with its terms and further columns. */
const selectListingWithOffer = <More extends Record<string, SQL>>(
  db: Executor,
  more: More,
  condition: SQL | undefined,
) =>
  db
    .select({
      ...listingOfferColumns,
      securityDepositCents: listings.securityDepositCents,
      checkOutTime: listings.checkOutTime,
      policyOfTeam: teams.cancellationPolicy,
      ...more,
    })
    .from(listings)
    .innerJoin(teams, eq(teams.id, listings.teamId))
    .leftJoin(building, isBuildingOfListing)
    .where(and(eq(listings.teamId, offerParams.teamId), condition));

const isListingWithId = eq(listings.id, sql.placeholder('id'));
const isShownWithSlug = and(eq(listings.slug, sql.placeholder('slug')), isListingShownOnSite);

/**
 * Statements that find a listing by its id or by its slug. If a listing on the site is a unit type, the site
 * must also show its building.
 */
function createListingFinder<More extends Record<string, SQL>>(more: More) {
  const selectById = prepareQuery((db) => selectListingWithOffer(db, more, isListingWithId));
  const selectBySlug = prepareQuery((db) => selectListingWithOffer(db, more, isShownWithSlug));
  return (db: Executor, named: ListingKey, values: Record<string, unknown>) =>
    firstRow(
      'id' in named ? selectById(db, { ...values, ...named }) : selectBySlug(db, { ...values, ...named }),
    );
}

const selectOfferedSiteListing = prepareQuery((db) => selectListingWithOffer(db, {}, isShownWithSlug));

export type OfferedListing = NonNullable<Awaited<ReturnType<typeof findOfferedSiteListing>>>;

/** A listing that the booking site shows, with its terms and the status of its building. */
export const findOfferedSiteListing = (db: Executor, teamId: number, slug: string) =>
  firstRow(selectOfferedSiteListing(db, { teamId, slug }));

const findRowWithFees = createListingFinder({ fees: chargeColumns.fees });

export const findListingWithFees = (db: Executor, teamId: number, named: ListingKey) =>
  findRowWithFees(db, named, { teamId });

/** The rows of a table of rates that belong to the statement's listing. */
const isRateOfListing = (table: typeof seasons | typeof dayOverrides) =>
  and(eq(table.teamId, offerParams.teamId), eq(table.listingId, listings.id));

const ratesColumns = {
  seasons: buildJsonRowsSql(seasonColumns, {
    from: seasons,
    where: and(
      isRateOfListing(seasons),
      lt(seasons.startDate, offerParams.endOfDays),
      gte(seasons.endDate, offerParams.firstDay),
    ),
  }),
  days: buildJsonRowsSql(dayOverrideColumns, {
    from: dayOverrides,
    where: and(
      isRateOfListing(dayOverrides),
      gte(dayOverrides.date, offerParams.firstDay),
      lt(dayOverrides.date, offerParams.endOfDays),
    ),
  }),
};

/** The day after the last night that a stay needs: its check-out, and the preparation nights after it. */
const buildEndOfNightsSql = (preparationDays: SQL | PgColumn) =>
  sql`${offerParams.lastCheckOut}::date + ${preparationDays}`;

/** A unit and one span of nights on which the unit is taken, or nulls if the unit is free. */
export type UnitWithNights = { id: string; name: string; startDate: string | null; endDate: string | null };

/**
 * The active units that a listing sells (for a building those of all its unit types) and their occupancies on
 * any of the nights, except those of lapsed holds. A free unit has one row with nulls, any other unit one row
 * for each occupancy.
 */
const takenUnitsColumn = {
  taken: buildJsonRowsSql(
    {
      id: units.id,
      name: units.name,
      startDate: sql<string | null>`taken.start_date`,
      endDate: sql<string | null>`taken.end_date`,
    },
    {
      from: sql`${units} left join ${buildNightsOfUnitSql(units.id, offerParams, buildEndOfNightsSql(listings.preparationDays))} as taken on true`,
      // Listings are compared with a list of ids, because a cluster plans a join of three tables at twice the cost of
      // two.
      where: and(
        eq(units.teamId, offerParams.teamId),
        eq(units.active, true),
        sql`${units.listingId} = any(${listings.id} || array(
          select sold.id from ${listings} as sold where sold.team_id = ${offerParams.teamId} and sold.building_id = ${listings.id}))`,
      ),
    },
  ),
};

/**
 * The span `nights` ends with the last check-out, after which the statement adds the preparation nights. The
 * span `days` contains the days whose rates and rules are read.
 */
type OfferSpans = { nights: NightSpan; days: NightSpan };
type OfferRequest = OfferSpans & { now: Date };
type OfferCouponKey = { couponKey: string | null };
type LockedUnitsOfOffer = { unitIds: readonly string[]; preparationDays: number | null };

const buildOfferValues = (teamId: number, { nights, days, now }: OfferRequest) => ({
  teamId,
  firstNight: nights.startDate,
  lastCheckOut: nights.endDate,
  firstDay: days.startDate,
  endOfDays: days.endDate,
  now: now.toISOString(),
});

const findCalendarRow = createListingFinder({ ...takenUnitsColumn, ...ratesColumns });

/** A listing with everything that decides about its calendar, read by one statement. */
export const findCalendarOffer = (db: Executor, teamId: number, named: ListingKey, request: OfferRequest) =>
  findCalendarRow(db, named, buildOfferValues(teamId, request));

const pricedColumns = { ...ratesColumns, ...chargeColumns };

/** The coupon of a row that was selected with `couponColumn`, or null. */
const toRowWithCoupon = <Row extends { coupons: LoadedCoupon[] }>({ coupons, ...row }: Row) => ({
  ...row,
  coupon: coupons[0] ?? null,
});

// Requests without a coupon have statements of their own. An unknown coupon makes a plan for these values
// look so much cheaper than one for any values that PostgreSQL would plan the whole statement anew each time.
const findQuoteRow = createListingFinder({ ...takenUnitsColumn, ...pricedColumns });
const findQuoteRowWithCoupon = createListingFinder({
  ...takenUnitsColumn,
  ...pricedColumns,
  ...couponColumn,
});

export async function findQuoteOffer(
  db: Executor,
  teamId: number,
  named: ListingKey,
  { couponKey, ...request }: OfferRequest & OfferCouponKey,
) {
  const values = buildOfferValues(teamId, request);
  if (couponKey === null) {
    const row = await findQuoteRow(db, named, values);
    return row && { ...row, coupon: null };
  }
  const row = await findQuoteRowWithCoupon(db, named, { ...values, couponKey });
  return row && toRowWithCoupon(row);
}

const preparationDaysSql = sql`coalesce(${sql.placeholder('preparationDays')}::int, ${listings.preparationDays})`;
const nightsOfUnitsSql = buildJsonRowsSql(occupancyColumns, {
  from: sql`unnest(${sql.placeholder('unitIds')}::uuid[]) as locked (unit_id)
    join ${occupancies} on ${occupancies.teamId} = ${offerParams.teamId} and ${occupancies.unitId} = locked.unit_id`,
  where: isSharingNights(offerParams.firstNight, buildEndOfNightsSql(preparationDaysSql)),
});

const lockedColumns = { taken: nightsOfUnitsSql, issuer: issuerColumn, ...pricedColumns };
const selectLockedOffer = prepareQuery((db) => selectListingWithOffer(db, lockedColumns, isListingWithId));
const selectLockedOfferWithCoupon = prepareQuery((db) =>
  selectListingWithOffer(db, { ...lockedColumns, ...couponColumn }, isListingWithId),
);

/**
 * A listing with its terms, inventory and charges, read by one statement after its units are locked, with the
 * units' occupancies on any of the nights, those of lapsed holds among them. `preparationDays` are the
 * booking's own number, or null for the listing's.
 */
export async function findLockedOffer(
  tx: Transaction,
  teamId: number,
  id: string,
  { unitIds, preparationDays, couponKey, ...request }: LockedUnitsOfOffer & OfferRequest & OfferCouponKey,
) {
  const values = { ...buildOfferValues(teamId, request), id, unitIds, preparationDays };
  if (couponKey === null) {
    const row = await firstRow(selectLockedOffer(tx, values));
    return row && { ...row, coupon: null };
  }
  const row = await firstRow(selectLockedOfferWithCoupon(tx, { ...values, couponKey }));
  return row && toRowWithCoupon(row);
}
