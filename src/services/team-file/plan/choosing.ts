import type { StoredOccupancy } from '../../../db/queries/team-file/team-file-bookings.ts';
import { chooseUnit, occupiedSpan } from '../../../domain/inventory.ts';
import { compareCodePoints } from '../../../domain/text.ts';
import { shown } from '../../catalogue/problems.ts';
import type { ImportContext } from './context.ts';
import type { Stay } from './stays.ts';
import type { Timetable } from './timetable.ts';

/** Nights of one unit and what takes them. `index` is the entry's index if it is in the file. */
export type Taken = StoredOccupancy & { index?: number | undefined };

export const asTaken = (stay: Stay, unitId: string): Taken => ({
  unitId,
  ...occupiedSpan(stay, stay.preparationDays),
  bookingId: stay.id,
  blockId: null,
  expiresAt: stay.expiresAt,
  index: stay.index,
});

/** Chooses units for bookings that name none as for a new booking, considering all taken nights. */
export function unitChooser({ problems, file }: ImportContext, timetable: Timetable<Taken>) {
  const placeOf = ({ index }: Stay) => file.bookings.entries[index]?.place ?? '';

  /** The chosen unit, among the active ones or only the named one. Null if none is free. */
  function freeUnitFor(stay: Stay, onlyUnitId: string | null = null) {
    const units = stay.listing.units.filter((unit) => (onlyUnitId ? unit.id === onlyUnitId : unit.active));
    const span = occupiedSpan(stay, stay.preparationDays);
    const occupancies = units.flatMap((unit) => timetable.around(unit.id, span));
    return chooseUnit({ units, wholeBuilding: false, occupancies }, span, null);
  }

  function reportFull(stay: Stay): void {
    const { listing } = stay;
    const { startDate, endDate } = occupiedSpan(stay, stay.preparationDays);
    problems.add(
      placeOf(stay),
      `unit cannot be chosen, because no active unit of ${shown(listing.row.slug)} is free on [${startDate}, ${endDate})`,
    );
  }

  return {
    /** Places live stays. Stays that keep their unit come first. */
    place(live: readonly Stay[]): Taken[] {
      const choosing = live.filter(({ needsUnit }) => needsUnit);
      const { staying = [], others = [] } = Object.groupBy(choosing, ({ unitId }) =>
        unitId ? 'staying' : 'others',
      );
      const moving: Stay[] = [];
      const placed: Taken[] = [];
      const place = (stay: Stay, unitId: string) => {
        stay.unitId = unitId;
        const taken = asTaken(stay, unitId);
        timetable.add(taken);
        placed.push(taken);
      };
      for (const stay of staying) {
        const unit = freeUnitFor(stay, stay.unitId);
        if (unit) place(stay, unit.id);
        else moving.push(stay);
      }
      for (const stay of [...moving, ...others]) {
        const unit = freeUnitFor(stay);
        if (unit) place(stay, unit.id);
        else reportFull(stay);
      }
      return placed;
    },

    /** A cancelled booking takes no nights, but still says which unit it had. */
    nameUnit(stay: Stay): void {
      const { listing } = stay;
      if (stay.unitId) return;
      const byName = listing.units.toSorted((a, b) => compareCodePoints(a.name, b.name));
      const unit = freeUnitFor(stay) ?? byName[0];
      if (unit) stay.unitId = unit.id;
      else {
        problems.add(placeOf(stay), `listing must be one that has a unit, not ${shown(listing.row.slug)}`);
      }
    },
  };
}
