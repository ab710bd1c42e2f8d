/** A team's charges, and the coupon of a request, as parts of the statements that read offers. */
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { CancellationPolicy } from '../../../domain/cancellation.ts';
import type { Coupon } from '../../../domain/coupon.ts';
import type { Fee, Tax } from '../../../domain/pricing/charges.ts';
import type { Discount } from '../../../domain/pricing/discounts.ts';
import type { Executor } from '../../client.ts';
import { jsonRows } from '../../json-rows.ts';
import { prepared } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../../schema/charges.ts';
import { listings } from '../../schema/listings.ts';
import { teams } from '../../schema/teams.ts';
import { building } from '../listings/site-listings.ts';
import { SEARCHED, type SearchScope } from './many-offers.ts';

/** A coupon with the lapsed holds that still have it, the first to lapse first. They are not among its redemptions. */
export type LoadedCoupon = Coupon & { lapsedIds: string[] };
export type LoadedCharges = { fees: Fee[]; taxes: Tax[]; discounts: Discount[]; coupon: LoadedCoupon | null };

const feeColumns = {
  code: fees.code,
  name: fees.name,
  basis: fees.basis,
  amountCents: fees.amountCents,
  percentPpm: fees.percentPpm,
  taxable: fees.taxable,
};
const taxColumns = {
  code: taxes.code,
  name: taxes.name,
  basis: taxes.basis,
  amountCents: taxes.amountCents,
  percentPpm: taxes.percentPpm,
  appliesToAccommodation: taxes.appliesToAccommodation,
  appliesToFees: taxes.appliesToFees,
  maxNights: taxes.maxNights,
  included: taxes.included,
};
const discountColumns = {
  code: discounts.code,
  name: discounts.name,
  kind: discounts.kind,
  percentPpm: discounts.percentPpm,
  minNights: discounts.minNights,
  daysBefore: discounts.daysBefore,
};
const couponColumns = {
  code: coupons.code,
  percentPpm: coupons.percentPpm,
  amountCents: coupons.amountCents,
  active: coupons.active,
  validFrom: coupons.validFrom,
  validUntil: coupons.validUntil,
  stayFrom: coupons.stayFrom,
  stayUntil: coupons.stayUntil,
  minNights: coupons.minNights,
  maxRedemptions: coupons.maxRedemptions,
  listingIds: coupons.listingIds,
};

type StoredTax = Pick<typeof taxes.$inferSelect, keyof typeof taxColumns>;
type StoredCoupon = Pick<typeof coupons.$inferSelect, keyof typeof couponColumns>;

const taxOf = <More>({ appliesToAccommodation, appliesToFees, ...tax }: StoredTax & More) => ({
  ...tax,
  appliesTo: [
    ...(appliesToAccommodation ? (['accommodation'] as const) : []),
    ...(appliesToFees ? (['fees'] as const) : []),
  ],
});

const ofTeam = (table: typeof fees | typeof taxes | typeof discounts) =>
  eq(table.teamId, sql.placeholder('teamId'));
/** Belongs to the team, and applies to the listing of the statement. */
const applies = (table: typeof fees | typeof taxes | typeof discounts) =>
  and(ofTeam(table), or(isNull(table.listingIds), sql`${listings.id} = any(${table.listingIds})`));

/** The charges that apply to the listing of the statement. */
export const chargeColumns = {
  fees: jsonRows(feeColumns, { from: fees, where: applies(fees) }),
  taxes: jsonRows(taxColumns, { from: taxes, where: applies(taxes) }),
  discounts: jsonRows(discountColumns, { from: discounts, where: applies(discounts) }),
};

const hasCoupon = and(
  eq(bookings.teamId, sql.placeholder('teamId')),
  eq(bookings.couponKey, sql.placeholder('couponKey')),
  ne(bookings.status, sql`'cancelled'`),
);
const hasLapsed = sql`${bookings.status} = 'pending' and ${bookings.expiresAt} <= ${sql.placeholder('now')}`;

