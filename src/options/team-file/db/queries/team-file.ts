/** Whole rows, so that an import can compare them with its team file. */
import { and, eq, getTableColumns, isNull, ne, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import type { PersonRecord } from '../../../../db/queries/people/people.ts';
import { firstRow, isAnyOf, matches } from '../../../../db/queries/statements.ts';
import { lockTeam, type TeamRecord } from '../../../../db/queries/teams/teams.ts';
import { accessListings } from '../../../../db/schema/access.ts';
import { bookings } from '../../../../db/schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../../../../db/schema/charges.ts';
import { dayOverrides, listings, photos, seasons, units } from '../../../../db/schema/listings.ts';
import { memberships, people, teams, tokens } from '../../../../db/schema/teams.ts';

export const findTeamRecordBySlug = (db: Executor, slug: string): Promise<TeamRecord | null> =>
  firstRow(db.select().from(teams).where(eq(teams.slug, slug)));

/** Two imports of one team then run one after the other. */
export async function lockTeamBySlug(tx: Transaction, slug: string): Promise<TeamRecord | null> {
  const known = await findTeamRecordBySlug(tx, slug);
  if (known) await lockTeam(tx, known.id);
  return known && findTeamRecordBySlug(tx, slug);
}

/** By how many live bookings a coupon exceeds its maximum, which a team file may lower. */
export async function updateCouponsOverMaximum(tx: Transaction, teamId: number): Promise<void> {
  await tx.execute(sql`
    update ${coupons} set redeemed_beyond = counted.beyond
    from (select code_key, greatest(0, (select count(*) from ${bookings}
        where ${bookings.teamId} = ${teamId} and ${bookings.couponKey} = code_key
          and ${bookings.status} <> 'cancelled') - max_redemptions) as beyond
      from coupons where team_id = ${teamId}) as counted
    where ${coupons.teamId} = ${teamId} and ${coupons.codeKey} = counted.code_key
      and ${coupons.redeemedBeyond} <> counted.beyond`);
}

/** By emails in lower case, whatever their team. */
export const listPeopleByEmail = (tx: Transaction, emailKeys: readonly string[]): Promise<PersonRecord[]> =>
  tx.select().from(people).where(isAnyOf(people.emailKey, emailKeys)).orderBy(people.emailKey);

/** Nobody else can set their passwords or add them to a team. Returns the rows as they are under the lock. */
export const lockPeople = (tx: Transaction, ids: readonly string[]): Promise<PersonRecord[]> =>
  tx.select().from(people).where(isAnyOf(people.id, ids)).orderBy(people.emailKey).for('no key update');

export async function listPeopleInOtherTeams(tx: Transaction, teamId: number, personIds: readonly string[]) {
  const rows = await tx
    .selectDistinct({ personId: memberships.personId })
    .from(memberships)
    .where(and(ne(memberships.teamId, teamId), isAnyOf(memberships.personId, personIds)));
  return new Set(rows.map(({ personId }) => personId));
}

/** Of members and tokens that are limited to listings, by the id of the membership or the token. */
export async function listAccessSlugs(tx: Transaction, teamId: number): Promise<Map<string, string[]>> {
  const rows = await tx
    .select({
      holderId: accessListings.holderId,
      slugs: sql<string[]>`array_agg(${listings.slug} order by ${accessListings.position})`,
    })
    .from(accessListings)
    .innerJoin(
      listings,
      and(eq(listings.teamId, accessListings.teamId), eq(listings.id, accessListings.listingId)),
    )
    .where(matches(accessListings, { teamId }))
    .groupBy(accessListings.holderId);
  return new Map(rows.map(({ holderId, slugs }) => [holderId, slugs]));
}

export const listLiveTokenRecords = (tx: Transaction, teamId: number) =>
  tx
    .select()
    .from(tokens)
    .where(and(eq(tokens.teamId, teamId), isNull(tokens.revokedAt)))
    .orderBy(tokens.name);

/**
 * Valid tokens of all teams. Never tell a caller to which team a token belongs that was found by its hash.
 */
export function listTokenIdsByHash(tx: Transaction, hashes: readonly string[]) {
  return tx
    .select({ id: tokens.id, tokenHash: tokens.tokenHash })
    .from(tokens)
    .where(and(isAnyOf(tokens.tokenHash, hashes), isNull(tokens.revokedAt)));
}

/** What entries of a team file can name. */
export const loadCatalogue = async (tx: Transaction, teamId: number) => ({
  listings: await tx.select().from(listings).where(eq(listings.teamId, teamId)),
  units: await tx.select().from(units).where(eq(units.teamId, teamId)),
  ...(await loadChargeRecords(tx, teamId)),
});

export type ChargeRecords = Awaited<ReturnType<typeof loadChargeRecords>>;

export const loadChargeRecords = async (tx: Transaction, teamId: number) => ({
  fees: await tx.select().from(fees).where(eq(fees.teamId, teamId)).orderBy(fees.code),
  taxes: await tx.select().from(taxes).where(eq(taxes.teamId, teamId)).orderBy(taxes.code),
  discounts: await tx.select().from(discounts).where(eq(discounts.teamId, teamId)).orderBy(discounts.code),
  coupons: await tx.select().from(coupons).where(eq(coupons.teamId, teamId)).orderBy(coupons.code),
});

type ListingIdsOfParts = { photos: readonly string[]; seasons: readonly string[]; days: readonly string[] };

/** In the order in which they are shown. */
export async function loadListingParts(tx: Transaction, teamId: number, ids: ListingIdsOfParts) {
  const of = (table: typeof photos | typeof seasons | typeof dayOverrides, listingId: readonly string[]) =>
    matches(table, { teamId, listingId });
  return {
    photos: await tx.select().from(photos).where(of(photos, ids.photos)).orderBy(photos.sortOrder, photos.id),
    seasons: await tx.select().from(seasons).where(of(seasons, ids.seasons)).orderBy(seasons.startDate),
    days: await tx.select().from(dayOverrides).where(of(dayOverrides, ids.days)).orderBy(dayOverrides.date),
  };
}

/** With the slugs of their listings. */
export const listPhotosWithAddresses = (db: Executor, teamId: number, addresses: readonly string[]) =>
  db
    .select({ ...getTableColumns(photos), listingSlug: listings.slug })
    .from(photos)
    .innerJoin(listings, and(eq(listings.teamId, photos.teamId), eq(listings.id, photos.listingId)))
    .where(
      and(
        eq(photos.teamId, teamId),
        or(
          isAnyOf(photos.thumbnailUrl, addresses),
          isAnyOf(photos.mediumUrl, addresses),
          isAnyOf(photos.originalUrl, addresses),
        ),
      ),
    );
