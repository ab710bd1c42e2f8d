import type { Transaction } from '../../../db/client.ts';
import type { BlockRecord, OccupancyRecord } from '../../../db/queries/team-file/team-file.ts';
import { listBookingCodes, type StoredOccupancy } from '../../../db/queries/team-file/team-file-bookings.ts';
import { isLive } from '../../../domain/booking.ts';
import { isBuilding } from '../../../domain/listing.ts';
import { holdsOn, partByLapse } from '../../bookings/expire.ts';
import { shown } from '../../catalogue/problems.ts';
import type { TeamFile } from '../read.ts';
import type { PlannedBlock } from './blocks.ts';
import { asTaken, type Taken, unitChooser } from './choosing.ts';
import type { ImportContext } from './context.ts';
import { type PlannedListings, unitsSoldBy } from './listings.ts';
import type { Stay } from './stays.ts';
import { createTimetable } from './timetable.ts';

export type PlannedOccupancies = {
  inserted: OccupancyRecord[];
  deleted: StoredOccupancy[];
  /** The lapsed holds that still have some of the nights. */
  lapsedIds: string[];
};

/** A file's stays and blocks, and the stored blocks that it removes. */
export type TakenNights = {
  stays: readonly Stay[];
  blocks: readonly PlannedBlock[];
  removedBlocks: readonly BlockRecord[];
};

/**
 * The units of all listings that an import may touch: listings that its bookings name or are stored in, or all listings
 * if it replaces the blocks.
 */
export function unitsOfListings(
  { file }: ImportContext,
  storedListingIds: readonly string[],
  listings: PlannedListings,
): string[] {
  const concerned = file.blocks.isGiven
    ? [...listings.byId.values()]
    : [
        ...[...listingsNamed(file)].map((slug) => listings.bySlug.get(slug)),
        ...storedListingIds.map((id) => listings.byId.get(id)),
      ];
  return [...new Set(concerned)]
    .flatMap((listing) => (listing ? unitsSoldBy(listing, listings) : []))
    .map(({ id }) => id);
}

/** The listings that the file's bookings name. */
const listingsNamed = ({ bookings }: TeamFile): Set<string> =>
  new Set(
    bookings.entries.flatMap(({ value: { listing, units } }) => [
      ...(listing ? [listing] : []),
      ...(units ?? []).map((unit) => unit.listing),
    ]),
  );

/** The units of the listings that the file has. */
export const unitsInFile = (listings: PlannedListings): string[] =>
  [...listings.byId.values()]
    .filter(({ entry }) => entry !== null)
    .flatMap((listing) => unitsSoldBy(listing, listings))
    .map(({ id }) => id);

/**
 * Plans the nights of units that the file's live bookings and blocks take, chooses units for bookings that name none,
 * and reports every overlap, with stored nights as well as within the file.
 */
export async function planOccupancies(
  tx: Transaction,
  context: ImportContext,
  { stays, blocks, removedBlocks }: TakenNights,
  { stored, listings }: { stored: readonly StoredOccupancy[]; listings: PlannedListings },
): Promise<PlannedOccupancies> {
  const replacedIds = new Set([
    ...stays.map(({ id }) => id),
    ...blocks.map(({ row }) => row.id),
    ...removedBlocks.map(({ id }) => id),
  ]);
  const { replaced = [], kept = [] } = Object.groupBy(stored, ({ bookingId, blockId }) =>
    replacedIds.has(bookingId ?? blockId ?? '') ? 'replaced' : 'kept',
  );
  const heldBy = Map.groupBy(replaced, ({ bookingId }) => bookingId ?? '');
  const live = stays.filter(({ status }) => isLive(status));
  const settled = [
    ...blocks.map(blockAsTaken),
    ...live
      .filter(({ needsUnit }) => !needsUnit)
      .flatMap((stay) =>
        unitIdsOf(context, stay, heldBy.get(stay.id) ?? [], listings).map((unitId) => asTaken(stay, unitId)),
      ),
  ];
  const { held, lapsed } = partByLapse(kept, context.now);
  const timetable = createTimetable<Taken>([...held, ...settled]);
  const chooser = unitChooser(context, timetable);
  const placed = chooser.place(live);
  for (const stay of stays) if (!isLive(stay.status) && stay.needsUnit) chooser.nameUnit(stay);
  await reportOverlaps(tx, context, timetable.overlaps(), listings);
  const planned = [...settled, ...placed];
  const lapsedIds = planned.flatMap((taken) => holdsOn(lapsed, [taken.unitId], taken));
  return { ...difference(context, replaced, planned), lapsedIds: [...new Set(lapsedIds)] };
}

