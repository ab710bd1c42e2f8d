import { and, asc, eq, gt, or, type Placeholder, type SQL, sql, type WithSubquery } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { StayDate } from '../../../domain/dates/dates.ts';
import type { NightSpan } from '../../../domain/inventory/inventory.ts';
import type { Executor, Transaction } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings, occupancies } from '../../schema/bookings.ts';
import { coupons } from '../../schema/charges.ts';
import { listings, units } from '../../schema/listings.ts';
import { insertRows } from '../bulk.ts';
import { couponsOfTeamSql, isListingOfUnit } from '../joins.ts';
import { isAnyOf, matches, placeholders } from '../statements.ts';

export type OccupancyRecord = typeof occupancies.$inferSelect;
export type LockedUnit = Awaited<ReturnType<typeof selectLockedUnits>>[number];

/**
 * Locks the units that a listing sells (for a building those of its unit types) and some others. Every lock
 * of units uses this one statement, so that the order is always the same, which prevents deadlocks. Nobody
 * else can sell the units' nights until the transaction ends.
 */
export const lockUnitsOfListing = (
  tx: Transaction,
  teamId: number,
  listingId: string,
  alsoUnitIds: readonly string[] = [],
) =>
  alsoUnitIds.length === 0
    ? selectLockedUnitsOfListing(tx, { teamId, listingId })
    : selectLockedUnitsOfListingAndOthers(tx, { teamId, listingId, alsoUnitIds });

// A subquery, because conditions of a join would make PostgreSQL read all units of the team.
const isUnitOfListing = sql`${units.listingId} = any(array(
  select sold.id from listings as sold where sold.team_id = ${sql.placeholder('teamId')}
    and (sold.id = ${sql.placeholder('listingId')} or sold.building_id = ${sql.placeholder('listingId')})))`;

const isUnitOfTeam = matches(units, placeholders('teamId'));
const isActiveUnitOfListing = and(isUnitOfTeam, eq(units.active, true), isUnitOfListing);

const selectLockedUnitsOfListing = prepareQuery((db) => selectLockedUnits(db, isActiveUnitOfListing));
const selectLockedUnitsOfListingAndOthers = prepareQuery((db) =>
  selectLockedUnits(
    db,
    and(
      isUnitOfTeam,
      or(and(eq(units.active, true), isUnitOfListing), isAnyOf(units.id, sql.placeholder('alsoUnitIds'))),
    ),
  ),
);

/**
 * The units that the booking occupies and those that its listing sells. A write must lock both before it
 * gives the booking other nights or another unit.
 */
export const lockUnitsOfBooking = (tx: Transaction, teamId: number, bookingId: string) =>
  selectLockedUnitsOfBooking(tx, { teamId, bookingId });

const isUnitOfBooking = or(
  and(
    eq(units.active, true),
    sql`${units.listingId} = any(array(
      select sold.id from bookings as booked
      join listings as sold on sold.team_id = booked.team_id
        and (sold.id = booked.listing_id or sold.building_id = booked.listing_id)
      where booked.team_id = ${sql.placeholder('teamId')} and booked.id = ${sql.placeholder('bookingId')}))`,
  ),
  sql`${units.id} = any(array(
    select held.unit_id from occupancies as held
    where held.team_id = ${sql.placeholder('teamId')} and held.booking_id = ${sql.placeholder('bookingId')}))`,
);

const selectLockedUnitsOfBooking = prepareQuery((db) =>
  selectLockedUnits(db, and(isUnitOfTeam, isUnitOfBooking)),
);

/** Also locks the units of the listing to which the booking may move. */
export const lockUnitsOfBookingAndListing = (
  tx: Transaction,
  teamId: number,
  bookingId: string,
  listingId: string,
) => selectLockedUnitsOfBookingAndListing(tx, { teamId, bookingId, listingId });

