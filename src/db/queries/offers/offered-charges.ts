/** A team's charges and a request's coupon, for statements that read a listing's terms. */
import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Coupon } from '../../../domain/coupon.ts';
import type { Fee, Tax } from '../../../domain/pricing/charges.ts';
import type { Discount } from '../../../domain/pricing/discounts.ts';
import type { TaxTarget } from '../../../domain/vocabulary.ts';
import type { Executor } from '../../client.ts';
import { buildJsonRowsSql } from '../../json-rows.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../../schema/charges.ts';
import { listings } from '../../schema/listings.ts';
import { teams } from '../../schema/teams.ts';
import { couponsOfTeamSql } from '../joins.ts';
import { columnsExcept, firstRow, matches, placeholders } from '../statements.ts';

/**
 * `lapsedIds` are lapsed holds that still refer to the coupon, the first to lapse first. They do not count as
 * redemptions.
 */
export type LoadedCoupon = Coupon & { lapsedIds: string[] };
export type LoadedCharges = { fees: Fee[]; taxes: Tax[]; discounts: Discount[]; coupon: LoadedCoupon | null };

const feeColumns = columnsExcept(fees, 'teamId', 'listingIds');
const discountColumns = columnsExcept(discounts, 'teamId', 'listingIds');
const { appliesToAccommodation, appliesToFees, ...ownTaxColumns } = columnsExcept(
  taxes,
  'teamId',
  'listingIds',
);
const taxColumns = {
  ...ownTaxColumns,
  appliesTo: sql<TaxTarget[]>`array_remove(array[
    case when ${appliesToAccommodation} then 'accommodation' end, case when ${appliesToFees} then 'fees' end], null)`,
};

const teamPlaceholder = placeholders('teamId');
type ChargeTable = typeof fees | typeof taxes | typeof discounts;
const isOfTeam = (table: ChargeTable) => eq(table.teamId, teamPlaceholder.teamId);
const isChargeOfListing = (table: ChargeTable) =>
  and(isOfTeam(table), or(isNull(table.listingIds), sql`${listings.id} = any(${table.listingIds})`));

export const chargeColumns = {
  fees: buildJsonRowsSql(feeColumns, { from: fees, where: isChargeOfListing(fees) }),
  taxes: buildJsonRowsSql(taxColumns, { from: taxes, where: isChargeOfListing(taxes) }),
  discounts: buildJsonRowsSql(discountColumns, { from: discounts, where: isChargeOfListing(discounts) }),
};

const bookingsOfTeamSql = sql`public.${bookings}`;
const couponColumns = columnsExcept(coupons, 'teamId', 'codeKey', 'redeemedBeyond', 'listingIds');
const isBookingWithCoupon = and(
  matches(bookings, placeholders('teamId', 'couponKey')),
  ne(bookings.status, sql`'cancelled'`),
);
const isLapsedHold = sql`${bookings.status} = 'pending' and ${bookings.expiresAt} <= ${sql.placeholder('now')}`;

/** The coupon with a code (in lower case), if there is one, and the holds that use it. */
export const couponColumn = {
  coupons: buildJsonRowsSql(
    {
      ...couponColumns,
      appliesToListing: sql<boolean>`${coupons.listingIds} is null or ${listings.id} = any(${coupons.listingIds})`,
      redemptions: sql<number>`(select count(*) from ${bookingsOfTeamSql} where ${isBookingWithCoupon} and (${isLapsedHold}) is not true)`,
      lapsedIds: sql<string[]>`(
        select coalesce(json_agg(${bookings.id} order by ${bookings.expiresAt}, ${bookings.id}), '[]')
        from ${bookingsOfTeamSql} where ${isBookingWithCoupon} and ${isLapsedHold})`,
    },
    {
      from: couponsOfTeamSql,
      where: matches(coupons, { ...teamPlaceholder, codeKey: sql.placeholder('couponKey') }),
    },
  ),
};

const selectChargesOfListing = prepareQuery((db) =>
  db
    .select(chargeColumns)
    .from(listings)
    .where(matches(listings, placeholders('teamId', 'id'))),
);

/** Without the rest of the listing's offer. */
export async function loadChargesOfListing(db: Executor, teamId: number, id: string) {
  const charges = await firstRow(selectChargesOfListing(db, { teamId, id }));
  if (!charges) throw new Error('The listing of a booking does not exist.');
  return charges;
}

/** Null for all listings. */
export type WithListingIds<Charge> = Charge & { listingIds: string[] | null };
const allOfTeam = <Columns extends Record<string, PgColumn | SQL>>(columns: Columns, table: ChargeTable) =>
  buildJsonRowsSql({ ...columns, listingIds: table.listingIds }, { from: table, where: isOfTeam(table) });

export const teamChargeColumns = {
  fees: allOfTeam(feeColumns, fees),
  taxes: allOfTeam(taxColumns, taxes),
  discounts: allOfTeam(discountColumns, discounts),
  policyOfTeam: teams.cancellationPolicy,
};

const selectTeamCharges = prepareQuery((db) =>
  db.select(teamChargeColumns).from(teams).where(eq(teams.id, teamPlaceholder.teamId)),
);

export type TeamCharges = NonNullable<Awaited<ReturnType<typeof loadTeamCharges>>>;

export const loadTeamCharges = (db: Executor, teamId: number) => firstRow(selectTeamCharges(db, { teamId }));
