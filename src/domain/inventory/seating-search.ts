/**
 * Finds room for a stay by moving bookings to other units, with day numbers in place of dates. If no booking
 * is pinned to its unit, room is found whenever each night has a free unit. If some cannot move, one move is
 * preferred to two, room by one or two moves is always found, and a search for longer chains may give up.
 */

/**
 * How often the searches for one answer may look at a unit, so that no request holds up others for long.
 * After that, only units that are already free count. A search that has begun is finished.
 */
const MAX_RESEATING_STEPS = 1_000_000;
export type StepBudget = { left: number };
export const createStepBudget = (): StepBudget => ({ left: MAX_RESEATING_STEPS });

/** Nights in one unit. Without `bookingId`, what takes them must stay. */
export interface Seat {
  readonly from: number;
  readonly to: number;
  readonly bookingId: string | null;
}

/** What takes each unit, by first night, and the nights within which bookings may move. */
export interface SeatSearch {
  readonly rows: readonly (readonly Seat[])[];
  readonly window: Seat;
  readonly stepBudget: StepBudget;
}

/** Moves that a search tries out. A booking that it has placed in a unit does not move again. */
export interface Draft {
  readonly moved: Set<Seat>;
  readonly placed: Map<number, Seat[]>;
}

export const sortByFirstNight = (seats: readonly Seat[]): Seat[] => seats.toSorted((a, b) => a.from - b.from);

/** All chains of up to two moves are tried, and a limited number of longer ones. */
const MAX_CHAIN_MOVES = 4;
const MOVES_SEARCHED_WITHOUT_LIMIT = 2;
const MAX_CHAIN_SEARCH_STEPS = 3_000;

/**
 * A stay takes a unit, the bookings in its way move to other units, and the bookings there move on. The chain
 * with the fewest moves wins. If none makes room, the bookings of all units are rearranged.
 */
export function findChainOfMoves(search: SeatSearch, stay: Seat): Draft | null {
  const draft = createDraft();
  const allUnits = [...search.rows.keys()];
  const freeUnits = new Map<Seat, readonly number[]>();
  let stepsLeft = Number.POSITIVE_INFINITY;
  function listUnitsToTry(seat: Seat, movesLeft: number): Iterable<number> {
    if (movesLeft > 0) return allUnits;
    if (!freeUnits.has(seat)) {
      search.stepBudget.left -= allUnits.length;
      freeUnits.set(seat, listUnitsFreeFor(search.rows, seat));
    }
    return [...(freeUnits.get(seat) ?? []), ...draft.placed.keys()];
  }
  function seatAllWaiting(waiting: readonly Seat[], movesLeft: number): boolean {
    const [seat, ...others] = waiting;
    if (!seat) return true;
    for (const unit of listUnitsToTry(seat, movesLeft)) {
      const leaving = findSeatsInTheWay(search, draft, unit, seat);
      if (!leaving || leaving.length > movesLeft) continue;
      if (stepsLeft === 0) return false;
      stepsLeft -= 1;
      placeSeat(draft, unit, seat, leaving);
      if (seatAllWaiting([...others, ...leaving], movesLeft - leaving.length)) return true;
      for (const other of leaving) draft.moved.delete(other);
      const there = draft.placed.get(unit);
      there?.pop();
      if (there?.length === 0) draft.placed.delete(unit);
    }
    return false;
  }

  for (let moves = 1; moves <= MAX_CHAIN_MOVES; moves += 1) {
    if (moves === MOVES_SEARCHED_WITHOUT_LIMIT + 1) stepsLeft = MAX_CHAIN_SEARCH_STEPS;
    if (seatAllWaiting([stay], moves)) return draft;
  }
  return rearrangeBookings(search, stay);
}

/** If some bookings are pinned to their units. */
const MAX_REARRANGE_MOVES_WITH_PINS = 20;

/**
 * In the order of first nights: each displaced booking goes to a unit that is free on its first night, and
 * displaces bookings that begin later. Others do not move.
 */
