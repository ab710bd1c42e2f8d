import type { BlockRecord } from '../../../../db/queries/bookings/blocks.ts';
import type { UnitRecord } from '../../../../db/queries/listings/writes.ts';
import type { NightSpan } from '../../../../domain/inventory/inventory.ts';
import type { BlockEntry } from '../../../../schemas/block.ts';
import { isGiven } from '../../../../services/catalogue/problems.ts';
import { diffRows, isNewOrDifferent } from '../../../../services/catalogue/rows.ts';
import { reuseStoredIds } from '../../../../services/catalogue/stored-ids.ts';
import type { FileEntry } from '../../../../services/team-file-part.ts';
import { collectEntryProblems } from '../problems.ts';
import type { ImportContext } from './context.ts';
import { findPlannedListing, findPlannedUnit, type PlannedListings } from './listings.ts';

export type PlannedBlock = { entry: FileEntry<BlockEntry>; row: BlockRecord };
export type PlannedBlocks = { all: PlannedBlock[]; written: BlockRecord[]; removed: BlockRecord[] };

const REQUIRED = ['listing', 'unit', 'start_date', 'end_date'] as const;

/**
 * The file replaces all stored blocks. A block without an id gets that of the stored block with the same unit
 * and dates, or else at the same position.
 */
export function planBlocks(
  context: ImportContext,
  stored: readonly BlockRecord[],
  listings: PlannedListings,
): PlannedBlocks {
  const { file, tally } = context;
  if (!file.blocks.isGiven) return { all: [], written: [], removed: [] };
  const planned = file.blocks.entries.flatMap((entry): PlannedBlock[] => {
    const { place, value } = entry;
    const listing = findPlannedListing(context, place, { slug: value.listing }, listings);
    const unit = findPlannedUnit(context, place, listing, { name: value.unit });
    const { start_date: startDate, end_date: endDate } = value;
    const isEarly = startDate && endDate && endDate <= startDate;
    const { problems, refuse } = collectEntryProblems();
    for (const field of REQUIRED) if (!isGiven(value[field])) refuse(field, 'is required');
    if (isEarly) refuse('end_date', 'must be after start_date', endDate);
    const eventProblem = findEventProblem(value);
    if (eventProblem) refuse('event_end_date', eventProblem, value.event_end_date ?? undefined);
    context.problems.addIssues(place, problems);
    if (!unit || !startDate || !endDate || isEarly || eventProblem) return [];
    return [{ entry, row: buildBlockRow(context, value, unit, { startDate, endDate }) }];
  });
  const storedById = new Map(stored.map((block) => [block.id, block]));
  const rows = reuseStoredIds(
    planned.map(({ row }) => row),
    stored,
    ({ unitId, startDate, endDate }) => `${unitId} ${startDate} ${endDate}`,
  );
  const all = planned.map(({ entry }, position): PlannedBlock => {
    const row = rows[position] as BlockRecord;
    const before = storedById.get(row.id);
    const createdAt = entry.value.created_at ?? before?.createdAt ?? row.createdAt;
    const after = { ...row, createdAt, ...feedColumns(entry.value, row, before) };
    const kept = { ...after, updatedAt: entry.value.updated_at ?? before?.updatedAt ?? after.updatedAt };
    const isTouched = !entry.value.updated_at && isNewOrDifferent(before, kept);
    return { entry, row: isTouched ? { ...kept, updatedAt: context.now } : kept };
  });
  const changes = diffRows(
    stored,
    all.map(({ row }) => row),
    ({ id }) => id,
  );
  tally.addDifference('blocks', changes, all.length);
  return { ...changes, all };
}

/**
 * A block that the import does not change still belongs to its feed, and has what the feed has read of its
 * event. One that it changes becomes an ordinary block.
 */
function feedColumns(entry: BlockEntry, row: BlockRecord, stored: BlockRecord | undefined) {
  if (!stored || stored.source === null) return {};
  const isSame =
    row.unitId === stored.unitId &&
    row.startDate === stored.startDate &&
    row.endDate === stored.endDate &&
    (entry.source === undefined || entry.source === stored.source) &&
    (entry.uid === undefined || entry.uid === stored.uid);
  if (!isSame) return {};
  const { source, uid, feedId, eventStartDate, eventEndDate, summary, description, link } = stored;
  if (feedId === null) return { source, feedId, ...readEvent(entry), uid };
  return { source, uid, feedId, eventStartDate, eventEndDate, summary, description, link };
}

/** The dates of an event come together. */
function findEventProblem({ event_start_date: start, event_end_date: end }: BlockEntry): string | null {
  if (isGiven(start) !== isGiven(end)) return 'must stand beside event_start_date';
  return start && end && end <= start ? 'must be after event_start_date' : null;
}

const buildBlockRow = (
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
  ...(block.source ? readEvent(block) : readEvent({})),
  feedId: null,
  createdAt: block.created_at ?? now,
  updatedAt: block.updated_at ?? now,
});

const readEvent = (block: BlockEntry) => ({
  uid: block.uid ?? null,
  eventStartDate: block.event_start_date ?? null,
  eventEndDate: block.event_end_date ?? null,
  summary: block.summary ?? null,
  description: block.description ?? null,
  link: block.link ?? null,
});
