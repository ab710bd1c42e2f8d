import { addDays, countDaysBetween, type Stay, type StayDate, toDayNumber } from '../dates/dates.ts';
import { compareCodePoints } from '../text/text.ts';

/** A room or home that one party occupies at a time. Only active units are sold and counted. */
export interface InventoryUnit {
  readonly id: string;
  readonly name: string;
}

/** `endDate` is not included. */
export interface NightSpan {
  readonly startDate: StayDate;
  readonly endDate: StayDate;
}

/** By a block, or by a booking with its preparation nights. */
export interface Occupancy extends NightSpan {
  readonly unitId: string;
  /** Set if the booking may move to another unit to make room. */
  readonly movableBookingId?: string | null;
}

/** A building sells the active units of all its unit types together. */
export interface Inventory {
  readonly units: readonly InventoryUnit[];
  readonly wholeBuilding: boolean;
  readonly occupancies: readonly Occupancy[];
  /**
   * Whether bookings may move to make room. If so, the inventory must have the occupancies of all nights of
   * `widenToReseatingNights`.
   */
  readonly reseating?: boolean;
}

/** The preparation nights come after check-out. */
export function findOccupiedNights(stay: Stay, preparationDays: number): NightSpan {
  return { startDate: stay.checkIn, endDate: addDays(stay.checkOut, preparationDays) };
}

export const haveCommonNights = (one: NightSpan, other: NightSpan): boolean =>
  one.startDate < other.endDate && other.startDate < one.endDate;

/** Free on every night, in the given order. */
export function listFreeUnits(inventory: Inventory, span: NightSpan): InventoryUnit[] {
  const takenUnitIds = new Set<string>();
  for (const nights of inventory.occupancies) {
    if (haveCommonNights(nights, span)) takenUnitIds.add(nights.unitId);
  }
  return inventory.units.filter((unit) => !takenUnitIds.has(unit.id));
}

/** A stay can be sold once for each free unit. A building can be sold once if all of its units are free. */
export function countUnitsLeft(inventory: Inventory, freeCount: number): number {
  if (!inventory.wholeBuilding) return freeCount;
  return freeCount > 0 && freeCount === inventory.units.length ? 1 : 0;
}

/**
 * Units that are free on a night and on the preparation nights after it. One sweep over sorted occupancies,
 * whose cost does not depend on the number of units.
 */
export function countFreeUnitsByNight(
  inventory: Inventory,
  span: NightSpan,
  preparationDays: number,
): number[] {
  const firstDay = toDayNumber(span.startDate);
  const nights = toDayNumber(span.endDate) - firstDay;
  const changesByNight = new Array<number>(nights + 1).fill(0);
  for (const blocked of listBlockedDaySpans(inventory, preparationDays)) {
    const from = Math.max(blocked.from - firstDay, 0);
    const to = Math.min(blocked.to - firstDay, nights);
    if (from >= to) continue;
    changesByNight[from] = (changesByNight[from] ?? 0) - 1;
    changesByNight[to] = (changesByNight[to] ?? 0) + 1;
  }
  let free = inventory.units.length;
  return changesByNight.slice(0, nights).map((step) => {
    free += step;
    return free;
  });
}

/**
 * Day numbers `[from, to)` on which no guest can sleep in a unit: the taken nights, and the `preparationDays`
 * nights before, because the unit could not be prepared in time. A night that two occupancies block is
 * counted once.
 */
function listBlockedDaySpans(inventory: Inventory, preparationDays: number): { from: number; to: number }[] {
  const counted = new Set(inventory.units.map((unit) => unit.id));
  const sorted = inventory.occupancies
    .filter((taken) => counted.has(taken.unitId))
    .map(({ unitId, startDate, endDate }) => ({
      unitId,
      from: toDayNumber(startDate) - preparationDays,
      to: toDayNumber(endDate),
    }))
    .sort((a, b) => a.from - b.from);
  const blockedUntil = new Map<string, number>();
  return sorted.map(({ unitId, from, to }) => {
    const until = blockedUntil.get(unitId) ?? from;
    blockedUntil.set(unitId, to);
    return { from: Math.max(from, until), to };
  });
}

/** Free nights next to a stay are counted up to this number on each side. */
export const MAX_GAP_NIGHTS = 365;

/**
 * Chooses among the units that are free for the span, preparation nights included, or returns null. Preferred
 * is the unit that the stay has, then the one left with the fewest free nights before plus after the stay
 * (each side counted up to 365), then the name in code-point order, then the id. The inventory must have the
 * occupancies of 365 nights on either side. A stay in a building takes all of its units instead.
 */
export function chooseUnitForNights(
  inventory: Inventory,
  span: NightSpan,
  keptUnitId: string | null,
): InventoryUnit | null {
  const freeUnits = listFreeUnits(inventory, span);
  const kept = freeUnits.find((unit) => unit.id === keptUnitId);
  if (kept) return kept;
  const gapOf = createGapCounter(inventory, span);
  const best = freeUnits.toSorted(
    (a, b) => gapOf(a) - gapOf(b) || compareCodePoints(a.name, b.name) || compareCodePoints(a.id, b.id),
  );
  return best[0] ?? null;
}

/** Free nights before plus after the stay, for all units by one pass over the occupancies. */
function createGapCounter(inventory: Inventory, span: NightSpan): (unit: InventoryUnit) => number {
  const gapBefore = new Map<string, number>();
  const gapAfter = new Map<string, number>();
  const keepSmallestGap = (gaps: Map<string, number>, unitId: string, nights: number) => {
    gaps.set(unitId, Math.min(gaps.get(unitId) ?? MAX_GAP_NIGHTS, nights));
  };
  for (const { unitId, startDate, endDate } of inventory.occupancies) {
    if (endDate <= span.startDate)
      keepSmallestGap(gapBefore, unitId, countDaysBetween(endDate, span.startDate));
    if (startDate >= span.endDate)
      keepSmallestGap(gapAfter, unitId, countDaysBetween(span.endDate, startDate));
  }
  return ({ id }) => (gapBefore.get(id) ?? MAX_GAP_NIGHTS) + (gapAfter.get(id) ?? MAX_GAP_NIGHTS);
}
