import {
  type Draft,
  inTheWay,
  newDraft,
  type PlannedStay,
  place,
  type RoomWindow,
  type UnitPlan,
} from './unit-plan.ts';

/** The most moves of a chain (contract, section 20). */
const MAX_CHAIN_MOVES = 4;
/** All chains of up to this number of moves are tried. */
const MOVES_WITHOUT_LIMIT = 2;
/** How many placements are tried for longer chains. */
const MAX_STEPS = 3_000;

/**
 * Finds room for a stay by a chain of moves: the stay takes a unit, the stays in its way move to other units, the stays
 * in their way move on (contract, section 20). The fewest moves win. Chains of one or two moves are always found, longer
 * ones within a number of steps.
 */
export function findChain(plan: UnitPlan, stay: PlannedStay, window: RoomWindow): Draft | null {
  const search = searchIn(plan, window);
  for (let moves = 1; moves <= MAX_CHAIN_MOVES; moves += 1) {
    const found = search(stay, moves);
    if (found) return found;
  }
  return null;
}

function searchIn(plan: UnitPlan, window: RoomWindow) {
  const units = plan.rows.map((_, unit) => unit);
  const nothing = newDraft(window);
  const freeUnits = new Map<PlannedStay, readonly number[]>();
  /** The units that were free before anything moved, of stays that once found none. */
  const rememberFree = (stay: PlannedStay) => {
    if (freeUnits.has(stay)) return;
    const free = units.filter((unit) => inTheWay(plan, nothing, unit, stay)?.length === 0);
    freeUnits.set(stay, free);
  };
  let steps = 0;

  return (wanted: PlannedStay, moves: number): Draft | null => {
    const draft = newDraft(window);
    const isLimited = moves > MOVES_WITHOUT_LIMIT;
    /** The units that somebody leaves. */
    const left: number[] = [];

    const settle = (waiting: readonly PlannedStay[], movesLeft: number): boolean => {
      const [stay, ...others] = waiting;
      if (!stay) return true;
      const known = movesLeft > 0 ? undefined : freeUnits.get(stay);
      const candidates = known ? [...known, ...left] : units;
      for (const unit of candidates) {
        const leaving = inTheWay(plan, draft, unit, stay);
        if (!leaving || leaving.length > movesLeft) continue;
        if (isLimited && steps >= MAX_STEPS) return false;
        steps += Number(isLimited);
        place(draft, unit, stay);
        for (const other of leaving) draft.moved.set(other, unit);
        if (leaving.length > 0) left.push(unit);
        if (settle([...others, ...leaving], movesLeft - leaving.length)) return true;
        if (leaving.length > 0) left.pop();
        for (const other of leaving) draft.moved.delete(other);
        draft.placed.get(unit)?.pop();
      }
      if (movesLeft === 0) rememberFree(stay);
      return false;
    };
    return settle([wanted], moves) ? draft : null;
  };
}