/** Each overlap is reported once, at the later of two entries of the file. Stored nights never overlap each other. */
async function reportOverlaps(
  tx: Transaction,
  { file, problems, teamId }: ImportContext,
  pairs: readonly [Taken, Taken][],
  { byId }: PlannedListings,
): Promise<void> {
  if (pairs.length === 0) return;
  const units = [...byId.values()].flatMap((listing) => listing.units);
  const nameOf = new Map(units.map(({ id, name }) => [id, name]));
  const storedIds = pairs.flat().flatMap(({ index, bookingId }) => (index === undefined && bookingId) || []);
  const codes = new Map((await listBookingCodes(tx, teamId, storedIds)).map(({ id, code }) => [id, code]));
  const rank = ({ index = -1, bookingId }: Taken) =>
    index + (bookingId === null ? 0 : file.blocks.entries.length);
  const holder = ({ index, bookingId }: Taken): string => {
    if (index !== undefined)
      return file[bookingId === null ? 'blocks' : 'bookings'].entries[index]?.place ?? '';
    return bookingId === null ? 'a stored block' : `the stored booking ${codes.get(bookingId)}`;
  };
  for (const [first, second] of pairs) {
    const isSecond = first.index === undefined || (second.index !== undefined && rank(first) < rank(second));
    const [later, other] = isSecond ? [second, first] : [first, second];
    const unit = shown(nameOf.get(later.unitId));
    problems.add(
      holder(later),
      `its nights, ${spanOf(later)} in unit ${unit}, must not overlap those of ${holder(other)}, ${spanOf(other)}`,
    );
  }
}

const spanOf = ({ startDate, endDate }: Taken) => `[${startDate}, ${endDate})`;

/** The units of a booking that needs no choice: its own, or for a whole building the given, present or active ones. */
function unitIdsOf(
  { problems, file }: ImportContext,
  stay: Stay,
  held: readonly StoredOccupancy[],
  listings: PlannedListings,
): string[] {
  const { listing, unitId, unitIds } = stay;
  if (!isBuilding(listing.row.kind)) return unitId ? [unitId] : [];
  if (unitIds && unitIds.length > 0) return unitIds;
  // A stay that the file does not move keeps its units, even if others have been added or closed since.
  if (stay.staysPut && held.length > 0) return held.map((taken) => taken.unitId);
  const active = unitsSoldBy(listing, listings).filter((unit) => unit.active);
  if (active.length === 0) {
    problems.add(
      file.bookings.entries[stay.index]?.place ?? '',
      'listing must be a building with an active unit',
    );
  }
  return active.map((unit) => unit.id);
}

/** The stored rows to delete, and the planned rows to add. A unit and a first night identify a row. */
function difference(
  { teamId, now }: ImportContext,
  stored: readonly StoredOccupancy[],
  planned: readonly Taken[],
): Omit<PlannedOccupancies, 'lapsedIds'> {
  const result: Omit<PlannedOccupancies, 'lapsedIds'> = { inserted: [], deleted: [] };
  const storedIn = Map.groupBy(stored, ({ unitId }) => unitId);
  const plannedIn = Map.groupBy(planned, ({ unitId }) => unitId);
  for (const unitId of new Set([...storedIn.keys(), ...plannedIn.keys()])) {
    const before = new Map((storedIn.get(unitId) ?? []).map((row) => [row.startDate, row]));
    const after = new Map((plannedIn.get(unitId) ?? []).map((row) => [row.startDate, row]));
    for (const row of before.values()) if (!isSame(row, after.get(row.startDate))) result.deleted.push(row);
    for (const row of after.values()) {
      if (isSame(row, before.get(row.startDate))) continue;
      const { startDate, endDate, bookingId, blockId, expiresAt } = row;
      result.inserted.push({
        teamId,
        unitId,
        startDate,
        endDate,
        bookingId,
        blockId,
        expiresAt,
        changedAt: now,
      });
    }
  }
  return result;
}

const isSame = (row: StoredOccupancy, other: StoredOccupancy | undefined): boolean =>
  row.endDate === other?.endDate &&
  row.bookingId === other.bookingId &&
  row.blockId === other.blockId &&
  row.expiresAt?.getTime() === other.expiresAt?.getTime();

const blockAsTaken = ({ index, row }: PlannedBlock): Taken => ({
  unitId: row.unitId,
  startDate: row.startDate,
  endDate: row.endDate,
  bookingId: null,
  blockId: row.id,
  expiresAt: null,
  index,
});
