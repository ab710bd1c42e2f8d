import { addMonths, type StayDate, toDayNumber } from '../dates.ts';
import type { NightSpan } from '../inventory.ts';
import { MAX_CONFLICTS_OF_CALENDAR_FEED } from '../limits.ts';
import { compareCodePoints } from '../text.ts';
import type { FeedEvent } from './events.ts';
import { buildEventKey, matchEventsToBlocks } from './matching.ts';
import { placeFeedEvents } from './placing.ts';

/** How far ahead events are taken. */
export const CALENDAR_FEED_MONTHS = 24;
/** An event that has vanished frees its nights so long after the first complete reading without it, in milliseconds. */
const FREED_AFTER_MS = 10 * 60_000;
/** The same where all of a feed's events have vanished, or more than half of at least four. */
const FREED_AFTER_MS_IF_SUSPICIOUS = 60 * 60_000;
const MIN_EVENTS_FOR_SUSPICION = 4;

/** A block that a feed has taken. */
export type FeedBlock = NightSpan & {
  id: string;
  uid: string | null;
  recurrence: string | null;
  /** When the first complete reading did not have its event. Null if the last one had it. */
  missingSince: Date | null;
};

/** Nights of the unit that something other than the feed takes. */
export type NightsOutsideFeed = NightSpan & {
  bookingId: string | null;
  blockId: string | null;
  /** Whether it is a block that once came from a feed and belongs to none: it becomes the feed's. */
  isAdoptable: boolean;
};

/** An event whose nights something else takes. */
export type FeedConflict = FeedEvent & { bookingId: string | null; blockId: string | null };

export type FeedState = {
  held: readonly FeedBlock[];
  others: readonly NightsOutsideFeed[];
  conflicts: readonly FeedConflict[];
};

/** The events that were read. `isComplete` is true if every event was readable. Only then are nights freed. */
export type FeedReading = { events: readonly FeedEvent[]; isComplete: boolean };

/** A block to be stored. `before` are the nights that it had, null for a new one. */
export type PlannedFeedBlock = FeedEvent & { id: string; before: NightSpan | null };

export type FeedPlan = {
  stored: PlannedFeedBlock[];
  freed: FeedBlock[];
  /** The blocks without an event that are kept for now, with the moment since when. */
  missing: Map<string, Date>;
  conflicts: FeedConflict[];
  /** The conflicts that the reading before did not have. */
  appeared: FeedConflict[];
  /** Whether so many events have vanished that they are kept for an hour. */
  isSuspicious: boolean;
};

/** Nights as numbers of days from today up to the end of the window, `[from, to)`. */
export type DaySpan = { from: number; to: number };

/** A function for the part of some nights from today on, within the window. It returns null if they have none. */
export function createDaySpanFinder(today: StayDate) {
  const firstDay = toDayNumber(today);
  const days = toDayNumber(addMonths(today, CALENDAR_FEED_MONTHS)) - firstDay;
  return ({ startDate, endDate }: NightSpan): DaySpan | null => {
    const from = Math.max(toDayNumber(startDate) - firstDay, 0);
    const to = Math.min(toDayNumber(endDate) - firstDay, days);
    return from < to ? { from, to } : null;
  };
}

export type BlockWithSpan = FeedBlock & { nights: DaySpan };
type ReconcileMoment = { today: StayDate; now: Date; newId: () => string };

/**
 * Reconciles a feed's blocks with the events that were read (docs/rules.md, 18.2 to 18.4). Nights before today stay as
 * they are. Each event is taken whole or not at all. Nothing is freed unless the reading is complete.
 */
