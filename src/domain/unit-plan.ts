import type { Inventory, NightSpan, Occupancy } from './inventory.ts';
import { dayNumber } from './stay.ts';
import { compareCodePoints } from './text-order.ts';

/** Nights `[from, to)` in one unit, as day numbers. */
export interface PlannedStay {
  readonly from: number;
  readonly to: number;
  /** The booking, if it may move to another unit. Null for everything that stays. */
  readonly bookingId: string | null;
}

/** The units of a listing, by id, and in the same order the stays of each, by their first night. */
export interface UnitPlan {
  readonly unitIds: readonly string[];
  readonly rows: readonly (readonly PlannedStay[])[];
  /** How often searches have looked at a unit, in this plan and in those made from it. It is what they cost. */
  readonly looks: { count: number };
}

/** The nights that a search for room looks at. A stay that reaches beyond them keeps its unit. */
export type RoomWindow = Pick<PlannedStay, 'from' | 'to'>;

export const planOf = ({ units, occupancies }: Inventory): UnitPlan => {
  const unitIds = units.map((unit) => unit.id).sort(compareCodePoints);
  const staysOf = Map.groupBy(occupancies, ({ unitId }) => unitId);
  const rows = unitIds.map((id) => byFirstNight((staysOf.get(id) ?? []).map(plannedStay)));
  return { unitIds, rows, looks: { count: 0 } };
};

const plannedStay = ({ startDate, endDate, movableBookingId = null }: Occupancy): PlannedStay => ({
  from: dayNumber(startDate),
  to: dayNumber(endDate),
  bookingId: movableBookingId,
});

/** The stays of a unit, given by its place in the plan. */
export const rowOf = ({ rows }: UnitPlan, unit: number): readonly PlannedStay[] => rows[unit] ?? [];

export const byFirstNight = (stays: readonly PlannedStay[]): PlannedStay[] =>
  stays.toSorted((a, b) => a.from - b.from);

export const nightsOfSpan = ({ startDate, endDate }: NightSpan): PlannedStay => ({
  from: dayNumber(startDate),
  to: dayNumber(endDate),
  bookingId: null,
});

/**
 * Changes to a plan that are not made yet: stays that leave their units, and stays placed in units. A placed stay is
 * not moved again.
 */
export interface Draft {
  readonly window: RoomWindow;
  /** The stays that leave, with the units that they leave. */
  readonly moved: Map<PlannedStay, number>;
  readonly placed: Map<number, PlannedStay[]>;
}

export const newDraft = (window: RoomWindow): Draft => ({ window, moved: new Map(), placed: new Map() });

export function place({ placed }: Draft, unit: number, stay: PlannedStay): void {
  const there = placed.get(unit);
  if (there) there.push(stay);
  else placed.set(unit, [stay]);
}

const overlap = (a: RoomWindow, b: RoomWindow): boolean => a.from < b.to && b.from < a.to;

export const canMove = (stay: PlannedStay, window: RoomWindow): boolean =>
  stay.bookingId !== null && stay.from >= window.from && stay.to <= window.to;

/** The index of the first stay of a unit that ends after a night's beginning. Its stays do not overlap. */
export function firstEndingAfter(row: readonly PlannedStay[], from: number): number {
  let low = 0;
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { to } = row[middle] as PlannedStay;
    if (to > from) high = middle;
    else low = middle + 1;
  }
  return low;
}

const NOBODY: PlannedStay[] = [];

/** The stays that would have to leave a unit for another stay. Null if one of them cannot. */
export function inTheWay(
  plan: UnitPlan,
  { window, moved, placed }: Draft,
  unit: number,
  stay: PlannedStay,
): PlannedStay[] | null {
  plan.looks.count += 1;
  if (placed.get(unit)?.some((other) => overlap(other, stay))) return null;
  const row = rowOf(plan, unit);
  // Most units are free or lost at once, and searches ask for thousands of them.
  let found = NOBODY;
  for (let index = firstEndingAfter(row, stay.from); index < row.length; index += 1) {
    const other = row[index];
    if (!other || other.from >= stay.to) break;
    if (moved.has(other)) continue;
    if (!canMove(other, window)) return null;
    if (found === NOBODY) found = [other];
    else found.push(other);
  }
  return found;
}

/** Whether nothing takes a unit on any night of a stay. */
export function isFree(plan: UnitPlan, unit: number, stay: RoomWindow): boolean {
  const row = rowOf(plan, unit);
  const next = row[firstEndingAfter(row, stay.from)];
  return !next || next.from >= stay.to;
}

/** The plan with the changes of a draft. Only the rows of changed units are made anew. */
export function withDraft(plan: UnitPlan, { moved, placed }: Draft): UnitPlan {
  const changed = [...plan.rows];
  for (const unit of new Set([...placed.keys(), ...moved.values()])) {
    const kept = rowOf(plan, unit).filter((stay) => !moved.has(stay));
    changed[unit] = byFirstNight([...kept, ...(placed.get(unit) ?? [])]);
  }
  return { ...plan, rows: changed };
}
