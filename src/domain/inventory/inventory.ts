import { addDays, countDaysBetween, type Stay, type StayDate, toDayNumber } from '../dates/dates.ts';
import { compareCodePoints } from '../text/text.ts';

/** A unit: a physical room or home that one party occupies at a time. Only active units are sold and counted. */
export interface InventoryUnit {
  readonly id: string;
  readonly name: string;
}

/** Nights from the start date up to, but not including, the end date. */
export interface NightSpan {
  readonly startDate: StayDate;
  readonly endDate: StayDate;
}

/** An occupancy: a unit that is taken for some nights, by a block or by a booking with its preparation nights. */
export interface Occupancy extends NightSpan {
  readonly unitId: string;
  /** The booking that takes the unit, if it may move to another unit to make room. */
  readonly movableBookingId?: string | null;
}

/**
 * The inventory of a listing: its units, and the nights on which they are taken. A building sells the active
 * units of all its unit types together.
 */
export interface Inventory {
  readonly units: readonly InventoryUnit[];
  readonly wholeBuilding: boolean;
  readonly occupancies: readonly Occupancy[];
  /**
   * Whether bookings move to make room for a stay. If bookings may move, the inventory must have the
   * occupancies of all nights of `widenToReseatingNights`.
   */
  readonly reseating?: boolean;
}

/** The nights that a stay takes: its own, and the preparation nights after its check-out. */
export function findOccupiedNights(stay: Stay, preparationDays: number): NightSpan {
  return { startDate: stay.checkIn, endDate: addDays(stay.checkOut, preparationDays) };
}

/** Whether two spans have a night in common. */
export const haveCommonNights = (one: NightSpan, other: NightSpan): boolean =>
  one.startDate < other.endDate && other.startDate < one.endDate;

/** The units that are free on every night of a span, in the given order. */
export function listFreeUnits(inventory: Inventory, span: NightSpan): InventoryUnit[] {
  const takenUnitIds = new Set<string>();
  for (const nights of inventory.occupancies) {
    if (haveCommonNights(nights, span)) takenUnitIds.add(nights.unitId);
  }
  return inventory.units.filter((unit) => !takenUnitIds.has(unit.id));
}

/**
 * How many times a stay can be sold if a number of units are free for it: once for each free unit. A building
 * can be sold once if it has units and all of them are free.
 */
export function countUnitsLeft(inventory: Inventory, freeCount: number): number {
  if (!inventory.wholeBuilding) return freeCount;
  return freeCount > 0 && freeCount === inventory.units.length ? 1 : 0;
}

/**
 * For each night of a span, the number of units that are free on that night and on the preparation nights after
 * it. Occupancies are sorted and counted in one sweep, whose cost does not depend on the number of units.
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
 * The nights, as day numbers `[from, to)`, on which no guest can sleep in a unit: the nights that are taken,
 * and the `preparationDays` nights before, because the unit could not be prepared in time. A night of a unit
 * that two occupancies block is counted once.
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
 * Chooses the unit for a stay among those that are free for its span, preparation nights included. Returns null
 * if no unit is free. The preference is: the unit that the stay already has, then the unit left with the fewest
 * free nights before plus after the stay (each side counted up to 365), then the name in code-point order, then
 * the id. The inventory must contain the occupancies of 365 nights on either side. A stay in a building takes
 * all of the building's units, not only one.
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

/**
 * For each unit, the free nights before plus after a stay. One pass over the occupancies counts the free nights
 * of all units.
 */
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
