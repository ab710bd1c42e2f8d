import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { occupancies } from '../../schema/bookings.ts';
import { dayOverrides, listings } from '../../schema/listings.ts';
import { isNoLapsedOccupancyAt, isSharingNights } from '../bookings/occupancies.ts';
import { placeholders } from '../statements.ts';
import { createCatalogueQuestion } from './catalogue.ts';
import { selectPartsOfRows } from './parts.ts';

export type NightsTuple = [unitId: string, startDate: string, endDate: string];
export type DayTuple = [
  listingId: string,
  date: string,
  nightlyCents: number | null,
  minStay: number | null,
  maxStay: number | null,
  closedForArrival: boolean,
  closedForDeparture: boolean,
  closed: boolean,
];

/**
 * The nights `[firstNight, endOfNights)`, after which come preparation nights, and the days `[firstDay,
 * endOfDays)`.
 */
type NightsValues = {
  firstNight: string;
  endOfNights: string;
  /** The most preparation nights of a listing, or null if only the statement knows them. */
  preparationDays: number | null;
  firstDay: string;
  endOfDays: string;
  now: string;
};
type NamedValues = NightsValues & { unitIds: readonly string[]; listingIds: readonly string[] };

const params = placeholders(
  'teamId',
  'firstNight',
  'endOfNights',
  'preparationDays',
  'firstDay',
  'endOfDays',
  'now',
  'unitIds',
  'listingIds',
);

const longest = alias(listings, 'longest');
const longestPreparationSql = sql`coalesce(${params.preparationDays}::int,
  (select max(${longest.preparationDays}) from ${listings} as ${longest} where ${eq(longest.teamId, params.teamId)}), 0)`;
const isTaken = and(
  eq(occupancies.teamId, params.teamId),
  isSharingNights(params.firstNight, sql`${params.endOfNights}::date + ${longestPreparationSql}`),
  isNoLapsedOccupancyAt(params.now),
);
const isDay = and(
  eq(dayOverrides.teamId, params.teamId),
  gte(dayOverrides.date, params.firstDay),
  lt(dayOverrides.date, params.endOfDays),
);

const selectNights = (from: SQL) =>
  selectPartsOfRows('nights', [occupancies.unitId, occupancies.startDate, occupancies.endDate], from);
const selectDays = (from: SQL) =>
  selectPartsOfRows(
    'days',
    [
      dayOverrides.listingId,
      dayOverrides.date,
      dayOverrides.nightlyCents,
      dayOverrides.minStay,
      dayOverrides.maxStay,
      dayOverrides.closedForArrival,
      dayOverrides.closedForDeparture,
      dayOverrides.closed,
    ],
    from,
  );

export const nightsOfTeam = createCatalogueQuestion<NightsValues>([
  selectNights(sql`${occupancies} where ${isTaken}`),
  selectDays(sql`${dayOverrides} where ${isDay}`),
]);

/** Looked up one by one. */
export const nightsOfUnits = createCatalogueQuestion<NamedValues>([
  selectNights(sql`unnest(${params.unitIds}::uuid[]) as named (unit_id)
    join ${occupancies} on ${and(isTaken, eq(occupancies.unitId, sql`named.unit_id`))}`),
  selectDays(sql`unnest(${params.listingIds}::uuid[]) as named (listing_id)
    join ${dayOverrides} on ${and(isDay, eq(dayOverrides.listingId, sql`named.listing_id`))}`),
]);

/**
 * For many units: picked from the nights and days of the whole team. With `=` or `any` in the inner query,
 * PostgreSQL would look the units up one by one.
 */
export const nightsAmongUnits = createCatalogueQuestion<NamedValues>([
  selectNights(sql`(select * from ${occupancies} where ${isTaken} offset 0) as ${occupancies}
    join unnest(${params.unitIds}::uuid[]) as named (unit_id) on ${eq(occupancies.unitId, sql`named.unit_id`)}`),
  selectDays(sql`(select * from ${dayOverrides} where ${isDay} offset 0) as ${dayOverrides}
    join unnest(${params.listingIds}::uuid[]) as named (listing_id) on ${eq(dayOverrides.listingId, sql`named.listing_id`)}`),
]);

export const nothingElse = createCatalogueQuestion<object>([]);
