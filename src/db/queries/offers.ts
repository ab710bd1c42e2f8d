/** What decides whether a stay can be had and what it costs: a listing's terms, inventory and charges. */
import { and, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Fee, Tax } from '../../domain/charges.ts';
import type { Coupon } from '../../domain/coupon.ts';
import type { Discount } from '../../domain/discount.ts';
import type { NightSpan } from '../../domain/inventory.ts';
import type { DayOverride, Season } from '../../domain/rates.ts';
import type { Executor } from '../client.ts';
import { bookings, occupancies } from '../schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../schema/charges.ts';
import { dayOverrides, listings, seasons, units } from '../schema/listings.ts';
import { building, isShownOrInShownBuilding } from './site-listings.ts';

const offeredColumns = {
  id: listings.id,
  kind: listings.kind,
  status: listings.status,
  wholeBuildingBookable: listings.wholeBuildingBookable,
  currency: listings.currency,
  timezone: listings.timezone,
  nightlyCents: listings.nightlyCents,
  weekendNightlyCents: listings.weekendNightlyCents,
  weekendDays: listings.weekendDays,
  includedGuests: listings.includedGuests,
  extraGuestNightlyCents: listings.extraGuestNightlyCents,
  maxGuests: listings.maxGuests,
  minStay: listings.minStay,
  maxStay: listings.maxStay,
  advanceNoticeDays: listings.advanceNoticeDays,
  bookingWindowDays: listings.bookingWindowDays,
  preparationDays: listings.preparationDays,
  securityDepositCents: listings.securityDepositCents,
  checkOutTime: listings.checkOutTime,
  buildingStatus: building.status,
};

export type OfferedListing = NonNullable<Awaited<ReturnType<typeof findOfferedListing>>>;

/** A listing as it is offered, in any status, with the status of its building. */
export function findOfferedListing(db: Executor, teamId: number, id: string) {
  return findOffered(db, teamId, eq(listings.id, id));
}

/** The same by slug, where the booking site shows the listing; a unit type also needs its building shown. */
export function findOfferedSiteListing(db: Executor, teamId: number, slug: string) {
  return findOffered(db, teamId, and(eq(listings.slug, slug), isShownOrInShownBuilding));
}

async function findOffered(db: Executor, teamId: number, condition: SQL | undefined) {
  const [row] = await db
    .select(offeredColumns)
    .from(listings)
    .leftJoin(building, and(eq(building.teamId, listings.teamId), eq(building.id, listings.buildingId)))
    .where(and(eq(listings.teamId, teamId), condition));
  return row ?? null;
}

/**
 * The active units that a listing sells, a building those of all its unit types, with what takes them on any night of
 * the span: a row for each unit and occupancy, and one with nulls for a unit that nothing takes.
 */
export function listTakenUnits(db: Executor, teamId: number, listingId: string, span: NightSpan) {
  return db
    .select({
      id: units.id,
      name: units.name,
      startDate: occupancies.startDate,
      endDate: occupancies.endDate,
    })
    .from(listings)
    .innerJoin(
      units,
      and(eq(units.teamId, listings.teamId), eq(units.listingId, listings.id), eq(units.active, true)),
    )
    .leftJoin(
      occupancies,
      and(
        eq(occupancies.teamId, units.teamId),
        eq(occupancies.unitId, units.id),
        lt(occupancies.startDate, span.endDate),
        gt(occupancies.endDate, span.startDate),
      ),
    )
    .where(
      and(eq(listings.teamId, teamId), or(eq(listings.id, listingId), eq(listings.buildingId, listingId))),
    );
}

/** The seasons and day overrides of a listing that concern any day of the span. */
export async function loadSeasonsAndDays(
  db: Executor,
  teamId: number,
  listingId: string,
  span: NightSpan,
): Promise<{ seasons: Season[]; days: DayOverride[] }> {
  const { rows } = await db.execute<{ seasons: Season[]; days: DayOverride[] }>(sql`
    select ${jsonList(sql`
      select start_date as "startDate", end_date as "endDate", nightly_cents as "nightlyCents",
        weekend_nightly_cents as "weekendNightlyCents", min_stay as "minStay", max_stay as "maxStay"
      from ${seasons}
      where team_id = ${teamId} and listing_id = ${listingId}
        and start_date < ${span.endDate} and end_date >= ${span.startDate}`)} as seasons,
    ${jsonList(sql`
      select date, nightly_cents as "nightlyCents", min_stay as "minStay", max_stay as "maxStay",
        closed_for_arrival as "closedForArrival", closed_for_departure as "closedForDeparture", closed
      from ${dayOverrides}
      where team_id = ${teamId} and listing_id = ${listingId}
        and date >= ${span.startDate} and date < ${span.endDate}`)} as days`);
  return rows[0] ?? { seasons: [], days: [] };
}

export type LoadedCharges = { fees: Fee[]; taxes: Tax[]; discounts: Discount[]; coupon: Coupon | null };

/** The fees, taxes and discounts that apply to a listing, and the coupon of that code (in lower case), if any. */
export async function loadCharges(
  db: Executor,
  teamId: number,
  listingId: string,
  couponKey: string | null,
): Promise<LoadedCharges> {
  const applies = sql`(listing_ids is null or ${listingId}::uuid = any(listing_ids))`;
  const { rows } = await db.execute<Omit<LoadedCharges, 'coupon'> & { coupons: Coupon[] }>(sql`
    select ${jsonList(sql`
      select code, name, basis, amount_cents as "amountCents", percent_ppm as "percentPpm", taxable
      from ${fees} where team_id = ${teamId} and ${applies}`)} as fees,
    ${jsonList(sql`
      select code, name, basis, amount_cents as "amountCents", percent_ppm as "percentPpm",
        array_remove(array[case when applies_to_accommodation then 'accommodation' end,
          case when applies_to_fees then 'fees' end], null) as "appliesTo",
        max_nights as "maxNights", included
      from ${taxes} where team_id = ${teamId} and ${applies}`)} as taxes,
    ${jsonList(sql`
      select code, name, kind, percent_ppm as "percentPpm", min_nights as "minNights", days_before as "daysBefore"
      from ${discounts} where team_id = ${teamId} and ${applies}`)} as discounts,
    ${jsonList(sql`
      select code, percent_ppm as "percentPpm", amount_cents as "amountCents", active,
        valid_from as "validFrom", valid_until as "validUntil", stay_from as "stayFrom", stay_until as "stayUntil",
        min_nights as "minNights", max_redemptions as "maxRedemptions", ${applies} as "appliesToListing",
        (select count(*) from ${bookings}
          where ${bookings.teamId} = ${teamId} and ${bookings.couponKey} = ${couponKey}
            and ${bookings.status} <> 'cancelled') as redemptions
      from ${coupons} where team_id = ${teamId} and code_key = ${couponKey}`)} as coupons`);
  const { coupons: found, ...charges } = rows[0] ?? { fees: [], taxes: [], discounts: [], coupons: [] };
  return { ...charges, coupon: found[0] ?? null };
}

/** A query's rows as one JSON list, so that several queries are one round trip. Dates stay texts that way. */
const jsonList = (query: SQL) => sql`(select coalesce(json_agg(row), '[]') from (${query}) as row)`;
