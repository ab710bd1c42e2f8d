import { findPlaceNames } from '../services/front-desk/places.ts';
import type { TeamScope } from '../services/team-scope.ts';
import { presentPlaceName } from './views/place-name.ts';

/** A listing that a page names. If its `buildingId` is not known, its building is looked for. */
type NamedListing = { id: string; publicTitle: string; buildingId?: string | null };

/** Names a place for members. A kind of room is named with its building. */
export type PresentPlace = (listing: NamedListing) => string;

/** Reads the buildings of the listings that a page names. */
export async function readPlaceNames(
  scope: TeamScope,
  listings: readonly NamedListing[],
): Promise<PresentPlace> {
  const mayBeInside = listings.filter(({ buildingId }) => buildingId !== null);
  const names = await findPlaceNames(
    scope,
    mayBeInside.map(({ id }) => id),
  );
  return ({ id, publicTitle }) => presentPlaceName(names.get(id) ?? { publicTitle, buildingTitle: null });
}
