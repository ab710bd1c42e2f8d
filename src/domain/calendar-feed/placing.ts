/** The blocks of a feed on its unit, and the events that something else is in the way of (docs/rules.md, 18). */
import { fromDayNumber, type StayDate, toDayNumber } from '../dates.ts';
import { haveCommonNights, type NightSpan } from '../inventory.ts';
import { MAX_CONFLICTS_OF_CALENDAR_FEED } from '../limits.ts';
import type { FeedEvent } from './events.ts';
import { findNight, type Nights, toNightMap, toNights, type Window } from './nights.ts';
import { findFeedWindow, formatDates } from './reading.ts';

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

/** Nights in a row for one event, or of one block whose event is gone. */
type Run = {
  from: number;
  to: number;
  owner: FeedEvent | FeedBlock;
  /** A block that has some of the nights. If it is the owner's own, it stays for them. */
  block: FeedBlock | null;
  isOwn: boolean;
};

/**
 * Places a feed on its unit: every night that it wants and that nothing else takes is blocked, by a block for each event
 * and run of nights in a row. A block stays as long as its event, or another one, wants its nights.
 */
export function placeNights(placing: Placing, { today, newId }: { today: StayDate; newId: () => string }) {
  const { held } = placing;
  const runs = listRuns(placing, today);
  const ownIds = new Set(runs.flatMap(({ block, isOwn }) => (block && isOwn ? [block.id] : [])));
  const usedIds = new Set<string>();
  const blocks = runs.map(({ from, to, owner, block, isOwn }): PlannedBlock => {
    const isNew = block === null || usedIds.has(block.id) || (!isOwn && ownIds.has(block.id));
    const id = isNew ? newId() : block.id;
    usedIds.add(id);
    const before = isNew ? null : { startDate: block.startDate, endDate: block.endDate };
    const span = { startDate: fromDayNumber(from), endDate: fromDayNumber(to) };
    return { ...span, id, uid: owner.uid, before };
  });
  return {
    blocks,
    deleted: held.filter(({ id }) => !usedIds.has(id)),
    conflicts: listConflicts(placing, today),
  };
}

function listRuns({ events, wanted, held, freed, others }: Placing, today: StayDate): Run[] {
  const window = findFeedWindow(today);
  const eventsOfNights = toNightMap(events, window);
  const taken = toNights(others, window);
  const blocksOfNights = toNightMap(held, ALL_NIGHTS);
  const eventsByUid = Map.groupBy(events, ({ uid }) => uid);
  const eventsByDates = Map.groupBy(events, formatDates);

  const isWanted = (night: number) => wanted.has(night);
  const findEventOfUid = (block: FeedBlock): FeedEvent | null => {
    const isOfBlock = (event: FeedEvent) =>
      haveCommonNights(event, block) &&
      findNight(event, window, (night) => isWanted(night) && blocksOfNights.get(night) === block) !== null;
    const found = eventsByUid.get(block.uid)?.filter(isOfBlock) ?? [];
    const hasAllNights = ({ startDate, endDate }: FeedEvent) =>
      startDate <= block.startDate && endDate >= block.endDate;
    const ofDates = found.find((event) => formatDates(event) === formatDates(block));
    const first = eventsOfNights.get(findNight(block, window, isWanted) ?? -1);
    const ofFirstNight = found.find((event) => event === first);
    return ofDates ?? ofFirstNight ?? found.find(hasAllNights) ?? found[0] ?? null;
  };
  const eventsOfBlocks = new Map(held.map((block) => [block, findEventOfUid(block)]));
  const uidsWithBlock = new Set([...eventsOfBlocks.values()].map((event) => event?.uid));

  /** Of the events that have no block by their UID, that of a block's dates, else the first that wants its nights. */
  const findOtherEvent = (block: FeedBlock): FeedEvent | null => {
    const isFree = (event: FeedEvent | undefined) => event !== undefined && !uidsWithBlock.has(event.uid);
    const first = findNight(block, window, (night) => isWanted(night) && isFree(eventsOfNights.get(night)));
    const ofDates = eventsByDates.get(formatDates(block))?.find(isFree);
    const isOfDates = ofDates !== undefined && findNight(block, window, isWanted) !== null;
    return isOfDates ? ofDates : (eventsOfNights.get(first ?? -1) ?? null);
  };
  for (const [block, event] of eventsOfBlocks)
    if (event === null) eventsOfBlocks.set(block, findOtherEvent(block));

  const runs: Run[] = [];
  for (const night of [...wanted.union(blocksOfNights)].sort((a, b) => a - b)) {
    const block = blocksOfNights.get(night) ?? null;
    const isFree = night >= window.from && !taken.has(night);
    if (freed.has(night) || (block === null && !isFree)) continue;
    const own = (block && eventsOfBlocks.get(block)) ?? null;
    const isLeft = wanted.has(night) && (own === null || !isNightOf(own, night));
    const owner = block === null || isLeft ? eventsOfNights.get(night) : (own ?? block);
    if (owner) addNight(runs, { from: night, to: night + 1, owner, block, isOwn: (own ?? block) === owner });
  }
  return runs;
}

const ALL_NIGHTS: Window = { from: -Infinity, to: Infinity };

const isNightOf = (span: NightSpan, night: number) =>
  findNight(span, { from: night, to: night + 1 }, () => true) !== null;

/** Adds the run of one night to the last one if that goes on. */
function addNight(runs: Run[], next: Run): void {
  const last = runs.at(-1);
  if (last?.to !== next.from || last.owner !== next.owner) {
    runs.push(next);
    return;
  }
  last.to = next.to;
  if (last.block === null || (next.isOwn && !last.isOwn)) {
    last.block = next.block;
    last.isOwn = next.isOwn;
  }
}

/** The first thing that is in the way of each event. Events of the same dates are one stay. */
function listConflicts({ events, wanted, others }: Placing, today: StayDate): FeedConflict[] {
  const window = findFeedWindow(today);
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
export function wantsAllNightsOf(block: NightSpan, wanted: Nights, today: StayDate): boolean {
  const nights = toNights([block], { ...ALL_NIGHTS, from: toDayNumber(today) });
  return nights.size > 0 && nights.isSubsetOf(wanted);
}
