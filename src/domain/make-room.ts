import { dealAnew, isAlwaysDealt } from './deal-anew.ts';
import { freeUnits, freeUnitsByNight, type Inventory, type NightSpan } from './inventory.ts';
import { findChain } from './move-chain.ts';
import { addDays } from './stay.ts';
import {
  type Draft,
  isFree,
  nightsOfSpan,
  type PlannedStay,
  planOf,
  type RoomWindow,
  type UnitPlan,
  withDraft,
} from './unit-plan.ts';

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
