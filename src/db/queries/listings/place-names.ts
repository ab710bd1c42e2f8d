import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../client.ts';
import { listings } from '../../schema/listings.ts';
import { matches } from '../statements.ts';

/** For a left join, because a standalone listing is in no building. */
export const buildings = alias(listings, 'buildings');
export const isBuildingOfListing = and(
  eq(buildings.teamId, listings.teamId),
  eq(buildings.id, listings.buildingId),
);

/** By title, each building followed by its unit types. For queries that join `buildings`. */
export const byPlaceTitle = [
  asc(sql`coalesce(${buildings.publicTitle}, ${listings.publicTitle})`),
  asc(sql`coalesce(${buildings.slug}, ${listings.slug})`),
  asc(isNotNull(listings.buildingId)),
  asc(listings.publicTitle),
  asc(listings.slug),
];

export const listPlaceNames = (db: Executor, teamId: number, limit: number) =>
  db
    .select({
      id: listings.id,
      slug: listings.slug,
      publicTitle: listings.publicTitle,
      kind: listings.kind,
      status: listings.status,
      currency: listings.currency,
      buildingTitle: buildings.publicTitle,
    })
    .from(listings)
    .leftJoin(buildings, isBuildingOfListing)
    .where(matches(listings, { teamId }))
    .orderBy(...byPlaceTitle)
    .limit(limit);

export const listPlaceNamesById = (db: Executor, teamId: number, ids: readonly string[]) =>
  db
    .select({
      id: listings.id,
      publicTitle: listings.publicTitle,
      buildingTitle: buildings.publicTitle,
    })
    .from(listings)
    .leftJoin(buildings, isBuildingOfListing)
    .where(matches(listings, { teamId, id: ids }));
