import type { UnitRecord } from '../../../db/queries/team-file/team-file.ts';
import { MAX_UNITS } from '../../../domain/limits.ts';
import { needsUnit } from '../../../domain/listing.ts';
import { shown } from '../../catalogue/problems.ts';
import { differs } from '../../catalogue/rows.ts';
import { given } from '../../team-data/merging.ts';
import type { ImportContext } from './context.ts';
import type { PlannedListing } from './listings.ts';

/** Plans the units of every listing. The file's units are matched by name. Units that the file leaves out stay. */
export function planUnits(
  context: ImportContext,
  listings: readonly PlannedListing[],
  stored: readonly UnitRecord[],
): void {
  const storedOf = Map.groupBy(stored, (unit) => unit.listingId);
  const listingOf = new Map(stored.map((unit) => [unit.id, unit.listingId]));
  for (const listing of listings) {
    planUnitsOf(context, listing, storedOf.get(listing.row.id) ?? [], listingOf);
    for (const unit of listing.units) listing.unitsByName.set(unit.name, unit);
  }
}

function planUnitsOf(
  context: ImportContext,
  listing: PlannedListing,
  stored: readonly UnitRecord[],
  listingOf: ReadonlyMap<string, string>,
): void {
  const { entry, row } = listing;
  const place = entry?.place ?? '';
  const refuse = (index: number, must: string, id: string | null | undefined) =>
    context.problems.add(place, `units[${index}].id must ${must}, not ${shown(id)}`);
  const byName = new Map(stored.map((unit) => [unit.name, unit]));
  const byId = new Map(stored.map((unit) => [unit.id, unit]));
  const claimed = new Set<string>();
  for (const [index, unit] of unitEntries(listing).entries()) {
    const { id, name } = unit;
    const sameName = byName.get(name);
    if (id && (listingOf.get(id) ?? row.id) !== row.id)
      refuse(index, "not be that of another listing's unit", id);
    if (sameName && id && sameName.id !== id) refuse(index, 'be the stored one or left out', id);
    const before = sameName ?? (id ? byId.get(id) : undefined);
    if (before && claimed.has(before.id)) refuse(index, 'not be that of another unit in the file', before.id);
    const planned: UnitRecord = {
      teamId: context.teamId,
      id: before?.id ?? id ?? context.newId(),
      listingId: row.id,
      name,
      active: given(unit.active, before?.active, true),
    };
    claimed.add(planned.id);
    listing.units.push(planned);
    if (differs(before, planned)) listing.changedUnits.push(planned);
  }
  listing.units.push(...stored.filter((unit) => !claimed.has(unit.id)));
  if (entry && listing.units.length > MAX_UNITS) {
    context.problems.add(place, `units must be at most ${MAX_UNITS}, not ${listing.units.length}`);
  }
}

/** The file's units. A new standalone listing that names none gets one, named like its title. */
function unitEntries({ entry, row, stored }: PlannedListing) {
  const units = entry?.value.units;
  const needsOne = entry && !stored && needsUnit(row.kind) && !units;
  return needsOne ? [{ id: null, name: row.publicTitle, active: true }] : (units ?? []);
}