export function reconcileFeed(state: FeedState, reading: FeedReading, moment: ReconcileMoment): FeedPlan {
  const { today } = moment;
  const { isComplete } = reading;
  const findNights = createDaySpanFinder(today);
  const addDaySpan = <Span extends NightSpan>(span: Span) => {
    const nights = findNights(span);
    return nights ? [{ ...span, nights }] : [];
  };
  const heldBlocks = state.held.flatMap(addDaySpan);
  const events = reading.events.flatMap((event) => {
    const nights = findNights(event);
    return nights ? [{ event, nights }] : [];
  });
  const { matched, unmatched } = matchEventsToBlocks(events, heldBlocks);
  const vanishedBlocks = decideVanishedBlocks(unmatched, heldBlocks.length, reading, moment);
  const placement = placeFeedEvents(
    {
      events: isComplete ? matched : matched.map((one) => ({ ...one, alike: [] })),
      staying: isComplete
        ? vanishedBlocks.kept
        : [...vanishedBlocks.kept, ...matched.flatMap(({ alike }) => alike)],
      others: state.others.flatMap(addDaySpan),
      mayMove: isComplete,
    },
    moment,
  );
  const freed = [...vanishedBlocks.freed, ...placement.left];
  const isUnderWay = ({ startDate }: NightSpan) => startDate < today;
  return {
    stored: [
      ...placement.stored,
      ...freed.filter(isUnderWay).map((block) => buildPastPartOfBlock(block, today)),
    ],
    freed: freed.filter((block) => !isUnderWay(block)).map(({ nights: _, ...block }) => block),
    missing: vanishedBlocks.missing,
    isSuspicious: vanishedBlocks.isSuspicious,
    ...compareConflicts(state, reading, placement.conflicts),
  };
}

/** Which of the blocks without an event are freed now, and which are kept for now. */
function decideVanishedBlocks(
  unmatched: readonly BlockWithSpan[],
  heldCount: number,
  { isComplete }: FeedReading,
  { now }: ReconcileMoment,
) {
  const lostCount = unmatched.length;
  const isSuspiciousLoss =
    lostCount === heldCount || (heldCount >= MIN_EVENTS_FOR_SUSPICION && lostCount * 2 > heldCount);
  const waitMs = isSuspiciousLoss ? FREED_AFTER_MS_IF_SUSPICIOUS : FREED_AFTER_MS;
  const isDue = ({ missingSince }: BlockWithSpan) =>
    isComplete && missingSince !== null && now.getTime() - missingSince.getTime() >= waitMs;
  const kept = unmatched.filter((block) => !isDue(block));
  const missing = new Map<string, Date>();
  for (const { id, missingSince } of kept) {
    const since = missingSince ?? (isComplete ? now : null);
    if (since) missing.set(id, since);
  }
  return { kept, freed: unmatched.filter(isDue), missing, isSuspicious: isSuspiciousLoss && kept.length > 0 };
}

/** The past nights of a block that is freed while it is under way. */
function buildPastPartOfBlock(
  { id, uid, recurrence, startDate, endDate }: BlockWithSpan,
  today: StayDate,
): PlannedFeedBlock {
  return { id, uid: uid ?? '', recurrence, startDate, endDate: today, before: { startDate, endDate } };
}

/**
 * The conflicts in the order of their nights, and those that are new. After an incomplete reading, the conflicts of
 * events that it did not have are still there. Of too many, the first ones are kept: a calendar could have thousands,
 * and a list of feeds shows all of them.
 */
function compareConflicts(
  { conflicts: before }: FeedState,
  { events, isComplete }: FeedReading,
  found: readonly FeedConflict[],
): Pick<FeedPlan, 'conflicts' | 'appeared'> {
  const read = new Set(isComplete ? [] : events.map(buildEventKey));
  const unread = isComplete ? [] : before.filter((conflict) => !read.has(buildEventKey(conflict)));
  const buildIdentity = (event: FeedEvent) => `${event.startDate}/${event.endDate}\n${buildEventKey(event)}`;
  const knownConflicts = new Set(before.map(buildIdentity));
  const sorted = [...unread, ...found]
    .map((conflict) => ({ conflict, identity: buildIdentity(conflict) }))
    .sort((a, b) => compareCodePoints(a.identity, b.identity))
    .slice(0, MAX_CONFLICTS_OF_CALENDAR_FEED);
  return {
    conflicts: sorted.map(({ conflict }) => conflict),
    appeared: sorted.filter(({ identity }) => !knownConflicts.has(identity)).map(({ conflict }) => conflict),
  };
}
