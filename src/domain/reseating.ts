/**
 * Reseating: bookings move to other units of their listing, so that a stay fits for which no single unit is free. Days
 * are day numbers here. Where nothing is pinned, room is found whenever each night has a free unit. Where something is,
 * one move is preferred to two, room that one or two moves make is always found, and beyond that a search may give up.
 */
import { addDays, toDayNumber } from './dates.ts';
import { countFreeUnitsByNight, type Inventory, listFreeUnits, type NightSpan } from './inventory.ts';
import { compareCodePoints } from './text.ts';

/**
 * Bookings move if they lie within this number of nights before and after the stay that needs room. Listings of more
 * than a hundred units have fewer nights on each side, which bounds the number of stays that are read.
 */
const MAX_SEARCHED_NIGHTS = 365;
const MAX_SEARCHED_UNIT_NIGHTS = 36_500;

/**
 * How often the searches for one answer look at a unit. After that only what is free as it is counts, so that no
 * request holds up others for long. A search that has begun is finished.
 */
const MAX_RESEATING_STEPS = 1_000_000;
export type StepBudget = { left: number };
export const createStepBudget = (): StepBudget => ({ left: MAX_RESEATING_STEPS });

/** The nights whose occupancies decide about room for a span. */
export function widenToReseatingNights(span: NightSpan, unitCount: number): NightSpan {
  const nights = Math.min(MAX_SEARCHED_NIGHTS, Math.floor(MAX_SEARCHED_UNIT_NIGHTS / Math.max(unitCount, 1)));
  return { startDate: addDays(span.startDate, -nights), endDate: addDays(span.endDate, nights) };
}

/** Whether more such stays could fit if bookings move. It needs only the occupancies of the span. */
export const mayMovesMakeRoom = (inventory: Inventory, span: NightSpan): boolean =>
  mayReseat(inventory) && listFreeUnits(inventory, span).length < countAlwaysFreeUnits(inventory, span);

/**
 * Finds room for a span for which no unit is free. Returns the unit that the stay gets, and the bookings that move to
 * other units to free it. Returns null if there is no room.
 */
export function findUnitByMovingBookings(inventory: Inventory, span: NightSpan) {
  if (!mayReseat(inventory) || countAlwaysFreeUnits(inventory, span) === 0) return null;
  const { unitIds, rows } = buildUnitRows(inventory);
  const search = { rows, window: findMoveWindow(inventory, span), stepBudget: createStepBudget() };
  const draft = findChainOfMoves(search, toSeat(span));
  if (!draft) return null;
  const seats = [...draft.placed].flatMap(([unit, placed]) =>
    placed.map(({ bookingId }) => ({ bookingId, unitId: unitIds[unit] ?? '' })),
  );
  return {
    // The new stay is no booking yet. All others that are placed are bookings that move.
    unitId: seats.find(({ bookingId }) => bookingId === null)?.unitId ?? '',
    moves: seats.flatMap(({ bookingId, unitId }) => (bookingId === null ? [] : { bookingId, unitId })),
  };
}

/**
 * How many such stays fit at the same time, if bookings move to make room for them. Without reseating it is the number
 * of units that are free for the span. Moves are sought until `enough` stays fit, or the budget is used up.
 */
export function countFittingStays(
  inventory: Inventory,
  span: NightSpan,
  enough: number = Number.POSITIVE_INFINITY,
  stepBudget: StepBudget = createStepBudget(),
): number {
  const free = listFreeUnits(inventory, span).length;
  if (!mayReseat(inventory) || free >= enough) return free;
  const most = Math.min(countAlwaysFreeUnits(inventory, span), enough);
  if (free >= most) return most;
  const search = { ...buildUnitRows(inventory), window: findMoveWindow(inventory, span), stepBudget };
  return countStaysByMoves(search, span, most);
}

/** For each night d of a span, how many stays of `[d, d + 1 + preparationDays)` fit at the same time. */
export function countFittingStaysByNight(
  inventory: Inventory,
  span: NightSpan,
  preparationDays: number,
  stepBudget: StepBudget = createStepBudget(),
): number[] {
  const freeByNight = countFreeUnitsByNight(inventory, span, preparationDays);
  // A single night fits wherever a unit is free on it.
  if (preparationDays === 0 || !mayReseat(inventory)) return freeByNight;
  const prepared = { ...span, endDate: addDays(span.endDate, preparationDays) };
  const nightly = countFreeUnitsByNight(inventory, prepared, 0);
  const { rows } = buildUnitRows(inventory);
  const countUpTo = (enough: number) => (count: number, index: number) => {
    const most = Math.min(enough, ...nightly.slice(index, index + 1 + preparationDays));
    if (count >= most || stepBudget.left <= 0) return count;
    const startDate = addDays(span.startDate, index);
    const night = { startDate, endDate: addDays(startDate, 1 + preparationDays) };
    return countStaysByMoves({ rows, window: findMoveWindow(inventory, night), stepBudget }, night, most);
  };
  // Whether a night can be had at all comes before how often.
  return freeByNight.map(countUpTo(1)).map(countUpTo(Number.POSITIVE_INFINITY));
}

const mayReseat = ({ reseating = false, wholeBuilding }: Inventory): boolean => reseating && !wholeBuilding;

