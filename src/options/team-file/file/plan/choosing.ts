import type { OccupancyRecord } from '../../../../db/queries/bookings/occupancies.ts';
import { isLiveBookingStatus } from '../../../../domain/booking.ts';
import { chooseUnitForNights, findOccupiedNights } from '../../../../domain/inventory/inventory.ts';
import { compareCodePoints } from '../../../../domain/text/text.ts';
import { presentValue } from '../../../../services/catalogue/problems.ts';
import type { FileEntry } from '../../../../services/team-file-part.ts';
import type { PlannedStay } from './bookings/stays.ts';
import type { ImportContext } from './context.ts';
import type { Timetable } from './timetable.ts';

/** `entry` is undefined if the nights were already stored. */
export type NightsWithEntry = Omit<OccupancyRecord, 'teamId' | 'changedAt'> & {
  entry?: FileEntry<unknown> | undefined;
};

export const buildNightsOfStay = (stay: PlannedStay, unitId: string): NightsWithEntry => ({
  unitId,
  ...findOccupiedNights(stay, stay.preparationDays),
  bookingId: stay.id,
  blockId: null,
  expiresAt: stay.expiresAt,
  entry: stay.entry,
});

/**
 * Among free units, for bookings that name none. Those that can keep their stored unit come first. Returns
 * the nights that they take, and adds them to the timetable.
 */
export function chooseUnits(
  { problems }: ImportContext,
  timetable: Timetable<NightsWithEntry>,
  stays: readonly PlannedStay[],
): NightsWithEntry[] {
  const placed: NightsWithEntry[] = [];
  /** With `keptUnitId`, this unit or none. */
  function place(stay: PlannedStay, keptUnitId: string | null): boolean {
    const unit = freeUnitFor(timetable, stay, keptUnitId);
    if (!unit) return false;
    stay.unitId = unit.id;
    const taken = buildNightsOfStay(stay, unit.id);
    timetable.add(taken);
    placed.push(taken);
    return true;
  }

  const choosing = stays.filter(({ needsUnit }) => needsUnit);
  const live = choosing.filter(({ status }) => isLiveBookingStatus(status));
  const others = live.filter(({ unitId }) => unitId === null);
  const moving = live.filter((stay) => stay.unitId !== null && !place(stay, stay.unitId));
  for (const stay of [...moving, ...others]) {
    if (place(stay, null)) continue;
    const { startDate, endDate } = findOccupiedNights(stay, stay.preparationDays);
    problems.add(
      stay.entry.place,
      `unit cannot be chosen, because no active unit of ${presentValue(stay.listing.row.slug)} is free on [${startDate}, ${endDate})`,
    );
  }
  // A cancelled booking takes no nights, but still names the unit that it had.
  for (const stay of choosing) {
    if (isLiveBookingStatus(stay.status) || stay.unitId) continue;
    const { row, units } = stay.listing;
    const byName = units.toSorted((a, b) => compareCodePoints(a.name, b.name));
    const unit = freeUnitFor(timetable, stay, null) ?? byName[0];
    if (unit) stay.unitId = unit.id;
    else problems.refuse(stay.entry.place, 'listing', 'must be one that has a unit', row.slug);
  }
  return placed;
}

function freeUnitFor(timetable: Timetable<NightsWithEntry>, stay: PlannedStay, onlyUnitId: string | null) {
  const units = stay.listing.units.filter((unit) => (onlyUnitId ? unit.id === onlyUnitId : unit.active));
  const span = findOccupiedNights(stay, stay.preparationDays);
  const occupancies = units.flatMap((unit) => timetable.around(unit.id, span));
  return chooseUnitForNights({ units, wholeBuilding: false, occupancies }, span, null);
}