function rearrangeBookings(search: SeatSearch, stay: Seat): Draft | null {
  const { firstMovable, lastFixed } = findMovableEnds(search);
  let maxMoves = lastFixed < firstMovable ? Number.POSITIVE_INFINITY : MAX_REARRANGE_MOVES_WITH_PINS;
  let best: Draft | null = null;
  for (const { unit, leaving } of listDisplaceableUnits(search, createDraft(), stay)) {
    const draft = createDraft();
    placeSeat(draft, unit, stay, leaving);
    if (!placeDisplaced(search, draft, leaving, maxMoves)) continue;
    best = draft;
    maxMoves = draft.moved.size - 1;
  }
  return best;
}

function placeDisplaced(search: SeatSearch, draft: Draft, leaving: readonly Seat[], most: number): boolean {
  let waiting = leaving;
  while (draft.moved.size <= most) {
    const [next, ...others] = waiting;
    if (!next) return true;
    const [best] = listDisplaceableUnits(search, draft, next);
    if (!best) return false;
    placeSeat(draft, best.unit, next, best.leaving);
    waiting = sortByFirstNight([...others, ...best.leaving]);
  }
  return false;
}

/**
 * Units that a stay can take if only bookings that begin later make way. Free units come first, then those in
 * which the first booking in the way begins latest.
 */
function listDisplaceableUnits(search: SeatSearch, draft: Draft, seat: Seat) {
  const firstNight = ({ leaving }: { leaving: readonly Seat[] }) =>
    leaving[0]?.from ?? Number.MAX_SAFE_INTEGER;
  return search.rows
    .map((_, unit) => ({ unit, leaving: findSeatsInTheWay(search, draft, unit, seat) ?? [seat] }))
    .filter(({ leaving }) => leaving.every((other) => other.from >= seat.from && other !== seat))
    .sort((a, b) => firstNight(b) - firstNight(a));
}

export function findMovableEnds({ rows, window }: SeatSearch) {
  let firstMovable = Number.POSITIVE_INFINITY;
  let lastFixed = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    for (const seat of row.slice(findFirstEndingAfter(row, window.from))) {
      if (seat.from >= window.to) break;
      if (mayMoveWithin(seat, window)) firstMovable = Math.min(firstMovable, seat.from);
      else lastFixed = Math.max(lastFixed, seat.from);
    }
  }
  return { firstMovable, lastFixed };
}

const createDraft = (): Draft => ({ moved: new Set(), placed: new Map() });

function placeSeat({ moved, placed }: Draft, unit: number, seat: Seat, leaving: readonly Seat[]): void {
  placed.getOrInsertComputed(unit, () => []).push(seat);
  for (const other of leaving) moved.add(other);
}

export const listUnitsFreeFor = (rows: SeatSearch['rows'], { from, to }: Seat): number[] =>
  [...rows.keys()].filter((unit) => {
    const row = rows[unit] ?? [];
    return (row[findFirstEndingAfter(row, from)]?.from ?? to) >= to;
  });

/** Null if one of them cannot move. */
function findSeatsInTheWay(
  { rows, window, stepBudget }: SeatSearch,
  { moved, placed }: Draft,
  unit: number,
  seat: Seat,
) {
  stepBudget.left -= 1;
  if (placed.get(unit)?.some((other) => other.from < seat.to && seat.from < other.to)) return null;
  const row = rows[unit] ?? [];
  const leaving: Seat[] = [];
  for (let index = findFirstEndingAfter(row, seat.from); index < row.length; index += 1) {
    const other = row[index];
    if (!other || other.from >= seat.to) break;
    if (moved.has(other)) continue;
    if (!mayMoveWithin(other, window)) return null;
    leaving.push(other);
  }
  return leaving;
}

const mayMoveWithin = (seat: Seat, window: Seat): boolean =>
  seat.bookingId !== null && seat.from >= window.from && seat.to <= window.to;

/** Found by halving and not by a scan, because a search asks for it thousands of times. */
function findFirstEndingAfter(row: readonly Seat[], from: number): number {
  let low = 0;
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((row[middle] as Seat).to > from) high = middle;
    else low = middle + 1;
  }
  return low;
}
