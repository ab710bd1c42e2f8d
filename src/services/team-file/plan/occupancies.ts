import type {
  BlockRecord,
  BookingRecord,
  OccupancyRecord,
  StoredOccupancy,
} from '../../../db/queries/team-file.ts';
import { chooseUnit } from '../../../domain/choose-unit.ts';
import { occupiedSpan } from '../../../domain/inventory.ts';
import type { StayDate } from '../../../domain/stay.ts';
import { compareCodePoints } from '../../../domain/text-order.ts';
import { shown } from '../../team-data/wording.ts';
import type { Entry } from '../read/team-file.ts';
import type { PlannedBlock } from './blocks.ts';
import type { PlannedBooking } from './bookings.ts';
import type { ImportContext } from './context.ts';
import { type PlannedListings, unitsSoldBy } from './listings.ts';
import { createTimetable, type Timetable } from './timetable.ts';

type Taken = OccupancyRecord & { place: string; holder: string };

export type PlannedOccupancies = {
  inserted: OccupancyRecord[];
  deleted: { unitId: string; startDate: StayDate }[];
};

/**
 * The ids of all units that an import may touch: those of the listings in which its bookings are or were, and where it
 * replaces the blocks, all. They are locked before anything is decided about their nights.
 */
export function unitsConcerned(
  entries: readonly Entry<{ listing: string }>[],
  stored: readonly BookingRecord[],
  replacesBlocks: boolean,
  listings: PlannedListings,
): string[] {
  const concerned = replacesBlocks
    ? [...listings.byId.values()]
    : [
        ...entries.map(({ value }) => listings.bySlug.get(value.listing)),
        ...stored.map(({ listingId }) => listings.byId.get(listingId)),
      ];
  const units = [...new Set(concerned)].flatMap((listing) => (listing ? unitsSoldBy(listing, listings) : []));
  return [...new Set(units.map(({ id }) => id))].sort();
}

/**
 * Plans which nights of which units the file's live bookings and its blocks take, chooses units where the file names
 * none, and reports every overlap, with what is stored as well as within the file.
 */
export function planOccupancies(
  context: ImportContext,
  plan: {
    bookings: readonly PlannedBooking[];
    blocks: readonly PlannedBlock[];
    removedBlocks: readonly BlockRecord[];
  },
  stored: readonly StoredOccupancy[],
  listings: PlannedListings,
): PlannedOccupancies {
  const replacedIds = new Set([
    ...plan.bookings.map(({ row }) => row.id),
    ...plan.blocks.map(({ row }) => row.id),
    ...plan.removedBlocks.map(({ id }) => id),
  ]);
  const { replaced = [], kept = [] } = Object.groupBy(stored, ({ bookingId, blockId }) =>
    replacedIds.has(bookingId ?? blockId ?? '') ? 'replaced' : 'kept',
  );
  const heldBy = Map.groupBy(replaced, (row) => row.bookingId ?? '');
  const live = plan.bookings.filter(({ row }) => row.status !== 'cancelled');
  const settled = [
    ...plan.blocks.map(({ place, row }) => blockAsTaken(context, place, row)),
    ...live
      .filter(({ needsUnit }) => !needsUnit)
      .flatMap((booking) =>
        unitIdsOf(context, booking, heldBy.get(booking.row.id) ?? [], listings).map((unitId) =>
          bookingAsTaken(context, booking, unitId),
        ),
      ),
  ];
  const timetable = createTimetable([...kept.map((row) => storedAsTaken(context, row)), ...settled]);
  const placed = placeBookings(context, live, timetable);
  for (const booking of plan.bookings) {
    if (booking.row.status === 'cancelled' && booking.needsUnit) nameUnit(context, booking, timetable);
  }
  const holders = [...plan.blocks, ...plan.bookings].map(({ row }) => row.id);
  reportOverlaps(context, timetable.overlaps(), holders, listings);
  return difference(replaced, [...settled, ...placed]);
}

/** Each is reported at an entry of the file, the later of two: what is stored does not overlap among itself. */
function reportOverlaps(
  context: ImportContext,
  pairs: readonly [Taken, Taken][],
  holderIds: readonly string[],
  { byId }: PlannedListings,
): void {
  if (pairs.length === 0) return;
  const units = [...byId.values()].flatMap((listing) => listing.units);
  const nameOf = new Map(units.map(({ id, name }) => [id, name]));
  const rankOf = new Map(holderIds.map((id, rank) => [id, rank]));
  const rank = ({ bookingId, blockId }: Taken) => rankOf.get(bookingId ?? blockId ?? '') ?? -1;
  for (const [first, second] of pairs) {
    const [told, other] = rank(first) > rank(second) ? [first, second] : [second, first];
    const unit = shown(nameOf.get(told.unitId));
    context.problems.add(
      told.place,
      `its nights, ${spanOf(told)} in unit ${unit}, must not overlap those of ${other.holder}, ${spanOf(other)}`,
    );
  }
}

const spanOf = ({ startDate, endDate }: OccupancyRecord) => `[${startDate}, ${endDate})`;

