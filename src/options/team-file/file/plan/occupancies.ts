import type { Transaction } from '../../../../db/client.ts';
import type { OccupancyRecord } from '../../../../db/queries/bookings/occupancies.ts';
import { isLiveBookingStatus } from '../../../../domain/booking.ts';
import { todayInZone } from '../../../../domain/dates/dates.ts';
import { haveCommonNights } from '../../../../domain/inventory/inventory.ts';
import { isBuilding } from '../../../../domain/listing.ts';
import { filterLapsedHoldIds, partitionByLapse } from '../../../../services/bookings/expire.ts';
import { presentValue } from '../../../../services/catalogue/problems.ts';
import { diffRows } from '../../../../services/catalogue/rows.ts';
import { listBookingCodes } from '../../db/queries/bookings.ts';
import type { PlannedBlock, PlannedBlocks } from './blocks.ts';
import type { PlannedStay } from './bookings/stays.ts';
import { buildNightsOfStay, chooseUnits, type NightsWithEntry } from './choosing.ts';
import type { ImportContext } from './context.ts';
import { listJoiningUnits, listUnitsSoldBy, type PlannedListings } from './listings.ts';
import { createTimetable, type Timetable } from './timetable.ts';

/**
 * Chooses missing units, and reports every overlap, within the file or with stored nights. Returns the nights
 * to write, and the lapsed holds that still have some of them.
 */
export async function planOccupancies(
  tx: Transaction,
  context: ImportContext,
  { stays, blocks }: { stays: readonly PlannedStay[]; blocks: PlannedBlocks },
  {
    stored,
    joined,
    listings,
  }: { stored: readonly OccupancyRecord[]; joined: WholeStays; listings: PlannedListings },
) {
  const { teamId, now } = context;
  const replacedIds = new Set(
    [...stays, ...blocks.all.map(({ row }) => row), ...blocks.removed].map(({ id }) => id),
  );
  const { replaced = [], kept = [] } = Object.groupBy(stored, ({ bookingId, blockId }) =>
    replacedIds.has(bookingId ?? blockId ?? '') ? 'replaced' : 'kept',
  );
  const heldNightsOf = Map.groupBy(replaced, ({ bookingId }) => bookingId);
  const settled = [
    ...blocks.all.map(takenByBlock),
    ...stays
      .filter(({ status, needsUnit }) => isLiveBookingStatus(status) && !needsUnit)
      .flatMap((stay) =>
        chooseUnitIds(context, stay, heldNightsOf.get(stay.id) ?? [], listings).map((unitId) =>
          buildNightsOfStay(stay, unitId),
        ),
      ),
  ];
  const { held, lapsed } = partitionByLapse(kept, now);
  const joining = Map.groupBy(listJoiningUnits(listings), ({ buildingId }) => buildingId);
  const ofStoredStays = joined
    .filter(({ bookingId }) => !replacedIds.has(bookingId))
    .flatMap((stay) => letJoin(stay, joining));
  const timetable = createTimetable<NightsWithEntry>([...held, ...settled, ...ofStoredStays]);
  const ofStaysInFile = joinStaysInFile(timetable, { stays, settled, heldNightsOf, now }, joining);
  for (const nights of ofStaysInFile) timetable.add(nights);
  const fixed = [...settled, ...ofStoredStays, ...ofStaysInFile];
  const taken = [...fixed, ...chooseUnits(context, timetable, stays)];
  await reportOverlaps(tx, context, timetable.overlaps(), listings);

  const before = new Map(replaced.map((row) => [buildTakenKey(row), row]));
  const rows = taken.map(({ entry, ...nights }) => ({
    teamId,
    ...nights,
    changedAt: before.get(buildTakenKey(nights))?.changedAt ?? null,
  }));
  const changes = diffRows(replaced, rows, buildTakenKey);
  return {
    ...changes,
    written: changes.written.map((row) => ({ ...row, changedAt: now })),
    lapsedIds: [...new Set(taken.flatMap((nights) => filterLapsedHoldIds(lapsed, [nights.unitId], nights)))],
  };
}

type WholeStays = readonly WholeStay[];
type WholeStay = Omit<NightsWithEntry, 'unitId' | 'blockId'> & { bookingId: string; buildingId: string };

type JoiningUnits = ReadonlyMap<string, ReturnType<typeof listJoiningUnits>>;

/** A whole stay takes the units that join its building (docs/rules.md, 5.1). */
const letJoin = ({ buildingId, ...nights }: WholeStay, joining: JoiningUnits): NightsWithEntry[] =>
  (joining.get(buildingId) ?? []).map(({ id: unitId, entry }) => ({
    entry: entry ?? undefined,
    ...nights,
    unitId,
    blockId: null,
  }));

