import { addDays, dayNumber } from './dates.ts';
import { freeUnits, freeUnitsByNight, type Inventory, type NightSpan, type Occupancy } from './inventory.ts';
import { compareCodePoints } from './text.ts';

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

/**
 * Bookings move if their nights lie within this number of nights before and after the stay that needs room. Listings of
 * more than a hundred units have fewer nights on each side, so that no search reads more than a bounded number of stays.
 */
const ROOM_NIGHTS = 365;
const ROOM_UNIT_NIGHTS = 36_500;

/**
 * How often the searches for a calendar, for the count of a quote, or for its alternatives look at a unit. After that
 * only what is free as it is counts, so that no request holds up others for long. A search that has begun is ended.
 */
const LOOKS = 1_000_000;
export interface Looks {
  left: number;
}

export const allLooks = (): Looks => ({ left: LOOKS });

/** A booking and the unit that it moves to. */
export interface Move {
  readonly bookingId: string;
  readonly unitId: string;
}

/** The unit that a stay gets, and the moves that free it. */
export interface Room {
  readonly unitId: string;
  readonly moves: readonly Move[];
}

/** The nights whose occupancies decide about room for a span. */
export function nightsAround(span: NightSpan, unitCount: number): NightSpan {
  const nights = Math.min(ROOM_NIGHTS, Math.floor(ROOM_UNIT_NIGHTS / Math.max(unitCount, 1)));
  return { startDate: addDays(span.startDate, -nights), endDate: addDays(span.endDate, nights) };
}

/**
 * Finds room for a span for which no unit is free, by moving bookings to other units (contract, section 20): by the
 * shortest chain of moves, else by dealing the bookings anew. Returns null if no room was found. If everything that
 * begins after the first movable booking may move, room is found whenever each night has a free unit.
 */
export function makeRoom(inventory: Inventory, span: NightSpan): Room | null {
  if (!canMakeRoom(inventory) || nightlyLeast(inventory, span) === 0) return null;
  const planned = plannedFrom(inventory);
  const draft = firstDraftFor(planned, inventory, span);
  return draft && roomOf(planned.plan, draft);
}

export interface HowMany {
  readonly enough?: number;
  readonly looks?: Looks;
}

/**
 * How many such stays fit at the same time, if bookings move to make room for them. Without reseating it is the number
 * of units that are free for the span. Moves are sought until `enough` stays fit, or no looks are left.
 */
export function countFitting(
  inventory: Inventory,
  span: NightSpan,
  { enough = Number.POSITIVE_INFINITY, looks = allLooks() }: HowMany = {},
): number {
  const free = freeUnits(inventory, span);
  if (!canMakeRoom(inventory) || free.length >= enough) return free.length;
  const most = Math.min(nightlyLeast(inventory, span), enough);
  return free.length < most ? countWithMoves(inventory, span, most, looks) : most;
}

function countWithMoves(inventory: Inventory, span: NightSpan, most: number, looks: Looks): number {
  const planned = plannedFrom(inventory);
  const stay = copyOf(span);
  if (isAlwaysDealt(planned.plan, stay, windowOf(inventory, span))) return most;
  const free = planned.plan.rows.flatMap((_, unit) => (isFree(planned.plan, unit, stay) ? [unit] : []));
  let plan = withCopies(planned.plan, free, stay);
  for (let count = free.length; count < most; count += 1) {
    if (looks.left <= 0) return count;
    const before = plan.looks.count;
    const draft =
      count === 0
        ? firstDraftFor(planned, inventory, span)
        : draftFor(plan, { ...stay }, windowOf(inventory, span));
    looks.left -= plan.looks.count - before;
    if (!draft) return count;
    plan = withDraft(plan, draft);
  }
  return most;
}

/** The plan with a stay in each of these units. */
const withCopies = (plan: UnitPlan, units: readonly number[], stay: PlannedStay): UnitPlan =>
  withDraft(plan, {
    window: stay,
    moved: new Map(),
    placed: new Map(units.map((unit) => [unit, [{ ...stay }]])),
  });

/** Whether more such stays could fit if bookings move. It needs the occupancies of the span only. */
export const needsRoom = (inventory: Inventory, span: NightSpan): boolean =>
  canMakeRoom(inventory) && freeUnits(inventory, span).length < nightlyLeast(inventory, span);

/** For each night d, how many stays of `[d, d + 1 + preparationDays)` fit at the same time (contract, section 7). */
export function countFittingByNight(
  inventory: Inventory,
  span: NightSpan,
  preparationDays: number,
  looks: Looks = allLooks(),
): number[] {
  const free = freeUnitsByNight(inventory, span, preparationDays);
  // A single night fits wherever a unit is free on it.
  if (preparationDays === 0 || !canMakeRoom(inventory)) return free;
  const withPreparation = { ...span, endDate: addDays(span.endDate, preparationDays) };
  const nightly = freeUnitsByNight(inventory, withPreparation, 0);
  const counted = (counts: readonly number[], enough: number) =>
    counts.map((count, index) => {
      const most = Math.min(enough, ...nightly.slice(index, index + 1 + preparationDays));
      if (count >= most || looks.left <= 0) return count;
      const startDate = addDays(span.startDate, index);
      const night = { startDate, endDate: addDays(startDate, 1 + preparationDays) };
      return countWithMoves(inventory, night, most, looks);
    });
  // Whether a night can be had at all comes before how often.
  return counted(counted(free, 1), Number.POSITIVE_INFINITY);
}

/** In place of the id of a booking that does not exist yet. */
const A_COPY = '';

const canMakeRoom = ({ reseating = false, wholeBuilding }: Inventory): boolean => reseating && !wholeBuilding;

const nightlyLeast = (inventory: Inventory, span: NightSpan): number =>
  Math.min(...freeUnitsByNight(inventory, span, 0));

const windowOf = ({ units }: Inventory, span: NightSpan): RoomWindow =>
  nightsOfSpan(nightsAround(span, units.length));

const draftFor = (plan: UnitPlan, stay: PlannedStay, window: RoomWindow): Draft | null =>
  findChain(plan, stay, window) ?? dealAnew(plan, stay, window);

/** The plan of an inventory, and the drafts for the first of the stays that were asked of it, by span. */
type Planned = { plan: UnitPlan; drafts: Map<string, Draft | null> };
const plans = new WeakMap<Inventory, Planned>();

function plannedFrom(inventory: Inventory): Planned {
  return plans.getOrInsertComputed(inventory, () => ({ plan: planOf(inventory), drafts: new Map() }));
}

/** The draft is kept, because a booking asks twice: whether there is room, and how it is made. */
function firstDraftFor({ plan, drafts }: Planned, inventory: Inventory, span: NightSpan): Draft | null {
  const key = `${span.startDate}/${span.endDate}`;
  return drafts.getOrInsertComputed(key, () => draftFor(plan, copyOf(span), windowOf(inventory, span)));
}

const copyOf = (span: NightSpan): PlannedStay => ({ ...nightsOfSpan(span), bookingId: A_COPY });

function roomOf({ unitIds }: UnitPlan, { placed }: Draft): Room {
  let room: string | null = null;
  const moves: Move[] = [];
  for (const [unit, stays] of placed) {
    const unitId = unitIds[unit] ?? '';
    for (const { bookingId } of stays) {
      if (bookingId === A_COPY) room = unitId;
      else if (bookingId !== null) moves.push({ bookingId, unitId });
    }
  }
  if (room === null) throw new Error('A draft does not place the stay that it was made for.');
  return { unitId: room, moves };
}