const countAlwaysFreeUnits = (inventory: Inventory, span: NightSpan): number =>
  Math.min(...countFreeUnitsByNight(inventory, span, 0));

const findMoveWindow = ({ units }: Inventory, span: NightSpan): Seat =>
  toSeat(widenToReseatingNights(span, units.length));

/** Nights in one unit, taken by a booking that may move, or by something that stays (then `bookingId` is null). */
interface Seat {
  readonly from: number;
  readonly to: number;
  readonly bookingId: string | null;
}

/** The input of a search: the seats of each unit by their first night, and the nights within which bookings may move. */
interface SeatSearch {
  readonly rows: readonly (readonly Seat[])[];
  readonly window: Seat;
  readonly stepBudget: StepBudget;
}

/** Changes that are not made yet: seats that leave their units, and seats placed in units. These do not move again. */
interface Draft {
  readonly moved: Set<Seat>;
  readonly placed: Map<number, Seat[]>;
}

function toSeat({ startDate, endDate }: NightSpan, bookingId: string | null = null): Seat {
  return { from: toDayNumber(startDate), to: toDayNumber(endDate), bookingId };
}

const sortByFirstNight = (seats: readonly Seat[]): Seat[] => seats.toSorted((a, b) => a.from - b.from);

function buildUnitRows({ units, occupancies }: Inventory) {
  const unitIds = units.map(({ id }) => id).sort(compareCodePoints);
  const taken = Map.groupBy(occupancies, ({ unitId }) => unitId);
  const listSeats = (id: string) => (taken.get(id) ?? []).map((one) => toSeat(one, one.movableBookingId));
  return { unitIds, rows: unitIds.map((id) => sortByFirstNight(listSeats(id))) };
}

/** Seats one such stay after the other, those first that need no move. */
function countStaysByMoves(search: SeatSearch, span: NightSpan, most: number): number {
  const { firstMovable, lastFixed } = findMovableEnds(search);
  // Then rearranging finds room whenever each night has a free unit.
  if (lastFixed < firstMovable && lastFixed <= toDayNumber(span.startDate)) return most;
  const free = listUnitsFreeFor(search.rows, toSeat(span)).slice(0, most);
  const placed = new Map(free.map((unit) => [unit, [toSeat(span)]]));
  let rows = applyDraft(search.rows, { moved: new Set(), placed });
  for (let count = free.length; count < most; count += 1) {
    const draft = search.stepBudget.left > 0 ? findChainOfMoves({ ...search, rows }, toSeat(span)) : null;
    if (!draft) return count;
    rows = applyDraft(rows, draft);
  }
  return most;
}

function applyDraft(rows: SeatSearch['rows'], { moved, placed }: Draft): SeatSearch['rows'] {
  const rowAfter = (row: readonly Seat[], added: readonly Seat[] = []) =>
    // Somebody leaves a unit only if somebody else is placed there.
    added.length === 0 ? row : sortByFirstNight([...row.filter((seat) => !moved.has(seat)), ...added]);
  return rows.map((row, unit) => rowAfter(row, placed.get(unit)));
}

/** The most moves of a chain. All chains of up to two moves are tried, and a number of steps of the longer ones. */
const MAX_CHAIN_MOVES = 4;
const MOVES_SEARCHED_WITHOUT_LIMIT = 2;
const MAX_CHAIN_SEARCH_STEPS = 3_000;

/**
 * Finds room by a chain: a stay takes a unit, the seats in its way move to other units, the seats in their way move on.
 * The fewest moves win. If no chain is found, all bookings are rearranged.
 */
function findChainOfMoves(search: SeatSearch, stay: Seat): Draft | null {
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

/** The most moves of a rearrangement if something that stays is in between. */
const MAX_REARRANGE_MOVES_WITH_PINS = 20;

/**
 * Places the bookings again, in the order of their first nights: each goes to a unit that is free on its first night, and
 * bookings that begin later make way. Nobody moves who is not displaced.
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

/** The units where only seats that begin later make way. First those where nobody has to, then those where it is latest. */
function listDisplaceableUnits(search: SeatSearch, draft: Draft, seat: Seat) {
  const firstNight = ({ leaving }: { leaving: readonly Seat[] }) =>
    leaving[0]?.from ?? Number.MAX_SAFE_INTEGER;
  return search.rows
    .map((_, unit) => ({ unit, leaving: findSeatsInTheWay(search, draft, unit, seat) ?? [seat] }))
    .filter(({ leaving }) => leaving.every((other) => other.from >= seat.from && other !== seat))
    .sort((a, b) => firstNight(b) - firstNight(a));
}

/** The first night of the first seat that may move, and that of the last one that keeps its unit. */
function findMovableEnds({ rows, window }: SeatSearch) {
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

/** The units that are free for a seat before anything moves. */
const listUnitsFreeFor = (rows: SeatSearch['rows'], { from, to }: Seat): number[] =>
  [...rows.keys()].filter((unit) => {
    const row = rows[unit] ?? [];
    return (row[findFirstEndingAfter(row, from)]?.from ?? to) >= to;
  });

/** The seats that would have to leave a unit for another seat. Null if one of them cannot. */
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

/** The index of the first seat of a unit that ends after a night's beginning. Searches ask this thousands of times. */
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
