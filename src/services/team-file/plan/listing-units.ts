import type { UnitRecord } from '../../../db/queries/team-file.ts';
import { MAX_UNITS } from '../../../domain/limits.ts';
import type { ListingEntry } from '../../team-data/listing.ts';
import { shown } from '../../team-data/wording.ts';
import type { Entry } from '../read/team-file.ts';
import { createMatcher, differs, given, type ImportContext, reportDuplicates } from './context.ts';
import type { PlannedListing } from './listings.ts';

/** Plans the units of every listing: those of the file by their names, and a unit that it leaves out stays. */
export function planUnits(
  context: ImportContext,
  listings: readonly PlannedListing[],
  stored: readonly UnitRecord[],
): void {
  const storedOf = Map.groupBy(stored, (unit) => unit.listingId);
  const byId = new Map(stored.map((unit) => [unit.id, unit]));
  for (const listing of listings) {
    planUnitsOf(context, listing, storedOf.get(listing.row.id) ?? [], byId);
    for (const unit of listing.units) listing.unitsByName.set(unit.name, unit);
  }
}

export function reportDuplicateUnitIds(
  context: ImportContext,
  entries: readonly Entry<ListingEntry>[],
): void {
  const units = entries.flatMap(({ place, value }) => (value.units ?? []).map(({ id }) => ({ place, id })));
  reportDuplicates(context, units, 'units.id', ({ id }) => id);
}

function planUnitsOf(
  context: ImportContext,
  listing: PlannedListing,
  stored: readonly UnitRecord[],
  unitsById: ReadonlyMap<string, UnitRecord>,
): void {
  const { entry, row } = listing;
  const place = entry?.place ?? '';
  const match = createMatcher(context, stored, (unit) => unit.name);
  const claimed = new Set<string>();
  for (const [index, unit] of unitEntries(listing, stored).entries()) {
    const field = `units[${index}].id`;
    const elsewhere = unit.id ? unitsById.get(unit.id) : undefined;
    if (elsewhere && elsewhere.listingId !== row.id) {
      context.problems.add(
        place,
        `${field} must not be that of another listing's unit, not ${shown(unit.id)}`,
      );
    }
    const before = match(place, unit.name, unit.id, field);
    const planned: UnitRecord = {
      teamId: context.teamId,
      id: before?.id ?? unit.id ?? context.newId(),
      listingId: row.id,
      name: unit.name,
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

/** The file's units; a standalone listing that has none gets one, named by its title. */
function unitEntries({ entry, row }: PlannedListing, stored: readonly UnitRecord[]) {
  const units = entry?.value.units ?? [];
  const needsOne = entry && row.kind === 'standalone' && units.length === 0 && stored.length === 0;
  return needsOne ? [{ id: null, name: row.publicTitle, active: true }] : units;
}