/** The units that a booking with no choice takes: its own, or of a whole building those given, held or active. */
function unitIdsOf(
  context: ImportContext,
  { entry, row, stored, listing, unitIds }: PlannedBooking,
  held: readonly StoredOccupancy[],
  listings: PlannedListings,
): string[] {
  if (!row.wholeBuilding) return row.unitId ? [row.unitId] : [];
  if (entry.faulty.has('units')) return [];
  if (unitIds && unitIds.length > 0) return unitIds;
  const isSameStay =
    stored?.listingId === row.listingId && stored.checkIn === row.checkIn && stored.checkOut === row.checkOut;
  // A stay that the file does not move keeps the units that it holds, whichever have been added or closed since.
  if (isSameStay && held.length > 0) return held.map(({ unitId }) => unitId);
  const active = unitsSoldBy(listing, listings).filter((unit) => unit.active);
  if (active.length === 0) {
    context.problems.add(entry.place, 'listing must be a building with an active unit');
  }
  return active.map((unit) => unit.id);
}

/** Chooses units for the bookings that name none: first for those that stay where they are, then for the others. */
function placeBookings(
  context: ImportContext,
  live: readonly PlannedBooking[],
  timetable: Timetable<Taken>,
): Taken[] {
  const choosing = live.filter(({ needsUnit, entry }) => needsUnit && !entry.faulty.has('unit'));
  const { staying = [], others = [] } = Object.groupBy(choosing, ({ row }) =>
    row.unitId ? 'staying' : 'others',
  );
  const moving: PlannedBooking[] = [];
  const placed: Taken[] = [];
  const place = (booking: PlannedBooking, unitId: string) => {
    booking.row.unitId = unitId;
    const taken = bookingAsTaken(context, booking, unitId);
    timetable.add(taken);
    placed.push(taken);
  };
  for (const booking of staying) {
    const unit = freeUnitFor(booking, timetable, [booking.row.unitId]);
    if (unit) place(booking, unit.id);
    else moving.push(booking);
  }
  for (const booking of [...moving, ...others]) {
    const unit = freeUnitFor(booking, timetable);
    if (unit) place(booking, unit.id);
    else reportFull(context, booking);
  }
  return placed;
}

/** The unit that section 8 chooses, of the active ones or of those that are named; null where none is free. */
function freeUnitFor(
  { row, listing }: PlannedBooking,
  timetable: Timetable<Taken>,
  unitIds: readonly (string | null)[] | null = null,
) {
  const units = listing.units.filter((unit) => (unitIds ? unitIds.includes(unit.id) : unit.active));
  const span = occupiedSpan(row, row.preparationDays);
  const occupancies = units.flatMap((unit) => timetable.around(unit.id, span));
  return chooseUnit({ units, wholeBuilding: false, occupancies }, span, null);
}

function reportFull(context: ImportContext, { row, entry, listing }: PlannedBooking): void {
  if (listing.entry?.faulty.has('units')) return;
  const { startDate, endDate } = occupiedSpan(row, row.preparationDays);
  const slug = shown(listing.row.slug);
  context.problems.add(
    entry.place,
    `unit cannot be chosen, as no active unit of ${slug} is free on [${startDate}, ${endDate})`,
  );
}

/** A cancelled booking holds nothing, but still says in which unit it would have been. */
function nameUnit(context: ImportContext, booking: PlannedBooking, timetable: Timetable<Taken>): void {
  const { row, listing, entry } = booking;
  if (row.unitId) return;
  const byName = listing.units.toSorted((a, b) => compareCodePoints(a.name, b.name));
  const unit = freeUnitFor(booking, timetable) ?? byName[0];
  if (unit) row.unitId = unit.id;
  else if (!listing.entry?.faulty.has('units')) {
    context.problems.add(entry.place, `listing must be one that has a unit, not ${shown(listing.row.slug)}`);
  }
}

function difference(stored: readonly StoredOccupancy[], planned: readonly Taken[]): PlannedOccupancies {
  const keyOf = (row: Omit<OccupancyRecord, 'teamId'>) =>
    [row.unitId, row.startDate, row.endDate, row.bookingId, row.blockId].join(' ');
  const before = new Set(stored.map(keyOf));
  const after = new Set(planned.map(keyOf));
  return {
    deleted: stored.filter((row) => !after.has(keyOf(row))),
    inserted: planned
      .filter((row) => !before.has(keyOf(row)))
      .map(({ teamId, unitId, startDate, endDate, bookingId, blockId }) => ({
        teamId,
        unitId,
        startDate,
        endDate,
        bookingId,
        blockId,
      })),
  };
}

const bookingAsTaken = (
  { teamId }: ImportContext,
  { row, entry }: PlannedBooking,
  unitId: string,
): Taken => ({
  teamId,
  unitId,
  ...occupiedSpan(row, row.preparationDays),
  bookingId: row.id,
  blockId: null,
  place: entry.place,
  holder: entry.place,
});

const blockAsTaken = ({ teamId }: ImportContext, place: string, row: BlockRecord): Taken => ({
  teamId,
  unitId: row.unitId,
  startDate: row.startDate,
  endDate: row.endDate,
  bookingId: null,
  blockId: row.id,
  place,
  holder: place,
});

const storedAsTaken = ({ teamId }: ImportContext, { confirmationCode, ...row }: StoredOccupancy): Taken => ({
  teamId,
  ...row,
  place: '',
  holder: confirmationCode ? `the stored booking ${confirmationCode}` : 'a stored block',
});
