import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { NightSpan } from '../../../domain/inventory/inventory.ts';
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

/** By id, whatever its status, or by slug, if the booking site shows it. */
export type ListingKey = { id: string } | { slug: string };

const offerParams = placeholders('teamId', 'firstNight', 'lastCheckOut', 'firstDay', 'endOfDays', 'now');

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

/** By id and by slug. The booking site shows a unit type only if it also shows its building. */
function createListingFinder<More extends Record<string, SQL>>(more: More) {
  const selectById = prepareQuery((db) => selectListingWithOffer(db, more, isListingWithId));
  const selectBySlug = prepareQuery((db) => selectListingWithOffer(db, more, isShownWithSlug));
  return (db: Executor, named: ListingKey, values: Record<string, unknown>) =>
    firstRow(
      'id' in named ? selectById(db, { ...values, ...named }) : selectBySlug(db, { ...values, ...named }),
    );
}

const selectOfferedSiteListing = prepareQuery((db) => selectListingWithOffer(db, {}, isShownWithSlug));

export type OfferedListing = NonNullable<Awaited<ReturnType<typeof findSiteListingWithTerms>>>;

/** With the status of its building. */
export const findSiteListingWithTerms = (db: Executor, teamId: number, slug: string) =>
  firstRow(selectOfferedSiteListing(db, { teamId, slug }));

const findRowWithFees = createListingFinder({ fees: chargeColumns.fees });

export const findListingWithFees = (db: Executor, teamId: number, named: ListingKey) =>
  findRowWithFees(db, named, { teamId });

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

/** The check-out plus the preparation nights. */
const buildEndOfNightsSql = (preparationDays: SQL | PgColumn) =>
  sql`${offerParams.lastCheckOut}::date + ${preparationDays}`;

/** Nulls if the unit is free. */
export type UnitWithNights = { id: string; name: string; startDate: string | null; endDate: string | null };

/**
 * Active units (for a building, those of its unit types), without nights of lapsed holds. A free unit has one
 * row with nulls, any other one row for each span.
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
      // Listings are passed as a list of ids, because Citus takes twice as long to plan a join of three
      // tables as one of two.
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
 * `nights` ends at the last check-out: the statement adds the preparation nights. `days` are those whose
 * rates and rules are read.
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

/** One statement for everything that a calendar needs. */
export const findCalendarOffer = (db: Executor, teamId: number, named: ListingKey, request: OfferRequest) =>
  findCalendarRow(db, named, buildOfferValues(teamId, request));

const pricedColumns = { ...ratesColumns, ...chargeColumns };

const toRowWithCoupon = <Row extends { coupons: LoadedCoupon[] }>({ coupons, ...row }: Row) => ({
  ...row,
  coupon: coupons[0] ?? null,
});

// Separate statements, because PostgreSQL would plan one shared statement anew each time: a plan for no
// coupon looks much cheaper than one for any coupon.
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
const isTakenInOffer = isSharingNights(offerParams.firstNight, buildEndOfNightsSql(preparationDaysSql));
const nightsOfUnitSql = buildJsonRowsSql(occupancyColumns, {
  from: occupancies,
  where: and(
    eq(occupancies.teamId, offerParams.teamId),
    eq(occupancies.unitId, sql.placeholder('unitId')),
    isTakenInOffer,
  ),
});
const nightsOfUnitsSql = buildJsonRowsSql(occupancyColumns, {
  from: sql`unnest(${sql.placeholder('unitIds')}::uuid[]) as locked (unit_id)
    join ${occupancies} on ${occupancies.teamId} = ${offerParams.teamId} and ${occupancies.unitId} = locked.unit_id`,
  where: isTakenInOffer,
});

/**
 * For one unit and for several, because PostgreSQL would plan one for a list of units at each request: it
 * expects ten units, so the plan for any list looks dearer than planning.
 */
function createLockedOfferFinder<More extends Record<string, SQL>>(more: More) {
  const shared = { issuer: issuerColumn, ...pricedColumns, ...more };
  const selectByUnit = prepareQuery((db) =>
    selectListingWithOffer(db, { taken: nightsOfUnitSql, ...shared }, isListingWithId),
  );
  const selectByUnits = prepareQuery((db) =>
    selectListingWithOffer(db, { taken: nightsOfUnitsSql, ...shared }, isListingWithId),
  );
  return (tx: Transaction, unitIds: readonly string[], values: Record<string, unknown>) =>
    firstRow(
      unitIds.length === 1
        ? selectByUnit(tx, { ...values, unitId: unitIds[0] })
        : selectByUnits(tx, { ...values, unitIds }),
    );
}

const findLockedRow = createLockedOfferFinder({});
const findLockedRowWithCoupon = createLockedOfferFinder(couponColumn);

/**
 * After the units are locked. The taken nights include those of lapsed holds, which the caller may cancel.
 * `preparationDays` is the booking's own number, or null for the listing's.
 */
export async function findLockedOffer(
  tx: Transaction,
  teamId: number,
  id: string,
  { unitIds, preparationDays, couponKey, ...request }: LockedUnitsOfOffer & OfferRequest & OfferCouponKey,
) {
  const values = { ...buildOfferValues(teamId, request), id, preparationDays };
  if (couponKey === null) {
    const row = await findLockedRow(tx, unitIds, values);
    return row && { ...row, coupon: null };
  }
  const row = await findLockedRowWithCoupon(tx, unitIds, { ...values, couponKey });
  return row && toRowWithCoupon(row);
}
