/** Everything that decides about a stay and its price: a listing's terms, inventory and charges. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { CancellationPolicy } from '../../domain/cancellation-policy.ts';
import type { Fee, Tax } from '../../domain/charges.ts';
import type { Coupon } from '../../domain/coupon.ts';
import type { Discount } from '../../domain/discount.ts';
import type { NightSpan } from '../../domain/inventory.ts';
import type { DayOverride, Season } from '../../domain/rates.ts';
import type { Reseating } from '../../domain/vocabulary.ts';
import type { Executor } from '../client.ts';
import { prepared } from '../prepared.ts';
import { bookings, occupancies } from '../schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../schema/charges.ts';
import { dayOverrides, listings, seasons, units } from '../schema/listings.ts';
import { teams } from '../schema/teams.ts';
import { jsonList } from './json-list.ts';
import { isHeldAt, takesNightsOf } from './occupancies.ts';
import { building, isShownOrInShownBuilding, policyColumns } from './site-listings.ts';

const offeredColumns = {
  id: listings.id,
  publicTitle: listings.publicTitle,
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
  ...policyColumns,
  reseating: sql<Reseating>`coalesce(${listings.reseating}, ${teams.reseating})`,
  unitFixedDays: teams.unitFixedDays,
};

export type OfferedListing = NonNullable<Awaited<ReturnType<typeof findOfferedListing>>>;

/** The placeholders that all statements here use. */
const of = {
  teamId: sql.placeholder('teamId'),
  listingId: sql.placeholder('listingId'),
  couponKey: sql.placeholder('couponKey'),
  startDate: sql.placeholder('startDate'),
  endDate: sql.placeholder('endDate'),
  now: sql.placeholder('now'),
};

const offered = (db: Executor, condition: SQL | undefined) =>
  db
    .select(offeredColumns)
    .from(listings)
    .innerJoin(teams, eq(teams.id, listings.teamId))
    .leftJoin(building, and(eq(building.teamId, listings.teamId), eq(building.id, listings.buildingId)))
    .where(and(eq(listings.teamId, of.teamId), condition));

const offeredById = prepared((db) => offered(db, eq(listings.id, of.listingId)));
const offeredBySlug = prepared((db) =>
  offered(db, and(eq(listings.slug, sql.placeholder('slug')), isShownOrInShownBuilding)),
);

/** A listing with its terms, in any status, with the status of its building. */
export async function findOfferedListing(db: Executor, teamId: number, listingId: string) {
  const [row] = await offeredById(db, { teamId, listingId });
  return row ?? null;
}

/** The same by slug, if the booking site shows the listing. For a unit type, the site must also show its building. */
export async function findOfferedSiteListing(db: Executor, teamId: number, slug: string) {
  const [row] = await offeredBySlug(db, { teamId, slug });
  return row ?? null;
}

const takenUnits = prepared((db) =>
  db
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
        takesNightsOf(of.startDate, of.endDate),
        isHeldAt(of.now),
      ),
    )
    .where(
      and(
        eq(listings.teamId, of.teamId),
        or(eq(listings.id, of.listingId), eq(listings.buildingId, of.listingId)),
      ),
    ),
);

/**
 * The active units that a listing sells (for a building those of all its unit types) and their occupancies on any night
 * of the span, except those of lapsed holds. There is one row for each unit and occupancy, and one with nulls for a
 * unit that is free.
 */
export const listTakenUnits = (
  db: Executor,
  teamId: number,
  { listingId, now }: { listingId: string; now: Date },
  span: NightSpan,
) => takenUnits(db, { teamId, listingId, ...span, now: now.toISOString() });

/** The source row of a statement that consists of such lists only. */
const oneRow = sql`(values (1)) as one`;

const seasonsAndDays = prepared((db) =>
  db
    .select({
      seasons: jsonList<Season>(sql`
        select start_date as "startDate", end_date as "endDate", nightly_cents as "nightlyCents",
          weekend_nightly_cents as "weekendNightlyCents", min_stay as "minStay", max_stay as "maxStay"
        from ${seasons}
        where team_id = ${of.teamId} and listing_id = ${of.listingId}
          and start_date < ${of.endDate} and end_date >= ${of.startDate}`),
      days: jsonList<DayOverride>(sql`
        select date, nightly_cents as "nightlyCents", min_stay as "minStay", max_stay as "maxStay",
          closed_for_arrival as "closedForArrival", closed_for_departure as "closedForDeparture", closed
        from ${dayOverrides}
        where team_id = ${of.teamId} and listing_id = ${of.listingId}
          and date >= ${of.startDate} and date < ${of.endDate}`),
    })
    .from(oneRow),
);

