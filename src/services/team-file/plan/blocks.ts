import type { BlockRecord, UnitRecord } from '../../../db/queries/team-file/team-file.ts';
import type { NightSpan } from '../../../domain/inventory.ts';
import type { BlockEntry } from '../../../schemas/block.ts';
import { keepIds } from '../../catalogue/kept-ids.ts';
import { isGiven, isRequired, when } from '../../catalogue/problems.ts';
import { diff } from '../../catalogue/rows.ts';
import type { ImportContext } from './context.ts';
import { listingOf, type PlannedListings, unitNamed } from './listings.ts';

/** A block to be stored, and the index of its entry in the file. */
export type PlannedBlock = { index: number; row: BlockRecord };
export type PlannedBlocks = { all: PlannedBlock[]; written: BlockRecord[]; removed: BlockRecord[] };

const REQUIRED = ['listing', 'unit', 'start_date', 'end_date'] as const;

/**
 * Plans the file's blocks, which replace all of the team's blocks. A block without id gets the id of the stored one
 * with the same unit and dates, else of the one at the same position.
 */
export function planBlocks(
  context: ImportContext,
  stored: readonly BlockRecord[],
  listings: PlannedListings,
): PlannedBlocks {
  const { file, tally } = context;
  if (!file.blocks.isGiven) return { all: [], written: [], removed: [] };
  const resolved: (PlannedBlock & { createdAt: Date | null | undefined; given: BlockEntry })[] = [];
  for (const entry of file.blocks.entries) {
    const { index, place, value } = entry;
    const listing = listingOf(context, place, { slug: value.listing }, listings);
    const unit = unitNamed(context, place, listing, { name: value.unit });
    const { start_date: from, end_date: to } = value;
    const missing = REQUIRED.filter((field) => !isGiven(value[field]));
    const isEarly = from && to && to <= from;
    context.problems.addIssues(place, [
      ...missing.map((field) => isRequired(field)),
      ...when(isEarly, { path: ['end_date'], message: 'must be after start_date', input: to }),
    ]);
    if (!unit || !from || !to || isEarly) continue;
    resolved.push({
      index,
      row: blockRow(context, value, unit, { startDate: from, endDate: to }),
      createdAt: value.created_at,
      given: value,
    });
  }
  const storedById = new Map(stored.map((block) => [block.id, block]));
  const rows = keepIds(
    context.newId,
    resolved.map(({ row }) => row),
    stored,
    ({ unitId, startDate, endDate }) => `${unitId} ${startDate} ${endDate}`,
  ).map((row, position) => ({
    ...row,
    createdAt: resolved[position]?.createdAt ?? storedById.get(row.id)?.createdAt ?? context.now,
    ...ofFeed(resolved[position]?.given, row, storedById.get(row.id)),
  }));
  const changes = diff(stored, rows, ({ id }) => id);
  tally.addDifference('blocks', changes, rows.length);
  const all = rows.map((row, position) => ({ index: resolved[position]?.index ?? 0, row }));
  return { ...changes, all };
}

/** A stored block that the file does not change stays with its calendar feed. Any other is an ordinary one. */
function ofFeed(given: BlockEntry | undefined, row: BlockRecord, stored: BlockRecord | undefined) {
  if (!given || !stored || stored.source === null) return {};
  const isSame =
    row.unitId === stored.unitId &&
    row.startDate === stored.startDate &&
    row.endDate === stored.endDate &&
    (given.source === undefined || given.source === stored.source) &&
    (given.uid === undefined || given.uid === stored.uid);
  const { source, uid, recurrence, feedId } = stored;
  return isSame ? { source, uid, recurrence, feedId } : {};
}

const blockRow = (
  { teamId, now }: ImportContext,
  block: BlockEntry,
  unit: UnitRecord,
  span: NightSpan,
): BlockRecord => ({
  teamId,
  id: block.id ?? '',
  listingId: unit.listingId,
  unitId: unit.id,
  ...span,
  reason: block.reason ?? null,
  source: block.source ?? null,
  uid: block.source ? (block.uid ?? null) : null,
  recurrence: null,
  feedId: null,
  createdAt: block.created_at ?? now,
});
