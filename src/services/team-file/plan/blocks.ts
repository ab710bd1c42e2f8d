import type { BlockRecord, UnitRecord } from '../../../db/queries/team-file.ts';
import type { BlockEntry } from '../../team-data/block.ts';
import { BLOCK_RULES } from '../../team-data/block.ts';
import { contradictionsOf } from '../../team-data/contradictions.ts';
import { shown } from '../../team-data/wording.ts';
import type { Entry, Fragment } from '../read/team-file.ts';
import { differs, type ImportContext, reportDuplicates } from './context.ts';
import { withKeptIds } from './kept-ids.ts';
import { listingOf, type PlannedListing, type PlannedListings } from './listings.ts';

export type PlannedBlock = { place: string; row: BlockRecord };
export type PlannedBlocks = { all: PlannedBlock[]; changed: BlockRecord[]; removed: BlockRecord[] };

/**
 * Plans the file's blocks, which replace the team's as a whole. One without id keeps the id of the one with the same
 * unit and dates, else of the one at the same place.
 */
export function planBlocks(
  context: ImportContext,
  entries: readonly Entry<BlockEntry>[] | null,
  fragments: readonly Fragment<BlockEntry>[],
  stored: readonly BlockRecord[],
  listings: PlannedListings,
): PlannedBlocks {
  const all = [...(entries ?? []), ...fragments];
  reportDuplicates(context, all, 'id', ({ value }) => value.id);
  for (const { place, value } of fragments) {
    unitNamed(context, place, listingOf(context, place, value.listing, listings), value.unit);
  }
  const unsound = new Set<Fragment<BlockEntry>>();
  for (const entry of all) {
    for (const sentence of contradictionsOf(BLOCK_RULES, entry)) {
      context.problems.add(entry.place, sentence);
      unsound.add(entry);
    }
  }
  if (entries === null) return { all: [], changed: [], removed: [] };

  const storedById = new Map(stored.map((block) => [block.id, block]));
  const resolved = entries.flatMap((entry) => {
    const { place, value } = entry;
    const unit = unitNamed(context, place, listingOf(context, place, value.listing, listings), value.unit);
    return unit && !unsound.has(entry) ? [{ entry, row: blockRow(context, value, unit) }] : [];
  });
  const rows = withKeptIds(
    context,
    resolved.map(({ row }) => row),
    stored,
    { keyOf: ({ unitId, startDate, endDate }) => `${unitId} ${startDate} ${endDate}` },
  );
  const planned = resolved.flatMap(({ entry }, position) => {
    const row = rows[position];
    if (!row) return [];
    const createdAt = entry.value.created_at ?? storedById.get(row.id)?.createdAt ?? context.now;
    return [{ place: entry.place, row: { ...row, createdAt } }];
  });
  const ids = new Set(planned.map(({ row }) => row.id));
  return {
    all: planned,
    changed: planned.map(({ row }) => row).filter((row) => differs(storedById.get(row.id), row)),
    removed: stored.filter((block) => !ids.has(block.id)),
  };
}

/** The unit of that name; a problem where the listing has none. */
export function unitNamed(
  context: ImportContext,
  place: string,
  listing: PlannedListing | null,
  name: string | null | undefined,
  field = 'unit',
): UnitRecord | null {
  if (!listing || !name) return null;
  const unit = listing.unitsByName.get(name);
  if (!unit && !listing.entry?.faulty.has('units')) {
    const slug = shown(listing.row.slug);
    context.problems.add(place, `${field} must be the name of a unit of ${slug}, not ${shown(name)}`);
  }
  return unit ?? null;
}

const blockRow = ({ teamId, now }: ImportContext, entry: BlockEntry, unit: UnitRecord): BlockRecord => ({
  teamId,
  id: entry.id ?? '',
  listingId: unit.listingId,
  unitId: unit.id,
  startDate: entry.start_date,
  endDate: entry.end_date,
  reason: entry.reason ?? null,
  createdAt: entry.created_at ?? now,
});
