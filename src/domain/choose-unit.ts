import { freeUnits, type Inventory, type NightSpan, type Unit } from './inventory.ts';
import { daysBetween } from './stay.ts';
import { compareCodePoints } from './text-order.ts';

/** Free nights beside a stay are counted up to this many on each side (contract, section 8). */
export const gapNightsMax = 365;

/**
 * The unit that a stay takes, of those free for its span (the preparation nights among it), or null (contract,
 * section 8): the unit that it has where that is free; else the one left with the fewest free nights before plus
 * after it, each counted to 365 at most; then by name in code-point order, and by id where names are equal.
 * The inventory has to hold the occupancies of 365 nights on either side. A building takes all its units instead.
 */
export function chooseUnit(inventory: Inventory, span: NightSpan, keptUnitId: string | null): Unit | null {
  const free = freeUnits(inventory, span);
  const kept = free.find((unit) => unit.id === keptUnitId);
  if (kept) return kept;
  const gapOf = gapsBeside(inventory, span);
  const best = free.toSorted(
    (a, b) => gapOf(a) - gapOf(b) || compareCodePoints(a.name, b.name) || compareCodePoints(a.id, b.id),
  );
  return best[0] ?? null;
}

/** Free nights before plus after the span, by unit; one pass over the occupancies serves all units. */
function gapsBeside(inventory: Inventory, span: NightSpan): (unit: Unit) => number {
  const before = new Map<string, number>();
  const after = new Map<string, number>();
  const keepLeast = (gaps: Map<string, number>, unitId: string, nights: number) => {
    gaps.set(unitId, Math.min(gaps.get(unitId) ?? gapNightsMax, nights));
  };
  for (const { unitId, startDate, endDate } of inventory.occupancies) {
    if (endDate <= span.startDate) keepLeast(before, unitId, daysBetween(endDate, span.startDate));
    if (startDate >= span.endDate) keepLeast(after, unitId, daysBetween(span.endDate, startDate));
  }
  return ({ id }) => (before.get(id) ?? gapNightsMax) + (after.get(id) ?? gapNightsMax);
}
