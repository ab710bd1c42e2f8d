/** A team's places as its pages show them. */
import {
  countUsesOfUnit,
  type PlaceRow,
  findPlace as selectPlace,
  listPlaces as selectPlaces,
  listUnitTypes as selectUnitTypes,
  findUsesOfPlace as selectUses,
} from '../../db/queries/front-desk/places.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import { isUnitUsed, type Unit } from '../catalogue/units.ts';
import { listListingsNamed } from '../listings.ts';
import type { ReadScope } from '../team-scope.ts';

/** A place with its building, if it is in one, and what it has of units and pictures. */
export type Place = PlaceRow;
export type UsesOfPlace = NonNullable<Awaited<ReturnType<typeof selectUses>>>;

export const findPlace = ({ db, teamId }: ReadScope, id: string): Promise<Place | null> =>
  selectPlace(db, teamId, id);

/** One page of places by title, each building followed by its unit types. `text` is part of a title or nickname. */
export async function listPlaces(
  { db, teamId }: ReadScope,
  text: string | null,
  page: PageRequest,
): Promise<PageOfRows<Place>> {
  const ids = text === null ? null : await listListingsNamed(db, teamId, text);
  return selectPlaces(db, teamId, ids, page);
}

export const listUnitTypesOfPlace = ({ db, teamId }: ReadScope, id: string): Promise<Place[]> =>
  selectUnitTypes(db, teamId, id);

/** What hangs on a place: what forbids to delete it, and what would go with it. */
export const findUsesOfPlace = ({ db, teamId }: ReadScope, id: string): Promise<UsesOfPlace | null> =>
  selectUses(db, teamId, id);

export type UsesOfUnit = Awaited<ReturnType<typeof readUsesOfUnit>>;

/** What hangs on a unit: its bookings and channels, and whether it may be deleted. */
export const readUsesOfUnit = async ({ db, teamId }: ReadScope, unit: Unit) => ({
  ...(await countUsesOfUnit(db, teamId, unit.id)),
  isUsed: await isUnitUsed({ db, teamId }, unit),
});
