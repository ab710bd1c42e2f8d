import { and, asc, eq, or, type Placeholder, type SQL, sql, type WithSubquery } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { NightSpan } from '../../../domain/inventory.ts';
import type { Executor, Transaction } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { occupancies } from '../../schema/bookings.ts';
import { coupons } from '../../schema/charges.ts';
import { listings, units } from '../../schema/listings.ts';
import { insertRows } from '../bulk.ts';
import { isListingOfUnit } from '../joins.ts';
import { isAnyOf, matches, placeholders } from '../statements.ts';

export type OccupancyRecord = typeof occupancies.$inferSelect;
export type LockedUnit = Awaited<ReturnType<typeof selectLockedUnits>>[number];

/**
 * Locks the units that a listing sells (for a building those of all its unit types) and some other units, and returns
 * them. One statement always locks units in the same order, so nobody else can sell their nights meanwhile, and there
 * are no deadlocks.
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

// The listings are found in a subquery: as conditions of a join, they would read all units of the team.
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
 * Locks the units that a booking occupies and those that its listing sells, in the order of all locks of
 * units. Only a write that has locked these units may give the booking other nights or another unit.
 */
export const lockUnitsOfBooking = (tx: Transaction, teamId: number, bookingId: string) =>
  selectLockedUnitsOfBooking(tx, { teamId, bookingId });

/** Units that are occupied by the booking, or sold by its listing. */
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

/**
 * Locks the units that a booking occupies, those that its listing sells, and those of another listing to which the
 * booking may move.
 */
export const lockUnitsOfBookingAndListing = (
  tx: Transaction,
  teamId: number,
  bookingId: string,
  listingId: string,
) => selectLockedUnitsOfBookingAndListing(tx, { teamId, bookingId, listingId });

const selectLockedUnitsOfBookingAndListing = prepareQuery((db) =>
  selectLockedUnits(db, and(isUnitOfTeam, or(isUnitOfBooking, and(eq(units.active, true), isUnitOfListing)))),
);

const selectLockedUnitsAndCoupon = prepareQuery((db) => {
  const locked = db.$with('locked_units').as(selectLockedUnits(db, isActiveUnitOfListing));
  const coupon = db.$with('locked_coupon').as(
    db
      .select({ codeKey: coupons.codeKey })
      .from(coupons)
      .where(and(matches(coupons, placeholders('teamId', 'codeKey')), isAfterLocking(locked)))
      .for('no key update'),
  );
  return db.with(locked, coupon).select().from(locked).where(isAfterLocking(coupon)).orderBy(asc(locked.id));
});

/**
 * This condition is always true, but PostgreSQL can evaluate it only after all rows of a part have been read,
 * and so locked.
 */
const isAfterLocking = (part: WithSubquery) => sql`(select count(*) from ${part}) >= 0`;

/**
 * Locks the units that a listing sells, and after them a coupon: its redemptions cannot change before the
 * transaction ends.
 */
export const lockUnitsAndCoupon = (tx: Transaction, teamId: number, listingId: string, codeKey: string) =>
  selectLockedUnitsAndCoupon(tx, { teamId, listingId, codeKey });

/** Locks these units, sorted by id like every lock of units. */
export const lockUnits = (tx: Transaction, teamId: number, unitIds: readonly string[]) =>
  selectLockedUnits(tx, matches(units, { teamId, id: unitIds }));

function selectLockedUnits(db: Executor, condition: SQL | undefined) {
  return db
    .select({
      id: units.id,
      name: units.name,
      active: units.active,
      listingId: units.listingId,
      /** The building that the unit's type belongs to. */
      buildingId: listings.buildingId,
    })
    .from(units)
    .innerJoin(listings, isListingOfUnit)
    .where(condition)
    .orderBy(asc(units.id))
    .for('no key update', { of: units });
}

/**
 * Occupancies of any night between two dates, the second not included. The condition repeats the expression of
 * `occupancies_no_overlap`, whose index skips all of a unit's past.
 */
export const isSharingNights = (startDate: Placeholder | SQL | string, endDate: Placeholder | SQL | string) =>
  sql`daterange(${occupancies.startDate}, ${occupancies.endDate}, '[)') && daterange(${startDate}, ${endDate}, '[)')`;

/** Occupancies that are not those of lapsed holds, whose nights are free (docs/rules.md, 10.2). */
export const isNoLapsedOccupancyAt = (now: Placeholder | string) =>
  sql`(${occupancies.expiresAt} is null or ${occupancies.expiresAt} > ${now})`;

/**
 * The nights of one unit from the first up to an end, except those of lapsed holds, by two steps in the
 * primary key: as a unit's nights never overlap, of the occupancies that begin by the first night only the
 * last can reach into it. The index of the exclusion constraint would compare every entry of each page.
 * PostgreSQL would prefer that index if `unit_id` were equal to something, so rows are compared, within
 * bounds that say how few they are. Without bounds on the compared rows, a calendar and the availability of a
 * stay take twice the time among a thousand teams.
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

/** Nights that are taken, and the booking or block that takes them. */
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
    // Occupancies are looked up unit by unit, because `= any(…)` would compare each row with each unit of a
    // large building.
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

/** The occupancies of these units on any night of the span, those of lapsed holds among them. */
export const listOccupanciesOfUnits = (
  tx: Transaction,
  teamId: number,
  unitIds: readonly string[],
  span: NightSpan,
) => selectOccupanciesOfUnits(tx, { teamId, unitIds, ...span });

/**
 * Stores occupancies of units, changed now. If any night of the new occupancies is taken, the exclusion
 * constraint refuses all of them.
 */
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

/**
 * Sets when a booking's nights become free by themselves. Null means that the booking's nights never become
 * free by themselves.
 */
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
