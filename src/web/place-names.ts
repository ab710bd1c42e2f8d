import { findPlaceNames } from '../services/place-names.ts';
import type { TeamScope } from '../services/team-scope.ts';
import { presentPlaceName } from './views/place-name.ts';

/** If `buildingId` is undefined, the building is looked for. */
type NamedListing = { id: string; publicTitle: string; buildingId?: string | null };

/** A kind of room is named with its building. */
export type PresentPlace = (listing: NamedListing) => string;

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
