import type { Inventory, NightSpan, Occupancy } from '../../../src/domain/inventory/inventory.ts';

const overlap = (a: NightSpan, b: NightSpan) => a.startDate < b.endDate && b.startDate < a.endDate;

type SeatedStay = NightSpan & { from: string | null };

/**
 * The fewest moves after which a number of equal stays fit, found by trying every way to deal the movable occupancies
 * to the units. Null if there is none.
 */
export function fewestMovesByBruteForce(inventory: Inventory, span: NightSpan, count = 1): number | null {
  const isMovable = ({ movableBookingId = null }: Occupancy) => movableBookingId !== null;
  const rows = new Map(inventory.units.map((unit): [string, NightSpan[]] => [unit.id, []]));
  for (const occupancy of inventory.occupancies)
    if (!isMovable(occupancy)) rows.get(occupancy.unitId)?.push(occupancy);
  const stays: SeatedStay[] = [
    ...Array.from({ length: count }, () => ({ ...span, from: null })),
    ...inventory.occupancies.filter(isMovable).map((taken) => ({ ...taken, from: taken.unitId })),
    // In this order, a night with too many stays is met early.
  ].sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
  let best: number | null = null;
  const deal = (index: number, moves: number) => {
    if (best !== null && moves >= best) return;
    const stay = stays[index];
    if (!stay) {
      best = moves;
      return;
    }
    for (const [unitId, row] of rows) {
      if (row.some((taken) => overlap(taken, stay))) continue;
      row.push(stay);
      deal(index + 1, moves + Number(stay.from !== null && stay.from !== unitId));
      row.pop();
    }
  };
  deal(0, 0);
  return best;
}
