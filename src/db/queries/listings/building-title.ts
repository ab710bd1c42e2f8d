import { sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { listings } from '../../schema/listings.ts';
import { firstRow, matches } from '../statements.ts';

/** For queries that join `listings` to another table. Null if the listing is in no building. */
export const buildingTitle = sql<string | null>`(
  select building.public_title from ${listings} building
  where building.team_id = ${listings.teamId} and building.id = ${listings.buildingId})`;

/** Null if the listing is in no building. */
export async function findBuildingTitle(
  db: Executor,
  teamId: number,
  { buildingId }: { buildingId: string | null },
): Promise<string | null> {
  if (buildingId === null) return null;
  const isBuilding = matches(listings, { teamId, id: buildingId });
  const building = await firstRow(
    db.select({ title: listings.publicTitle }).from(listings).where(isBuilding),
  );
  return building?.title ?? null;
}
