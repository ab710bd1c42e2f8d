/** The blocks of a feed on its unit, and the events that something else is in the way of (docs/rules.md, 18). */
import { fromDayNumber } from '../dates.ts';
import { haveCommonNights, type NightSpan } from '../inventory.ts';
import { MAX_CONFLICTS_OF_CALENDAR_FEED } from '../limits.ts';
import type { FeedEvent } from './events.ts';
import { findNight, type NightMap, type Nights, toNightMap, toNights, type Window } from './nights.ts';
import { formatDates } from './reading.ts';

/** A block that a feed has taken, for an event. */
export type FeedBlock = NightSpan & { id: string; uid: string };
/** A block to be stored. `before` are the nights that it had, null for a new one. */
export type PlannedBlock = FeedBlock & { before: NightSpan | null };

/** Nights of the unit that something other than the feed takes. */
export type TakenNights = NightSpan & {
  bookingId: string | null;
  blockId: string | null;
  /** The dates of all events of the other feed whose block it is. They are the same stay, and no conflict. */
  stays: ReadonlySet<string>;
};

/** An event with nights that something else takes. */
export type FeedConflict = NightSpan & { uid: string; bookingId: string | null; blockId: string | null };

type Placing = {
  events: readonly FeedEvent[];
  /** The nights of these events that the feed wants, from today on. */
  wanted: Nights;
  /** The blocks that the feed has, those under way with their past nights. */
  held: readonly FeedBlock[];
  /** Their nights that are freed now. All others stay. */
  freed: Nights;
  others: readonly TakenNights[];
};

/** What a night is blocked for: an event, or a block whose event is gone and whose nights stay for now. */
type Owner = FeedEvent | FeedBlock;
/** Nights in a row with one owner, and the blocks that have some of them. */
type Run = { from: number; to: number; owner: Owner; blocks: Set<FeedBlock> };

/**
 * Places a feed on its unit: every night that it wants and that nothing else takes is blocked, by a block for each event
 * and run of nights in a row. A block stays as long as its event, or another one, wants its nights.
 */
export function placeNights(placing: Placing, { window, newId }: { window: Window; newId: () => string }) {
  const eventsOfNights = toNightMap(placing.events, window);
  const owners = findOwnersOfBlocks(placing, eventsOfNights, window);
  const runs = listRuns(placing, eventsOfNights, owners, window);

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
      startDate: fromDayNumber(run.from),
      endDate: fromDayNumber(run.to),
      before: block ? { startDate: block.startDate, endDate: block.endDate } : null,
    };
  });
  return {
    blocks,
    deleted: placing.held.filter((block) => !used.has(block)),
    conflicts: listConflicts(placing, window),
  };
}

/**
 * What each block stands for. Of the events that want some of its nights, it is one with its UID, or else one with its
 * dates, or else the one that its first such night belongs to. A block with no such event stands for itself.
 */
function findOwnersOfBlocks(
  { events, wanted, held }: Placing,
  eventsOfNights: NightMap<FeedEvent>,
  window: Window,
): Map<FeedBlock, Owner> {
  const eventsByUid = Map.groupBy(events, ({ uid }) => uid);
  const eventsByDates = Map.groupBy(events, formatDates);
  return new Map(
    held.map((block) => {
      const wantsNights = (event: FeedEvent) =>
        haveCommonNights(event, block) &&
        findNight(block, window, (night) => wanted.has(night) && hasNight(event, night)) !== null;
      const ofUid = (eventsByUid.get(block.uid) ?? []).filter(wantsNights);
      const ofDates = (eventsByDates.get(formatDates(block)) ?? []).filter(wantsNights);
      const first = eventsOfNights.get(findNight(block, window, (night) => wanted.has(night)) ?? -1);
      const [best] = [...ofDates, first].filter((event) => event?.uid === block.uid);
      return [block, best ?? ofUid[0] ?? ofDates[0] ?? first ?? block];
    }),
  );
}

function listRuns(
  { wanted, held, freed, others }: Placing,
  eventsOfNights: NightMap<FeedEvent>,
  owners: ReadonlyMap<FeedBlock, Owner>,
  window: Window,
): Run[] {
  const taken = toNights(others, window);
  const blocksOfNights = toNightMap(held, ALL_NIGHTS);

  const findOwner = (night: number): Owner | undefined => {
    const block = blocksOfNights.get(night);
    if (freed.has(night) || (!block && taken.has(night))) return undefined;
    const owner = block && owners.get(block);
    // A block's night stays with what the block stands for, unless only another event wants it.
    const isKept = owner && (!wanted.has(night) || (owner !== block && hasNight(owner, night)));
    return isKept ? owner : eventsOfNights.get(night);
  };

  const runs: Run[] = [];
  for (const night of [...wanted.union(blocksOfNights)].sort((a, b) => a - b)) {
    const owner = findOwner(night);
    if (!owner) continue;
    let run = runs.at(-1);
    if (run?.to !== night || run.owner !== owner) {
      run = { from: night, to: night, owner, blocks: new Set() };
      runs.push(run);
    }
    run.to = night + 1;
    const block = blocksOfNights.get(night);
    if (block) run.blocks.add(block);
  }
  return runs;
}

const ALL_NIGHTS: Window = { from: -Infinity, to: Infinity };

const hasNight = (span: NightSpan, night: number) =>
  findNight(span, { from: night, to: night + 1 }, () => true) !== null;

/** The first thing that is in the way of each event. Events of the same dates are one stay. */
function listConflicts({ events, wanted, others }: Placing, window: Window): FeedConflict[] {
  const takenBy = toNightMap(others, window);
  const conflicts = new Map<string, FeedConflict>();
  for (const { uid, startDate, endDate } of events) {
    const dates = formatDates({ startDate, endDate });
    const night = findNight({ startDate, endDate }, window, (one) => {
      const other = takenBy.get(one);
      return other !== undefined && wanted.has(one) && !other.stays.has(dates);
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

/** The conflicts that were not there before. The UID does not count: some channels change it at each export. */
export function listNewConflicts(
  before: readonly FeedConflict[],
  now: readonly FeedConflict[],
): FeedConflict[] {
  const known = new Set(before.map(identifyConflict));
  return now.filter((conflict) => !known.has(identifyConflict(conflict)));
}

/** Whether a feed wants all nights of a block from today on, so that it takes the block over. */
export function wantsAllNightsOf(block: NightSpan, wanted: Nights, { from }: Window): boolean {
  const nights = toNights([block], { ...ALL_NIGHTS, from });
  return nights.size > 0 && nights.isSubsetOf(wanted);
}
