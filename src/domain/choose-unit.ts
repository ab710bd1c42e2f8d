import { freeUnits, type Inventory, type NightSpan, type Unit } from './inventory.ts';
import { daysBetween } from './stay.ts';
import { compareCodePoints } from './text-order.ts';

/** Free nights next to a stay are counted up to this number on each side (contract, section 8). */
export const gapNightsMax = 365;

/**
 * Chooses the unit for a stay among those that are free for its span, preparation nights included (contract, section
 * 8). Returns null if none is free. It prefers the unit that the stay already has, then the unit left with the fewest
 * free nights before plus after the stay (each side counted up to 365), then the name in code-point order, then the id.
 * The inventory must contain the occupancies of 365 nights on either side. A building takes all its units instead.
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

/** Free nights before plus after the span, by unit. One pass over the occupancies serves all units. */
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
