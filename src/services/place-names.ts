import { listPlaceNames, listPlaceNamesById } from '../db/queries/listings/place-names.ts';
import { MAX_LISTINGS_OF_CHARGE } from '../domain/limits.ts';
import type { ReadScope } from './team-scope.ts';

export type PlaceName = Awaited<ReturnType<typeof listPlaceNames>>[number];

/** By title, each building followed by its unit types, at most as many as one charge may name. */
export const listPlaceNamesOfTeam = ({ db, teamId }: ReadScope): Promise<PlaceName[]> =>
  listPlaceNames(db, teamId, MAX_LISTINGS_OF_CHARGE);

/** By the listing's id. */
export async function findPlaceNames({ db, teamId }: ReadScope, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await listPlaceNamesById(db, teamId, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}