/** The seasons and day overrides of a listing that concern any day of the span. */
export async function loadSeasonsAndDays(
  db: Executor,
  teamId: number,
  listingId: string,
  span: NightSpan,
): Promise<{ seasons: Season[]; days: DayOverride[] }> {
  const [row] = await seasonsAndDays(db, { teamId, listingId, ...span });
  return row ?? { seasons: [], days: [] };
}

/** A coupon with the lapsed holds that still have it, the first to lapse first. They are not among its redemptions. */
export type LoadedCoupon = Coupon & { lapsedIds: string[] };
export type LoadedCharges = { fees: Fee[]; taxes: Tax[]; discounts: Discount[]; coupon: LoadedCoupon | null };

/** A team's fees, taxes and discounts that meet a condition, with additional columns. */
const chargeLists = <More>(more: SQL, condition: SQL) => ({
  fees: jsonList<Fee & More>(sql`
    select code, name, basis, amount_cents as "amountCents", percent_ppm as "percentPpm", taxable${more}
    from ${fees} where team_id = ${of.teamId}${condition}`),
  taxes: jsonList<Tax & More>(sql`
    select code, name, basis, amount_cents as "amountCents", percent_ppm as "percentPpm",
      array_remove(array[case when applies_to_accommodation then 'accommodation' end,
        case when applies_to_fees then 'fees' end], null) as "appliesTo",
      max_nights as "maxNights", included${more}
    from ${taxes} where team_id = ${of.teamId}${condition}`),
  discounts: jsonList<Discount & More>(sql`
    select code, name, kind, percent_ppm as "percentPpm", min_nights as "minNights",
      days_before as "daysBefore"${more}
    from ${discounts} where team_id = ${of.teamId}${condition}`),
});

const applies = sql`(listing_ids is null or ${of.listingId}::uuid = any(listing_ids))`;
const charges = prepared((db) =>
  db
    .select({
      ...chargeLists<unknown>(sql``, sql` and ${applies}`),
      coupons: jsonList<Omit<LoadedCoupon, 'redemptions'> & { live: number }>(sql`
        select code, percent_ppm as "percentPpm", amount_cents as "amountCents", active,
          valid_from as "validFrom", valid_until as "validUntil", stay_from as "stayFrom",
          stay_until as "stayUntil", min_nights as "minNights", max_redemptions as "maxRedemptions",
          ${applies} as "appliesToListing",
          (select count(*) from ${bookings}
            where ${bookings.teamId} = ${of.teamId} and ${bookings.couponKey} = ${of.couponKey}
              and ${bookings.status} <> 'cancelled') as live,
          (select coalesce(json_agg(id order by ${bookings.expiresAt}, id), '[]') from ${bookings}
            where ${bookings.teamId} = ${of.teamId} and ${bookings.couponKey} = ${of.couponKey}
              and ${bookings.status} = 'pending' and ${bookings.expiresAt} <= ${of.now}) as "lapsedIds"
        from ${coupons} where team_id = ${of.teamId} and code_key = ${of.couponKey}`),
    })
    .from(oneRow),
);

/** The fees, taxes and discounts that apply to a listing, and the coupon with that code (in lower case), if any. */
export async function loadCharges(
  db: Executor,
  teamId: number,
  { listingId, couponKey, now }: { listingId: string; couponKey: string | null; now: Date },
): Promise<LoadedCharges> {
  const [row] = await charges(db, { teamId, listingId, couponKey, now: now.toISOString() });
  const { coupons: found, ...rest } = row ?? { fees: [], taxes: [], discounts: [], coupons: [] };
  const [first] = found;
  if (!first) return { ...rest, coupon: null };
  const { live, ...coupon } = first;
  return { ...rest, coupon: { ...coupon, redemptions: live - coupon.lapsedIds.length } };
}

/** A charge, and the listings that it applies to. Null means all. */
export type OfListings<Charge> = Charge & { listingIds: string[] | null };
export type TeamCharges = {
  fees: OfListings<Fee>[];
  taxes: OfListings<Tax>[];
  discounts: OfListings<Discount>[];
  /** The team's own cancellation terms. */
  cancellationPolicy: CancellationPolicy | null;
};

const chargesOfTeam = prepared((db) =>
  db
    .select({
      ...chargeLists<{ listingIds: string[] | null }>(sql`, listing_ids as "listingIds"`, sql``),
      cancellationPolicy: sql<CancellationPolicy | null>`
        (select cancellation_policy from ${teams} where id = ${of.teamId})`,
    })
    .from(oneRow),
);

/** All fees, taxes and discounts of a team, and its cancellation terms. */
export async function loadTeamCharges(db: Executor, teamId: number): Promise<TeamCharges> {
  const [row] = await chargesOfTeam(db, { teamId });
  return row ?? { fees: [], taxes: [], discounts: [], cancellationPolicy: null };
}