type StaysInFile = {
  stays: readonly PlannedStay[];
  settled: readonly NightsWithEntry[];
  heldNightsOf: ReadonlyMap<string | null, readonly OccupancyRecord[]>;
  now: Date;
};

/**
 * A new stay may name other units, because something else had them when the file was written. It takes only
 * the free ones.
 */
function joinStaysInFile(
  timetable: Timetable<NightsWithEntry>,
  { stays, settled, heldNightsOf, now }: StaysInFile,
  joining: JoiningUnits,
): NightsWithEntry[] {
  if (joining.size === 0) return [];
  const unitsOf = Map.groupBy(settled, ({ bookingId }) => bookingId);
  return stays.flatMap((stay) => {
    const { row } = stay.listing;
    const own = unitsOf.get(stay.id) ?? [];
    const [first] = own;
    if (!isBuilding(row.kind) || !first || first.endDate <= todayInZone(row.timezone, now)) return [];
    const ownIds = new Set(own.map(({ unitId }) => unitId));
    const isFree = (nights: NightsWithEntry) =>
      !timetable.around(nights.unitId, nights).some((other) => haveCommonNights(other, nights));
    return letJoin({ ...first, bookingId: stay.id, buildingId: row.id }, joining).filter(
      (nights) => !ownIds.has(nights.unitId) && (heldNightsOf.has(stay.id) || isFree(nights)),
    );
  });
}

const buildTakenKey = ({ unitId, startDate }: Pick<NightsWithEntry, 'unitId' | 'startDate'>) =>
  `${unitId} ${startDate}`;

/**
 * Each once, at the later of its two entries. Stored nights never overlap each other, so every overlap
 * involves an entry.
 */
async function reportOverlaps(
  tx: Transaction,
  { problems, teamId }: ImportContext,
  pairs: readonly [NightsWithEntry, NightsWithEntry][],
  { byId }: PlannedListings,
): Promise<void> {
  if (pairs.length === 0) return;
  const names = new Map([...byId.values()].flatMap(({ units }) => units.map(({ id, name }) => [id, name])));
  const storedIds = pairs.flat().flatMap(({ entry, bookingId }) => (entry ? [] : (bookingId ?? [])));
  const codes = new Map((await listBookingCodes(tx, teamId, storedIds)).map(({ id, code }) => [id, code]));
  const holder = ({ entry, bookingId }: NightsWithEntry): string =>
    entry?.place ?? (bookingId === null ? 'a stored block' : `the stored booking ${codes.get(bookingId)}`);
  for (const pair of pairs) {
    const [other, later] = pair.toSorted(compareByEntry) as [NightsWithEntry, NightsWithEntry];
    problems.add(
      holder(later),
      `its nights, ${presentSpan(later)} in unit ${presentValue(names.get(later.unitId))}, must not overlap those of ${holder(other)}, ${presentSpan(other)}`,
    );
  }
}

/** Stored nights first, then those of blocks, then those of bookings. */
const compareByEntry = (a: NightsWithEntry, b: NightsWithEntry): number =>
  Number(a.entry !== undefined) - Number(b.entry !== undefined) ||
  Number(a.bookingId !== null) - Number(b.bookingId !== null) ||
  (a.entry?.index ?? 0) - (b.entry?.index ?? 0);

const presentSpan = ({ startDate, endDate }: NightsWithEntry) => `[${startDate}, ${endDate})`;

/**
 * Its own unit, or for a whole building the units that the file names, the stored ones, or all active ones.
 */
function chooseUnitIds(
  { problems }: ImportContext,
  stay: PlannedStay,
  held: readonly OccupancyRecord[],
  listings: PlannedListings,
): string[] {
  const { listing, unitId, unitIds } = stay;
  if (!isBuilding(listing.row.kind)) return unitId ? [unitId] : [];
  if (unitIds && unitIds.length > 0) return unitIds;
  // Even if units were added or closed since.
  if (stay.staysPut && held.length > 0) return held.map((taken) => taken.unitId);
  const active = listUnitsSoldBy(listing, listings).filter((unit) => unit.active);
  if (active.length === 0) problems.add(stay.entry.place, 'listing must be a building with an active unit');
  return active.map((unit) => unit.id);
}

const takenByBlock = ({ entry, row }: PlannedBlock): NightsWithEntry => ({
  unitId: row.unitId,
  startDate: row.startDate,
  endDate: row.endDate,
  bookingId: null,
  blockId: row.id,
  expiresAt: null,
  entry,
});