const selectLockedUnitsOfBookingAndListing = prepareQuery((db) =>
  selectLockedUnits(db, and(isUnitOfTeam, or(isUnitOfBooking, and(eq(units.active, true), isUnitOfListing)))),
);

/** Together with the units of the unit's building, if it has one. */
export const lockUnitsOfSameBuilding = (tx: Transaction, teamId: number, unitId: string) =>
  selectLockedUnits(
    tx,
    and(
      eq(units.teamId, teamId),
      or(
        eq(units.id, unitId),
        sql`${units.listingId} = any(array(
          select sold.id from units as own
          join listings as type on type.team_id = own.team_id and type.id = own.listing_id
          join listings as sold on sold.team_id = type.team_id and sold.building_id = type.building_id
          where own.team_id = ${teamId} and own.id = ${unitId}))`,
      ),
    ),
  );

const selectLockedUnitsAndCoupon = prepareQuery((db) => {
  const locked = db.$with('locked_units').as(selectLockedUnits(db, isActiveUnitOfListing));
  const coupon = db.$with('locked_coupon').as(
    db
      .select({ codeKey: sql<string>`${coupons.codeKey}`.as('code_key') })
      .from(couponsOfTeamSql)
      .where(and(matches(coupons, placeholders('teamId', 'codeKey')), isAfterLocking(locked)))
      .for('no key update'),
  );
  return db.with(locked, coupon).select().from(locked).where(isAfterLocking(coupon)).orderBy(asc(locked.id));
});

/**
 * `count(*) >= 0` is always true, but PostgreSQL can evaluate it only after it has read, and so locked, all
 * rows.
 */
const isAfterLocking = (part: WithSubquery) => sql`(select count(*) from ${part}) >= 0`;

/** The coupon comes after the units. Its redemptions cannot change before the transaction ends. */
export const lockUnitsAndCoupon = (tx: Transaction, teamId: number, listingId: string, codeKey: string) =>
  selectLockedUnitsAndCoupon(tx, { teamId, listingId, codeKey });

/** In ascending order, like every lock of units. */
export const lockUnits = (tx: Transaction, teamId: number, unitIds: readonly string[]) =>
  selectLockedUnits(tx, matches(units, { teamId, id: unitIds }));

function selectLockedUnits(db: Executor, condition: SQL | undefined) {
  return db
    .select({
      id: units.id,
      name: units.name,
      active: units.active,
      listingId: units.listingId,
      /** Null unless the listing is a unit type. */
      buildingId: listings.buildingId,
    })
    .from(units)
    .innerJoin(listings, isListingOfUnit)
    .where(condition)
    .orderBy(asc(units.id))
    .for('no key update', { of: units });
}

/**
 * The end date is not included. Written like the constraint `occupancies_no_overlap`, so that PostgreSQL uses
 * its index and skips a unit's past.
 */
export const isSharingNights = (startDate: Placeholder | SQL | string, endDate: Placeholder | SQL | string) =>
  sql`daterange(${occupancies.startDate}, ${occupancies.endDate}, '[)') && daterange(${startDate}, ${endDate}, '[)')`;

/** Nights of lapsed holds are free (docs/rules.md, 10.2). */
export const isNoLapsedOccupancyAt = (now: Placeholder | string) =>
  sql`(${occupancies.expiresAt} is null or ${occupancies.expiresAt} > ${now})`;

/**
 * A unit's occupancies in a span, by two steps in the primary key: its nights never overlap, so only the last
 * occupancy that begins by the first night can reach into the span. The index of the exclusion constraint
 * would be slower, because it compares every entry of each page that it reads, and PostgreSQL would choose it
 * if `unit_id` were compared by `=`: unit and date are compared as one row. Without both bounds a calendar
 * takes twice the time among a thousand teams.
 */
