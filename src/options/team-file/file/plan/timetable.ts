import type { NightSpan } from '../../../../domain/inventory/inventory.ts';

/** Sorted, so that overlaps with a stay are found without reading all nights. */
export type Timetable<Taken extends NightSpan & { unitId: string }> = ReturnType<
  typeof createTimetable<Taken>
>;

export function createTimetable<Taken extends NightSpan & { unitId: string }>(taken: readonly Taken[]) {
  const byUnit = Map.groupBy(taken, ({ unitId }) => unitId);
  for (const spans of byUnit.values()) spans.sort(byStart);

  return {
    add(span: Taken): void {
      const spans = byUnit.get(span.unitId);
      if (spans) spans.splice(findStartIndex(spans, span.startDate), 0, span);
      else byUnit.set(span.unitId, [span]);
    },

    /** Spans of a unit that overlap the given one, and the next one on each side. */
    around(unitId: string, { startDate, endDate }: NightSpan): Taken[] {
      const spans = byUnit.get(unitId) ?? [];
      return spans.slice(
        Math.max(0, findStartIndex(spans, startDate) - 1),
        findStartIndex(spans, endDate) + 1,
      );
    },

    /** Each span is compared with the earlier one that ends last. */
    overlaps(): [Taken, Taken][] {
      return [...byUnit.values()].flatMap(listOverlaps);
    },
  };
}

function listOverlaps<Taken extends NightSpan>(spans: readonly Taken[]): [Taken, Taken][] {
  const pairs: [Taken, Taken][] = [];
  let lastToEnd = spans[0];
  for (const next of spans.slice(1)) {
    if (lastToEnd && next.startDate < lastToEnd.endDate) pairs.push([lastToEnd, next]);
    if (!lastToEnd || next.endDate > lastToEnd.endDate) lastToEnd = next;
  }
  return pairs;
}

const byStart = (a: NightSpan, b: NightSpan): number =>
  a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0;

/** By binary search. */
function findStartIndex(spans: readonly NightSpan[], date: string): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.startDate ?? '') < date) low = middle + 1;
    else high = middle;
  }
  return low;
}
