import {
  byFirstNight,
  canMove,
  type Draft,
  firstEndingAfter,
  inTheWay,
  newDraft,
  type PlannedStay,
  place,
  type RoomWindow,
  rowOf,
  type UnitPlan,
} from './unit-plan.ts';

/** The most moves if something that stays is in between (contract, section 20). */
const MAX_MOVES_WITH_PINS = 20;

/**
 * Finds room for a stay by dealing the stays that may move to the units anew, in the order of their first nights
 * (contract, section 20): each goes to a unit that is free on its first night, and stays that begin later make way. A
 * stay that nobody displaces keeps its unit. If nothing that must stay begins among them, this finds room whenever
 * each night has a free unit. Otherwise it may miss some, so they are also dealt backwards, by their last nights.
 */
export function dealAnew(plan: UnitPlan, stay: PlannedStay, window: RoomWindow): Draft | null {
  const most = hasPins(plan, window) ? MAX_MOVES_WITH_PINS : Number.POSITIVE_INFINITY;
  const forward = fewestMoves(plan, stay, window, most);
  return dealBackwards(plan, stay, window, forward ? forward.moved.size - 1 : most) ?? forward;
}

const hasPins = (plan: UnitPlan, window: RoomWindow): boolean => {
  const { firstMovable, lastFixed } = endsOf(plan, window);
  return lastFixed >= firstMovable;
};

/**
 * Whether dealing finds room for a stay whenever each of its nights has a free unit: nothing that keeps its unit begins
 * after one that may move, or after the stay's first night.
 */
export function isAlwaysDealt(plan: UnitPlan, stay: PlannedStay, window: RoomWindow): boolean {
  const { firstMovable, lastFixed } = endsOf(plan, window);
  return lastFixed < firstMovable && lastFixed <= stay.from;
}

/** The first night of the first stay that may move, and that of the last one that keeps its unit. */
function endsOf({ rows }: UnitPlan, window: RoomWindow) {
  let firstMovable = Number.POSITIVE_INFINITY;
  let lastFixed = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    for (const stay of row.slice(firstEndingAfter(row, window.from))) {
      if (stay.from >= window.to) break;
      if (canMove(stay, window)) firstMovable = Math.min(firstMovable, stay.from);
      else lastFixed = Math.max(lastFixed, stay.from);
    }
  }
  return { firstMovable, lastFixed };
}

/** Tries the stay in each unit that is free on its first night. */
function fewestMoves(plan: UnitPlan, stay: PlannedStay, window: RoomWindow, most: number): Draft | null {
  let best: Draft | null = null;
  let limit = most;
  for (const { unit } of unitsFreeOnFirstNight(plan, newDraft(window), stay)) {
    const draft = newDraft(window);
    const isDealt = dealFrom(plan, draft, { unit, stay, most: limit });
    if (!isDealt) continue;
    best = draft;
    limit = draft.moved.size - 1;
  }
  return best;
}

type Start = { unit: number; stay: PlannedStay; most: number };

function dealFrom(plan: UnitPlan, draft: Draft, { unit, stay, most }: Start): boolean {
  let waiting: PlannedStay[] = [];
  const settle = (settled: PlannedStay, { unit, leaving }: Candidate) => {
    place(draft, unit, settled);
    for (const other of leaving) draft.moved.set(other, unit);
    waiting = byFirstNight([...waiting, ...leaving]);
  };
  settle(stay, { unit, leaving: inTheWay(plan, draft, unit, stay) ?? [] });
  while (draft.moved.size <= most) {
    const next = waiting.shift();
    if (!next) return true;
    const [best] = unitsFreeOnFirstNight(plan, draft, next);
    if (!best) return false;
    settle(next, best);
  }
  return false;
}

type Candidate = { unit: number; leaving: PlannedStay[] };

/**
 * The units that a stay can take if only stays that begin on its first night or later make way. First those where
 * nobody has to, the ones with the shortest gap after the stay before the others. Then those where the first to make way
 * begins last.
 */
function unitsFreeOnFirstNight(plan: UnitPlan, draft: Draft, stay: PlannedStay): Candidate[] {
  const found: (Candidate & { rank: number })[] = [];
  for (let unit = 0; unit < plan.rows.length; unit += 1) {
    const leaving = inTheWay(plan, draft, unit, stay);
    if (!leaving || leaving.some((other) => other.from < stay.from)) continue;
    const first = leaving[0];
    found.push({ unit, leaving, rank: first ? MANY - first.from : nextIn(plan, draft, unit, stay) - MANY });
  }
  return found.sort((a, b) => a.rank - b.rank);
}

/** Far beyond all day numbers. */
const MANY = 10_000_000;

/** The first night after a stay on which a unit is taken. */
function nextIn(plan: UnitPlan, { moved }: Draft, unit: number, stay: PlannedStay): number {
  const row = rowOf(plan, unit);
  const next = row.slice(firstEndingAfter(row, stay.to)).find((other) => !moved.has(other));
  return next ? next.from : MANY;
}

/** The draft of the same plan with time running backwards, turned around again. */
function dealBackwards(plan: UnitPlan, stay: PlannedStay, window: RoomWindow, most: number): Draft | null {
  const originals = new Map<PlannedStay, PlannedStay>();
  const mirrorOf = (original: PlannedStay) => {
    const made = { ...mirror(original), bookingId: original.bookingId };
    originals.set(made, original);
    return made;
  };
  const mirrored = { ...plan, rows: plan.rows.map((row) => row.map(mirrorOf).reverse()) };
  const draft = fewestMoves(mirrored, mirrorOf(stay), mirror(window), most);
  if (!draft) return null;
  const originalOf = (made: PlannedStay) => originals.get(made) ?? made;
  return {
    window,
    moved: new Map([...draft.moved].map(([made, unit]) => [originalOf(made), unit])),
    placed: new Map([...draft.placed].map(([unit, placed]) => [unit, placed.map(originalOf)])),
  };
}

const mirror = ({ from, to }: RoomWindow): RoomWindow => ({ from: -to, to: -from });