export const buildNightsOfUnitSql = (
  unitId: PgColumn,
  { teamId, firstNight, now }: Record<'teamId' | 'firstNight' | 'now', Placeholder>,
  end: SQL,
) => sql`lateral (
  select start_date, end_date from ${occupancies}
  where ${occupancies.teamId} = ${teamId} and ${occupancies.unitId} between ${unitId} and ${unitId}
    and (${occupancies.unitId}, ${occupancies.startDate}) < (${unitId}, ${end})
    and (${occupancies.unitId}, ${occupancies.startDate}) >= (${unitId}, coalesce((
      select last.start_date from ${occupancies} as last
      where last.team_id = ${teamId} and last.unit_id between ${unitId} and ${unitId}
        and (last.unit_id, last.start_date) <= (${unitId}, ${firstNight})
      order by last.unit_id desc, last.start_date desc
      limit 1), ${firstNight}))
    and ${occupancies.endDate} > ${firstNight} and ${isNoLapsedOccupancyAt(now)})`;

export const occupancyColumns = {
  unitId: occupancies.unitId,
  startDate: occupancies.startDate,
  endDate: occupancies.endDate,
  bookingId: occupancies.bookingId,
  expiresAt: occupancies.expiresAt,
};

const selectOccupanciesOfUnits = prepareQuery((db) =>
  db
    .select(occupancyColumns)
    // Looked up unit by unit, because `= any(…)` would compare each row with each unit of a large building.
    .from(sql`unnest(${sql.placeholder('unitIds')}::uuid[]) as requested (unit_id)`)
    .innerJoin(
      occupancies,
      and(
        matches(occupancies, placeholders('teamId')),
        eq(occupancies.unitId, sql`requested.unit_id`),
        isSharingNights(sql.placeholder('startDate'), sql.placeholder('endDate')),
      ),
    ),
);

export type UnitOccupancy = Awaited<ReturnType<typeof listOccupanciesOfUnits>>[number];

/** Includes lapsed holds. */
export const listOccupanciesOfUnits = (
  tx: Transaction,
  teamId: number,
  unitIds: readonly string[],
  span: NightSpan,
) => selectOccupanciesOfUnits(tx, { teamId, unitIds, ...span });

/** Of bookings that take a building as a whole and are not over, once for each, including lapsed holds. */
export const listNightsOfWholeBuildings = (
  tx: Transaction,
  teamId: number,
  buildingIds: readonly string[],
  today: StayDate,
) =>
  tx
    .selectDistinct({
      buildingId: bookings.listingId,
      bookingId: bookings.id,
      startDate: occupancies.startDate,
      endDate: occupancies.endDate,
      expiresAt: occupancies.expiresAt,
    })
    .from(bookings)
    .innerJoin(
      occupancies,
      and(eq(occupancies.teamId, bookings.teamId), eq(occupancies.bookingId, bookings.id)),
    )
    .where(
      and(
        matches(bookings, { teamId, wholeBuilding: true, listingId: buildingIds }),
        gt(occupancies.endDate, today),
      ),
    );

/** The exclusion constraint refuses the statement if any of the nights is taken. */
export const insertOccupancies = (
  tx: Transaction,
  teamId: number,
  rows: readonly Omit<OccupancyRecord, 'teamId' | 'changedAt'>[],
  changedAt: Date,
) =>
  insertRows(
    tx,
    occupancies,
    rows.map((row) => ({ teamId, ...row, changedAt })),
  );

/** When the nights become free by themselves, or null for never. */
export const updateNightsExpiry = (
  tx: Transaction,
  teamId: number,
  bookingId: string,
  expiresAt: Date | null,
) => tx.update(occupancies).set({ expiresAt }).where(matches(occupancies, { teamId, bookingId }));

export const deleteOccupanciesOfBooking = (tx: Transaction, teamId: number, bookingId: string) =>
  tx.delete(occupancies).where(matches(occupancies, { teamId, bookingId }));

export async function deleteOccupanciesOfBlocks(tx: Transaction, teamId: number, ids: readonly string[]) {
  if (ids.length === 0) return;
  await tx.delete(occupancies).where(matches(occupancies, { teamId, blockId: ids }));
}
