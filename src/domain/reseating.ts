/**
 * Reseating: bookings move to other units of their listing, so that a stay fits for which no single unit is free. This
 * file says whether, and for how many stays, `seating-search.ts` finds room.
 */
import { addDays, dayNumber } from './dates.ts';
import { countFreeUnitsByNight, type Inventory, listFreeUnits, type NightSpan } from './inventory.ts';
import {
  createSearchBudget,
  type Draft,
  findMovableEnds,
  findSeating,
  listUnitsFreeFor,
  type SearchBudget,
  type Seat,
  type SeatSearch,
  sortByFirstNight,
} from './seating-search.ts';
import { compareCodePoints } from './text.ts';

/**
 * Bookings move if they lie within this number of nights before and after the stay that needs room. Listings of more
 * than a hundred units have fewer nights on each side, which bounds the number of stays that are read.
 */
const ROOM_NIGHTS = 365;
const ROOM_UNIT_NIGHTS = 36_500;

/** The nights whose occupancies decide about room for a span. */
export function widenToSearchedNights(span: NightSpan, unitCount: number): NightSpan {
  const nights = Math.min(ROOM_NIGHTS, Math.floor(ROOM_UNIT_NIGHTS / Math.max(unitCount, 1)));
  return { startDate: addDays(span.startDate, -nights), endDate: addDays(span.endDate, nights) };
}

/** Whether more such stays could fit if bookings move. It needs only the occupancies of the span. */
export const needsMoves = (inventory: Inventory, span: NightSpan): boolean =>
  mayReseat(inventory) && listFreeUnits(inventory, span).length < countAlwaysFree(inventory, span);

/**
 * Finds room for a span for which no unit is free. Returns the unit that the stay gets, and the bookings that move to
 * other units to free it. Returns null if there is no room.
 */
export function findSeatingByMoving(inventory: Inventory, span: NightSpan) {
  if (!mayReseat(inventory) || countAlwaysFree(inventory, span) === 0) return null;
  const { unitIds, rows } = buildRows(inventory);
  const search = { rows, window: findWindow(inventory, span), stepBudget: createSearchBudget() };
  const draft = findSeating(search, toSeat(span));
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
export function countFitting(
  inventory: Inventory,
  span: NightSpan,
  enough: number = Number.POSITIVE_INFINITY,
  stepBudget: SearchBudget = createSearchBudget(),
): number {
  const free = listFreeUnits(inventory, span).length;
  if (!mayReseat(inventory) || free >= enough) return free;
  const most = Math.min(countAlwaysFree(inventory, span), enough);
  if (free >= most) return most;
  const search = { ...buildRows(inventory), window: findWindow(inventory, span), stepBudget };
  return countWithMoves(search, span, most);
}

/** For each night d of a span, how many stays of `[d, d + 1 + preparationDays)` fit at the same time. */
export function countFittingByNight(
  inventory: Inventory,
  span: NightSpan,
  preparationDays: number,
  stepBudget: SearchBudget = createSearchBudget(),
): number[] {
  const free = countFreeUnitsByNight(inventory, span, preparationDays);
  // A single night fits wherever a unit is free on it.
  if (preparationDays === 0 || !mayReseat(inventory)) return free;
  const prepared = { ...span, endDate: addDays(span.endDate, preparationDays) };
  const nightly = countFreeUnitsByNight(inventory, prepared, 0);
  const { rows } = buildRows(inventory);
  const countUpTo = (enough: number) => (count: number, index: number) => {
    const most = Math.min(enough, ...nightly.slice(index, index + 1 + preparationDays));
    if (count >= most || stepBudget.left <= 0) return count;
    const startDate = addDays(span.startDate, index);
    const night = { startDate, endDate: addDays(startDate, 1 + preparationDays) };
    return countWithMoves({ rows, window: findWindow(inventory, night), stepBudget }, night, most);
  };
  // Whether a night can be had at all comes before how often.
  return free.map(countUpTo(1)).map(countUpTo(Number.POSITIVE_INFINITY));
}

const mayReseat = ({ reseating = false, wholeBuilding }: Inventory): boolean => reseating && !wholeBuilding;

const countAlwaysFree = (inventory: Inventory, span: NightSpan): number =>
  Math.min(...countFreeUnitsByNight(inventory, span, 0));

const findWindow = ({ units }: Inventory, span: NightSpan): Seat =>
  toSeat(widenToSearchedNights(span, units.length));

function toSeat({ startDate, endDate }: NightSpan, bookingId: string | null = null): Seat {
  return { from: dayNumber(startDate), to: dayNumber(endDate), bookingId };
}

function buildRows({ units, occupancies }: Inventory) {
  const unitIds = units.map(({ id }) => id).sort(compareCodePoints);
  const taken = Map.groupBy(occupancies, ({ unitId }) => unitId);
  const listSeats = (id: string) => (taken.get(id) ?? []).map((one) => toSeat(one, one.movableBookingId));
  return { unitIds, rows: unitIds.map((id) => sortByFirstNight(listSeats(id))) };
}

/** Seats one such stay after the other, those first that need no move. */
function countWithMoves(search: SeatSearch, span: NightSpan, most: number): number {
  const { firstMovable, lastFixed } = findMovableEnds(search);
  // Then rearranging finds room whenever each night has a free unit.
  if (lastFixed < firstMovable && lastFixed <= dayNumber(span.startDate)) return most;
  const free = listUnitsFreeFor(search.rows, toSeat(span)).slice(0, most);
  const placed = new Map(free.map((unit) => [unit, [toSeat(span)]]));
  let rows = applyDraft(search.rows, { moved: new Set(), placed });
  for (let count = free.length; count < most; count += 1) {
    const draft = search.stepBudget.left > 0 ? findSeating({ ...search, rows }, toSeat(span)) : null;
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
