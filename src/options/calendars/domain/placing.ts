/**
 * The blocks of a feed on its unit, and the events whose nights something else takes (docs/rules.md, 18.2, 18.3
 * and 18.7).
 */
import { fromDayNumber, toDayNumber } from '../../../domain/dates/dates.ts';
import { haveCommonNights, type NightSpan } from '../../../domain/inventory/inventory.ts';
import { MAX_CONFLICTS_OF_CALENDAR_FEED } from '../../../domain/limits.ts';
import type { PlacedEvent } from './booked-events.ts';
import type { FeedEvent } from './events.ts';
import { findNight, type NightMap, type Nights, toNightMap, toNights, type Window } from './nights.ts';
import { formatDates } from './reading.ts';

export type FeedBlock = NightSpan & { id: string; uid: string };
/**
 * Why a feed blocks a night: an event, or a stored block whose event is gone and whose nights are not freed
 * yet.
 */
type NightsOwner = PlacedEvent | FeedBlock;
/** `before` has the present nights of a stored block, and is null for a new one. */
export type PlannedBlock = FeedBlock & { before: NightSpan | null; owner: NightsOwner };

/** By a booking, another feed or a block of the team. */
type TakenNights = NightSpan & {
  bookingId: string | null;
  blockId: string | null;
  /**
   * The dates of all events of the other feed that took the nights. An event with the same dates as one of
   * them is the same stay, and no conflict.
   */
  stays: ReadonlySet<string>;
};

/** An event of the feed with nights that something else takes. */
export type FeedConflict = NightSpan & { uid: string; bookingId: string | null; blockId: string | null };

type Placing = {
  events: readonly PlacedEvent[];
  /** From today on. */
  wanted: Nights;
  /** With their past nights if they have begun. */
  held: readonly FeedBlock[];
  freed: Nights;
  others: readonly TakenNights[];
};

/** Consecutive nights to block for one event, and the stored blocks that cover some of them. */
type Run = { from: number; to: number; owner: NightsOwner; blocks: Set<FeedBlock> };

/**
 * Blocks every night of an event that nothing else takes, by a block for each event and run of nights. A
 * stored block stays as long as an event of the feed has its nights.
 */
export function placeNights(placing: Placing, { window, newId }: { window: Window; newId: () => string }) {
  const { wanted, held } = placing;
  const findEvent = createEventFinder(placing, window);
  const findOwner = (block: FeedBlock): NightsOwner => {
    const firstWanted = findNight(block, window, (night) => wanted.has(night));
    return (firstWanted === null ? null : findEvent(firstWanted, block)) ?? block;
  };
  const owners = new Map(held.map((block) => [block, findOwner(block)]));
  const runs = listRuns(placing, findEvent, owners, window);

  // A run keeps its event's own block. If it has none, another stored block of its nights is reused, unless
  // other nights keep it.
  const findOwnBlock = ({ owner, blocks }: Run) => [...blocks].find((block) => owners.get(block) === owner);
  const ownBlocks = new Set(runs.map(findOwnBlock));
  const used = new Set<FeedBlock>();
  const blocks = runs.map((run): PlannedBlock => {
    const own = findOwnBlock(run);
    const isFree = (block: FeedBlock) => !used.has(block) && (block === own || !ownBlocks.has(block));
    const block = own && isFree(own) ? own : [...run.blocks].find(isFree);
    if (block) used.add(block);
    return {
      id: block?.id ?? newId(),
      uid: run.owner.uid,
      owner: run.owner,
      startDate: fromDayNumber(run.from),
      endDate: fromDayNumber(run.to),
      before: block ? { startDate: block.startDate, endDate: block.endDate } : null,
    };
  });
  return {
    blocks,
    deleted: held.filter((block) => !used.has(block)),
    conflicts: listConflicts(placing, window),
  };
}

type EventFinder = (night: number, block: FeedBlock | undefined) => FeedEvent | undefined;

/**
 * The first event with the UID of the block that covers the night, or else the first of all. Some channels
 * change the UID of a stay, so an event with the block's dates counts if none has its UID.
 */
