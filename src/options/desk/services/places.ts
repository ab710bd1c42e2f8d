import type { PageOfRows, PageRequest } from '../../../domain/page.ts';
import { type Unit, wasUnitEverTaken } from '../../../services/catalogue/units.ts';
import { listListingsNamed } from '../../../services/listings.ts';
import type { ReadScope } from '../../../services/team-scope.ts';
import {
  type PlaceRow,
  findPlace as selectPlace,
  listPlaces as selectPlaces,
  listUnitTypes as selectUnitTypes,
  findUsesOfPlace as selectUses,
  findUsesOfUnit as selectUsesOfUnit,
} from '../db/queries/places.ts';

export type Place = PlaceRow;
export type UsesOfPlace = NonNullable<Awaited<ReturnType<typeof selectUses>>>;

export const findPlace = ({ db, teamId }: ReadScope, id: string): Promise<Place | null> =>
  selectPlace(db, teamId, id);

/** By title, each building followed by its unit types. `text` is part of a title or nickname. */
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

/** What forbids it, and what would go with the place. */
export const findUsesOfPlace = ({ db, teamId }: ReadScope, id: string): Promise<UsesOfPlace | null> =>
  selectUses(db, teamId, id);

export type UsesOfUnit = NonNullable<Awaited<ReturnType<typeof findUsesOfUnit>>>;

/** Also whether it was ever taken, so that it cannot be deleted. */
export async function findUsesOfUnit({ db, teamId }: ReadScope, unit: Unit) {
  const uses = await selectUsesOfUnit(db, teamId, unit.id);
  if (!uses) return null;
  const isTaken = uses.bookings + uses.blocks + uses.occupancies > 0;
  return {
    bookings: uses.bookings,
    feeds: uses.feeds,
    isUsed: isTaken || (await wasUnitEverTaken({ db, teamId }, unit)),
  };
}
