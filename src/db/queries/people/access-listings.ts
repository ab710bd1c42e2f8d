/** The listings to which members and tokens are limited (docs/rules.md, 27.30). */
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { accessListings } from '../../schema/access.ts';
import { listings } from '../../schema/listings.ts';
import { insertRows } from '../bulk.ts';
import { matches, placeholders } from '../statements.ts';

const selectListingIds = prepareQuery((db) =>
  db
    .select({ id: accessListings.listingId })
    .from(accessListings)
    .where(matches(accessListings, placeholders('teamId', 'holderId')))
    .orderBy(asc(accessListings.position)),
);

export async function listAccessListings(db: Executor, teamId: number, holderId: string): Promise<string[]> {
  return (await selectListingIds(db, { teamId, holderId })).map(({ id }) => id);
}

const selectListingsWithUnitTypes = prepareQuery((db) =>
  db
    .select({ id: accessListings.listingId, unitTypeId: listings.id })
    .from(accessListings)
    .leftJoin(
      listings,
      and(eq(listings.teamId, accessListings.teamId), eq(listings.buildingId, accessListings.listingId)),
    )
    .where(matches(accessListings, placeholders('teamId', 'holderId')))
    .orderBy(asc(accessListings.position)),
);

/** For each request of somebody limited: a building stands for its unit types. */
export async function listVisibleListings(db: Executor, teamId: number, holderId: string) {
  const rows = await selectListingsWithUnitTypes(db, { teamId, holderId });
  return {
    listings: [...new Set(rows.map(({ id }) => id))],
    unitTypes: rows.flatMap(({ unitTypeId }) => unitTypeId ?? []),
  };
}

/** By the id of the membership or the token. Those without any are left out. */
export async function listAccessListingsOfHolders(
  db: Executor,
  teamId: number,
  holderIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .select({
      holderId: accessListings.holderId,
      ids: sql<string[]>`array_agg(${accessListings.listingId} order by ${accessListings.position})`,
    })
    .from(accessListings)
    .where(matches(accessListings, { teamId, holderId: holderIds }))
    .groupBy(accessListings.holderId);
  return new Map(rows.map(({ holderId, ids }) => [holderId, ids]));
}

/** A unit type goes with its building. */
export const listGivableListings = (
  db: Executor,
  teamId: number,
  named: { id: readonly string[] } | { slug: readonly string[] },
) =>
  db
    .select({ id: listings.id, slug: listings.slug })
    .from(listings)
    .where(and(matches(listings, { teamId, ...named }), ne(listings.kind, 'unit_type')));

/** They are meant with their buildings. */
export async function listUnitTypesOfBuildings(db: Executor, teamId: number, buildingIds: readonly string[]) {
  if (buildingIds.length === 0) return [];
  return db
    .select({ id: listings.id, buildingId: listings.buildingId })
    .from(listings)
    .where(matches(listings, { teamId, buildingId: buildingIds }));
}

export async function replaceAccessListings(
  tx: Transaction,
  teamId: number,
  holderId: string,
  listingIds: readonly string[],
): Promise<void> {
  await deleteAccessListings(tx, teamId, [holderId]);
  await insertRows(
    tx,
    accessListings,
    listingIds.map((listingId, position) => ({ teamId, holderId, listingId, position })),
  );
}

/** Of members that are removed, and tokens that are revoked. */
export const deleteAccessListings = (tx: Transaction, teamId: number, holderIds: readonly string[]) =>
  tx.delete(accessListings).where(matches(accessListings, { teamId, holderId: holderIds }));

/** Of one that has become a unit type: nobody is limited to a part of a building. */
export const deleteAccessToListing = (tx: Transaction, teamId: number, listingId: string) =>
  tx.delete(accessListings).where(matches(accessListings, { teamId, listingId }));

export const deleteAccessToUnitTypes = (tx: Transaction, teamId: number) =>
  tx.execute(sql`
    delete from ${accessListings} using ${listings}
    where ${accessListings.teamId} = ${teamId} and ${listings.teamId} = ${teamId}
      and ${listings.id} = ${accessListings.listingId} and ${listings.kind} = 'unit_type'`);