function createEventFinder({ events, wanted, held }: Placing, window: Window): EventFinder {
  const eventsOfNights = toNightMap(events, window);
  const eventsByUid = Map.groupBy(events, ({ uid }) => uid);
  const eventsByDates = Map.groupBy(events, formatDates);
  const listEvents = (uid: string | undefined, block: FeedBlock): NightMap<FeedEvent> => {
    const from = Math.max(window.from, toDayNumber(block.startDate));
    const to = Math.min(window.to, toDayNumber(block.endDate));
    const ofUid = eventsByUid.get(uid ?? '') ?? [];
    return toNightMap(
      ofUid.filter((event) => haveCommonNights(event, block)),
      { from, to },
    );
  };
  const findEvents = (block: FeedBlock) => {
    const ofUid = listEvents(block.uid, block);
    return ofUid.keys().some((night) => wanted.has(night))
      ? ofUid
      : listEvents(eventsByDates.get(formatDates(block))?.[0]?.uid, block);
  };
  const eventsOfBlocks = new Map(held.map((block) => [block, findEvents(block)]));
  return (night, block) => (block && eventsOfBlocks.get(block)?.get(night)) ?? eventsOfNights.get(night);
}

/**
 * Nights that the feed has blocked stay blocked unless they are freed. If no event takes them any more, they
 * stay with their block.
 */
function listRuns(
  { wanted, held, freed, others }: Placing,
  findEvent: EventFinder,
  owners: ReadonlyMap<FeedBlock, NightsOwner>,
  window: Window,
): Run[] {
  const taken = toNights(others, window);
  const blocksOfNights = toNightMap(held, ALL_NIGHTS);
  const runs: Run[] = [];
  for (const night of [...wanted.union(blocksOfNights)].sort((a, b) => a - b)) {
    const block = blocksOfNights.get(night);
    if (freed.has(night) || (!block && taken.has(night))) continue;
    const owner = wanted.has(night) ? findEvent(night, block) : block && owners.get(block);
    if (!owner) continue;
    let run = runs.at(-1);
    if (run?.to !== night || run.owner !== owner) {
      run = { from: night, to: night, owner, blocks: new Set() };
      runs.push(run);
    }
    run.to = night + 1;
    if (block) run.blocks.add(block);
  }
  return runs;
}

const ALL_NIGHTS: Window = { from: -Infinity, to: Infinity };

/**
 * For each event, the first booking or block that takes some of its nights. Events with the same dates are
 * taken for one stay, and give one conflict.
 */
function listConflicts({ events, wanted, others }: Placing, window: Window): FeedConflict[] {
  const takenBy = toNightMap(others, window);
  const conflicts = new Map<string, FeedConflict>();
  for (const event of events) {
    const { uid, startDate, endDate } = event.whole ?? event;
    const dates = formatDates({ startDate, endDate });
    const night = findNight(event, window, (one) => {
      const other = takenBy.get(one);
      if (!other || !wanted.has(one)) return false;
      return !other.stays.has(dates) && !event.bookingIds?.has(other.bookingId ?? '');
    });
    const other = takenBy.get(night ?? -1);
    if (!other || conflicts.has(dates)) continue;
    const { bookingId, blockId } = other;
    conflicts.set(dates, { uid, startDate, endDate, bookingId, blockId });
  }
  return [...conflicts.values()].slice(0, MAX_CONFLICTS_OF_CALENDAR_FEED);
}

const identifyConflict = ({ bookingId, blockId, ...dates }: FeedConflict) =>
  `${formatDates(dates)} ${bookingId ?? blockId}`;

/** UIDs are not compared, because some channels change them at each export. */
export function listNewConflicts(
  before: readonly FeedConflict[],
  now: readonly FeedConflict[],
): FeedConflict[] {
  const known = new Set(before.map(identifyConflict));
  return now.filter((conflict) => !known.has(identifyConflict(conflict)));
}

/** If the events need all nights of another feed's block from today on, the feed takes it over. */
export function wantsAllNightsOf(block: NightSpan, wanted: Nights, { from }: Window): boolean {
  const nights = toNights([block], { ...ALL_NIGHTS, from });
  return nights.size > 0 && nights.isSubsetOf(wanted);
}
