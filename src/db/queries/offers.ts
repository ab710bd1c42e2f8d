/** Everything that decides about a stay and its price: a listing's terms, inventory and charges. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { CancellationPolicy } from '../../domain/cancellation-policy.ts';
import type { Fee, Tax } from '../../domain/charges.ts';
import type { Coupon } from '../../domain/coupon.ts';
import type { Discount } from '../../domain/discount.ts';
import type { NightSpan } from '../../domain/inventory.ts';
import type { DayOverride, Season } from '../../domain/rates.ts';
import type { Reseating } from '../../domain/vocabulary.ts';
import type { Executor, Transaction } from '../client.ts';
import { prepared } from '../prepared.ts';
import { bookings, occupancies } from '../schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../schema/charges.ts';
import { dayOverrides, listings, seasons, units } from '../schema/listings.ts';
import { teams } from '../schema/teams.ts';
import { jsonList, oneRow } from './json-list.ts';
import { isHeldAt, type TakenNights, takesNightsOf } from './occupancies.ts';
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
/** A listing by its id, in any status, or by its slug, if the booking site shows it. */
export type ListingName = { id: string } | { slug: string };

/** The placeholders that all statements here use. */
const of = {
  teamId: sql.placeholder('teamId'),
  couponKey: sql.placeholder('couponKey'),
  firstNight: sql.placeholder('firstNight'),
  lastCheckOut: sql.placeholder('lastCheckOut'),
  firstDay: sql.placeholder('firstDay'),
  endOfDays: sql.placeholder('endOfDays'),
  now: sql.placeholder('now'),
};

/** A listing that meets a condition, with its terms and more. */
const offered = <More extends Record<string, SQL>>(db: Executor, more: More, condition: SQL | undefined) =>
  db
    .select({ ...offeredColumns, ...more })
    .from(listings)
    .innerJoin(teams, eq(teams.id, listings.teamId))
    .leftJoin(building, and(eq(building.teamId, listings.teamId), eq(building.id, listings.buildingId)))
    .where(and(eq(listings.teamId, of.teamId), condition));

const hasId = eq(listings.id, sql.placeholder('id'));
/** For a unit type, the site must also show its building. */
const isShownWithSlug = and(eq(listings.slug, sql.placeholder('slug')), isShownOrInShownBuilding);

/** Statements that find the listing of either kind of name. */
function byName<More extends Record<string, SQL>>(more: More) {
  const byId = prepared((db) => offered(db, more, hasId));
  const bySlug = prepared((db) => offered(db, more, isShownWithSlug));
  return async (db: Executor, named: ListingName, values: Record<string, unknown>) => {
    const [row] =
      'id' in named ? await byId(db, { ...values, ...named }) : await bySlug(db, { ...values, ...named });
    return row ?? null;
  };
}

const termsOf = byName({});

/** A listing with its terms, in any status, with the status of its building. */
export const findOfferedListing = (db: Executor, teamId: number, id: string) =>
  termsOf(db, { id }, { teamId });

/** The same by slug, if the booking site shows the listing. */
export const findOfferedSiteListing = (db: Executor, teamId: number, slug: string) =>
  termsOf(db, { slug }, { teamId });

/** The seasons and day overrides that concern any of the days. */
const ratesColumns = {
  seasons: jsonList<Season>(sql`
    select start_date as "startDate", end_date as "endDate", nightly_cents as "nightlyCents",
      weekend_nightly_cents as "weekendNightlyCents", min_stay as "minStay", max_stay as "maxStay"
    from ${seasons}
    where team_id = ${of.teamId} and listing_id = ${listings.id}
      and start_date < ${of.endOfDays} and end_date >= ${of.firstDay}`),
  days: jsonList<DayOverride>(sql`
    select date, nightly_cents as "nightlyCents", min_stay as "minStay", max_stay as "maxStay",
      closed_for_arrival as "closedForArrival", closed_for_departure as "closedForDeparture", closed
    from ${dayOverrides}
    where team_id = ${of.teamId} and listing_id = ${listings.id}
      and date >= ${of.firstDay} and date < ${of.endOfDays}`),
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
  taken: jsonList<TakenUnit>(sql`
    select ${units.id}, ${units.name}, ${occupancies.startDate} as "startDate", ${occupancies.endDate} as "endDate"
    from ${listings} as sold
    join ${units} on ${units.teamId} = ${of.teamId} and ${units.listingId} = sold.id and ${units.active}
    left join ${occupancies} on ${occupancies.teamId} = ${of.teamId} and ${occupancies.unitId} = ${units.id}
      and ${takesNightsOf(of.firstNight, endOfNights(listings.preparationDays))} and ${isHeldAt(of.now)}
    where sold.team_id = ${of.teamId} and (sold.id = ${listings.id} or sold.building_id = ${listings.id})`),
};

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

const applies = sql`(listing_ids is null or ${listings.id} = any(listing_ids))`;
/** The fees, taxes and discounts that apply to the listing, and the coupon with that code (in lower case), if any. */
const chargeColumns = {
  ...chargeLists<unknown>(sql``, sql` and ${applies}`),
  coupons: jsonList<CouponRow>(sql`
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
export const findCalendarOffer = (db: Executor, teamId: number, named: ListingName, wanted: Wanted) =>
  calendarOf(db, named, valuesOf(teamId, wanted));

const quoteOf = byName({ ...takenUnits, ...ratesColumns, ...chargeColumns });

/** The same with everything that decides about a price. */
export async function findQuoteOffer(
  db: Executor,
  teamId: number,
  named: ListingName,
  { couponKey, ...wanted }: Priced,
) {
  const row = await quoteOf(db, named, { ...valuesOf(teamId, wanted), couponKey });
  return row && withCoupon(row);
}

const nightsOfUnits = jsonList<Omit<TakenNights, 'expiresAt'> & { expiresAt: string | null }>(sql`
  select ${occupancies.unitId} as "unitId", ${occupancies.startDate} as "startDate", ${occupancies.endDate} as "endDate",
    ${occupancies.bookingId} as "bookingId", ${occupancies.expiresAt} as "expiresAt"
  from unnest(${sql.placeholder('unitIds')}::uuid[]) as wanted (unit_id)
  join ${occupancies} on ${occupancies.teamId} = ${of.teamId} and ${occupancies.unitId} = wanted.unit_id
    and ${takesNightsOf(of.firstNight, endOfNights(sql`coalesce(${sql.placeholder('preparationDays')}::int, ${listings.preparationDays})`))}`);

const lockedOffer = prepared((db) =>
  offered(db, { nights: nightsOfUnits, ...ratesColumns, ...chargeColumns }, hasId),
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
  const values = { ...valuesOf(teamId, wanted), id, unitIds, preparationDays, couponKey };
  const [row] = await lockedOffer(tx, values);
  if (!row) return null;
  const { nights, ...rest } = withCoupon(row);
  const taken = nights.map((one): TakenNights => {
    const expiresAt = one.expiresAt === null ? null : new Date(one.expiresAt);
    return { ...one, expiresAt };
  });
  return { ...rest, taken };
}

type CouponRow = Omit<LoadedCoupon, 'redemptions'> & { live: number };

function withCoupon<Row extends { coupons: CouponRow[] }>({ coupons: [first], ...row }: Row) {
  if (!first) return { ...row, coupon: null };
  const { live, ...found } = first;
  const coupon: LoadedCoupon = { ...found, redemptions: live - found.lapsedIds.length };
  return { ...row, coupon };
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
