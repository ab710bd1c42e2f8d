import { addDays, dayNumber, type Stay, type StayDate } from './stay.ts';

/** One physical place that one party occupies; only active ones are sold and counted (contract, section 4). */
export interface Unit {
  readonly id: string;
  readonly name: string;
}

/** Nights from the start date up to, and without, the end date. */
export interface NightSpan {
  readonly startDate: StayDate;
  readonly endDate: StayDate;
}

/** A unit taken for some nights by a booking, its preparation nights among them, or by a block. */
export interface Occupancy extends NightSpan {
  readonly unitId: string;
}

/** What a listing has to sell; for a building, the active units of all its unit types, sold together. */
export interface Inventory {
  readonly units: readonly Unit[];
  readonly wholeBuilding: boolean;
  readonly occupancies: readonly Occupancy[];
}

/** The nights that a stay takes: its own and the preparation nights past its check-out (contract, section 4). */
export function occupiedSpan(stay: Stay, preparationDays: number): NightSpan {
  return { startDate: stay.checkIn, endDate: addDays(stay.checkOut, preparationDays) };
}

/** The units, in the order given, that are free on every night of a span. */
export function freeUnits(inventory: Inventory, span: NightSpan): Unit[] {
  const taken = new Set<string>();
  for (const { unitId, startDate, endDate } of inventory.occupancies) {
    if (startDate < span.endDate && span.startDate < endDate) taken.add(unitId);
  }
  return inventory.units.filter((unit) => !taken.has(unit.id));
}

/**
 * How many times a stay can be sold while this many units are free for it (contract, sections 4 and 6): as often as
 * units are free; a building once where every unit is free and it has any, else not at all.
 */
export function unitsLeft(inventory: Inventory, freeCount: number): number {
  if (!inventory.wholeBuilding) return freeCount;
  return freeCount > 0 && freeCount === inventory.units.length ? 1 : 0;
}

/**
 * For each night d of a span, how many units are free on `[d, d + 1 + preparationDays)` (contract, section 7).
 * One sweep over the sorted occupancies, whatever the number of units: each takes one from the count on the
 * nights that it blocks.
 */
export function freeUnitsByNight(inventory: Inventory, span: NightSpan, preparationDays: number): number[] {
  const first = dayNumber(span.startDate);
  const nights = dayNumber(span.endDate) - first;
  const steps = new Array<number>(nights + 1).fill(0);
  for (const blocked of blockedSpans(inventory, preparationDays)) {
    const from = Math.max(blocked.from - first, 0);
    const to = Math.min(blocked.to - first, nights);
    if (from >= to) continue;
    steps[from] = (steps[from] ?? 0) - 1;
    steps[to] = (steps[to] ?? 0) + 1;
  }
  let free = inventory.units.length;
  return steps.slice(0, nights).map((step) => {
    free += step;
    return free;
  });
}

/** The inventory as it would be without some occupancies: a booking's own do not stand in its way (section 8). */
export function withoutOccupancies(inventory: Inventory, own: readonly Occupancy[]): Inventory {
  // Stays of one unit never overlap, so unit and first night name an occupancy.
  const keyOf = ({ unitId, startDate }: Occupancy) => `${startDate} ${unitId}`;
  const left = new Set(own.map(keyOf));
  return { ...inventory, occupancies: inventory.occupancies.filter((taken) => !left.has(keyOf(taken))) };
}

/**
 * The day numbers `[from, to)` of the nights on which one unit cannot be slept in and then prepared: an occupancy
 * also blocks the `preparationDays` nights before it. Where those reach into the unit's stay before, they are left
 * out, so that no night counts a unit twice.
 */
function blockedSpans(inventory: Inventory, preparationDays: number): { from: number; to: number }[] {
  const counted = new Set(inventory.units.map((unit) => unit.id));
  const sorted = inventory.occupancies
    .filter((taken) => counted.has(taken.unitId))
    .map(({ unitId, startDate, endDate }) => ({
      unitId,
      from: dayNumber(startDate) - preparationDays,
      to: dayNumber(endDate),
    }))
    .sort((a, b) => a.from - b.from);
  const blockedUntil = new Map<string, number>();
  return sorted.map(({ unitId, from, to }) => {
    const until = blockedUntil.get(unitId) ?? from;
    blockedUntil.set(unitId, to);
    return { from: Math.max(from, until), to };
  });
}
