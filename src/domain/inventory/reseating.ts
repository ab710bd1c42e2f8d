/**
 * Bookings move to other units of their listing, to make room for a stay for which no single unit is free.
 * `seating-search.ts` finds those that can move.
 */
import { addDays, toDayNumber } from '../dates/dates.ts';
import { compareCodePoints } from '../text/text.ts';
import { countFreeUnitsByNight, type Inventory, listFreeUnits, type NightSpan } from './inventory.ts';
import {
  createStepBudget,
  type Draft,
  findChainOfMoves,
  findMovableEnds,
  listUnitsFreeFor,
  type Seat,
  type SeatSearch,
  type StepBudget,
  sortByFirstNight,
} from './seating-search.ts';

/**
 * Only bookings within this many nights before and after the stay may move. For more than a hundred units
 * fewer nights, which bounds how many bookings are read.
 */
const MAX_SEARCHED_NIGHTS = 365;
const MAX_SEARCHED_UNIT_NIGHTS = 36_500;

export function widenToReseatingNights(span: NightSpan, unitCount: number): NightSpan {
  const nights = Math.min(MAX_SEARCHED_NIGHTS, Math.floor(MAX_SEARCHED_UNIT_NIGHTS / Math.max(unitCount, 1)));
  return { startDate: addDays(span.startDate, -nights), endDate: addDays(span.endDate, nights) };
}

/** A quick check by the occupancies of the span alone. */
export const mayMovesMakeRoom = (inventory: Inventory, span: NightSpan): boolean =>
  mayReseat(inventory) && listFreeUnits(inventory, span).length < countAlwaysFreeUnits(inventory, span);

/** Returns the unit that the stay gets and the bookings that move to free it, or null if there is no room. */
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
    // The new stay has no booking id yet, so every seat with an id is a booking that moves.
    unitId: seats.find(({ bookingId }) => bookingId === null)?.unitId ?? '',
    moves: seats.flatMap(({ bookingId, unitId }) => (bookingId === null ? [] : { bookingId, unitId })),
  };
}

/**
 * How many stays of the span fit at once. If bookings must not move, as many as units are free. The search
 * ends once `enough` stays fit, or its budget of steps is used up.
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

/** For each night, how many stays of that one night, with their preparation nights, fit at once. */
export function countFittingStaysByNight(
  inventory: Inventory,
  span: NightSpan,
  preparationDays: number,
  stepBudget: StepBudget = createStepBudget(),
): number[] {
  const freeByNight = countFreeUnitsByNight(inventory, span, preparationDays);
  // Without preparation nights, moves cannot make room for a stay of one night: it fits wherever a unit is
  // free.
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
  // First for one stay on every night, so that the budget of steps is not spent on counting the room of the
  // first nights.
  return freeByNight.map(countUpTo(1)).map(countUpTo(Number.POSITIVE_INFINITY));
}

const mayReseat = ({ reseating = false, wholeBuilding }: Inventory): boolean => reseating && !wholeBuilding;

const countAlwaysFreeUnits = (inventory: Inventory, span: NightSpan): number =>
  Math.min(...countFreeUnitsByNight(inventory, span, 0));

const findMoveWindow = ({ units }: Inventory, span: NightSpan): Seat =>
  toSeat(widenToReseatingNights(span, units.length));

function toSeat({ startDate, endDate }: NightSpan, bookingId: string | null = null): Seat {
  return { from: toDayNumber(startDate), to: toDayNumber(endDate), bookingId };
}

function buildUnitRows({ units, occupancies }: Inventory) {
  const unitIds = units.map(({ id }) => id).sort(compareCodePoints);
  const taken = Map.groupBy(occupancies, ({ unitId }) => unitId);
  const listSeats = (id: string) => (taken.get(id) ?? []).map((one) => toSeat(one, one.movableBookingId));
  return { unitIds, rows: unitIds.map((id) => sortByFirstNight(listSeats(id))) };
}

/** Places one stay after the other: first in free units, then by moving bookings. */
function countStaysByMoves(search: SeatSearch, span: NightSpan, most: number): number {
  const { firstMovable, lastFixed } = findMovableEnds(search);
  // If no booking is pinned to its unit, rearranging finds room whenever each night has a free unit.
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
    // Only units in which a booking was placed can lose bookings, because bookings move only to make room.
    added.length === 0 ? row : sortByFirstNight([...row.filter((seat) => !moved.has(seat)), ...added]);
  return rows.map((row, unit) => rowAfter(row, placed.get(unit)));
}