/** The coupon with a code (in lower case), if there is one, and the bookings that have it. */
export const couponParts = {
  coupons: jsonRows(couponColumns, {
    from: coupons,
    where: and(
      eq(coupons.teamId, sql.placeholder('teamId')),
      eq(coupons.codeKey, sql.placeholder('couponKey')),
    ),
  }),
  uses: sql<CouponUses>`(select json_build_object('live', count(*), 'lapsedIds', coalesce(
      json_agg(${bookings.id} order by ${bookings.expiresAt}, ${bookings.id}) filter (where ${hasLapsed}), '[]'))
    from ${bookings} where ${hasCoupon})`,
};

type CouponUses = { live: number; lapsedIds: string[] };
type WithTaxes = { listing: { id: string }; taxes: StoredTax[] };
type WithCoupon = { coupons: StoredCoupon[]; uses: CouponUses };

/** The row of a statement with `chargeColumns`, and with `couponParts` if a coupon was requested. */
export function withCharges<Row extends WithTaxes & Partial<WithCoupon>>({
  taxes,
  coupons,
  uses,
  ...row
}: Row) {
  return {
    ...row,
    taxes: taxes.map((tax): Tax => taxOf(tax)),
    coupon: couponOf(row.listing.id, coupons?.[0], uses),
  };
}

function couponOf(
  listingId: string,
  found: StoredCoupon | undefined,
  uses: CouponUses | undefined,
): LoadedCoupon | null {
  if (!found || !uses) return null;
  const { listingIds, ...coupon } = found;
  return {
    ...coupon,
    appliesToListing: listingIds === null || listingIds.includes(listingId),
    redemptions: uses.live - uses.lapsedIds.length,
    lapsedIds: uses.lapsedIds,
  };
}

/** A charge, and the listings that it applies to. Null means all. */
export type OfListings<Charge> = Charge & { listingIds: string[] | null };
export type TeamCharges = {
  fees: OfListings<Fee>[];
  taxes: OfListings<Tax>[];
  discounts: OfListings<Discount>[];
  /** The team's own cancellation terms. */
  cancellationPolicy: CancellationPolicy | null;
  /** The number of listings that a search looks through. */
  searchedCount: number;
};

const countOfSearched = (scope: SearchScope) => sql<number>`(
  select count(*)::int
  from ${listings}
  left join ${listings} as ${building} on ${and(
    eq(building.teamId, sql.placeholder('teamId')),
    eq(building.id, listings.buildingId),
  )}
  where ${and(eq(listings.teamId, sql.placeholder('teamId')), SEARCHED[scope])})`;

const chargesBy = (scope: SearchScope) =>
  prepared((db) =>
    db
      .select({
        fees: jsonRows({ ...feeColumns, listingIds: fees.listingIds }, { from: fees, where: ofTeam(fees) }),
        taxes: jsonRows(
          { ...taxColumns, listingIds: taxes.listingIds },
          { from: taxes, where: ofTeam(taxes) },
        ),
        discounts: jsonRows(
          { ...discountColumns, listingIds: discounts.listingIds },
          { from: discounts, where: ofTeam(discounts) },
        ),
        cancellationPolicy: teams.cancellationPolicy,
        searchedCount: countOfSearched(scope),
      })
      .from(teams)
      .where(eq(teams.id, sql.placeholder('teamId'))),
  );
const charges = { team: chargesBy('team'), site: chargesBy('site') } satisfies Record<SearchScope, unknown>;

/** All fees, taxes and discounts of a team, its cancellation terms, and the number of listings that a search looks through. */
export async function loadTeamCharges(
  db: Executor,
  teamId: number,
  scope: SearchScope,
): Promise<TeamCharges> {
  const [row] = await charges[scope](db, { teamId });
  if (!row) return { fees: [], taxes: [], discounts: [], cancellationPolicy: null, searchedCount: 0 };
  return { ...row, taxes: row.taxes.map((tax): OfListings<Tax> => taxOf(tax)) };
}
