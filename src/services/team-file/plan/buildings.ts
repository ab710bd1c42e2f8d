/** Unit types and their buildings (contract, section 4). */

import { MAX_UNIT_TYPES } from '../../../domain/limits.ts';
import { isBuilding, isInBuilding } from '../../../domain/listing.ts';
import { shown } from '../../catalogue/problems.ts';
import { contradictionsOfBuilding, inheritedFrom } from '../../team-data/inheritance.ts';
import type { ImportContext } from './context.ts';
import type { PlannedListing, PlannedListings } from './listings.ts';

/**
 * Gives a unit type its building's address, time zone and currency. The file may repeat them, but not contradict them.
 */
export function takeFromBuilding(
  context: ImportContext,
  { row, entry }: PlannedListing,
  planned: Pick<PlannedListings, 'bySlug' | 'byId'>,
): void {
  if (!isInBuilding(row.kind)) return;
  const building =
    entry?.value.building === undefined
      ? planned.byId.get(row.buildingId ?? '')
      : buildingOf(context, entry.place, entry.value.building, planned);
  if (!building) return;
  row.buildingId = building.row.id;
  if (entry) context.problems.addIssues(entry.place, contradictionsOfBuilding(entry.value, building.row));
  Object.assign(row, inheritedFrom(building.row));
}

/** The building with that slug. Reports a problem if there is none. */
export function buildingOf(
  context: ImportContext,
  place: string,
  slug: string | null | undefined,
  { bySlug }: Pick<PlannedListings, 'bySlug'>,
): PlannedListing | undefined {
  if (!slug) return undefined;
  const building = bySlug.get(slug);
  if (building && isBuilding(building.row.kind)) return building;
  if (building || !context.file.listings.byKey.has(slug)) {
    context.problems.add(place, `building must be the slug of a building, not ${shown(slug)}`);
  }
  return undefined;
}

export function checkUnitTypeCounts(
  context: ImportContext,
  byId: PlannedListings['byId'],
  unitTypesOf: PlannedListings['unitTypesOf'],
): void {
  for (const [buildingId, types] of unitTypesOf) {
    const place = types.find(({ entry }) => entry)?.entry?.place;
    if (place && types.length > MAX_UNIT_TYPES) {
      const slug = byId.get(buildingId)?.row.slug;
      context.problems.add(
        place,
        `building must have at most ${MAX_UNIT_TYPES} unit types, and ${shown(slug)} has ${types.length}`,
      );
    }
  }
}
