import { addMonths, dayNumber, type StayDate } from '../dates.ts';
import type { NightSpan } from '../inventory.ts';
import { MAX_FEED_CONFLICTS } from '../limits.ts';
import type { FeedEvent } from './events.ts';
import { placeEvents } from './placing.ts';

/** How far ahead events are taken. */
export const FEED_MONTHS = 24;
/** An event that has vanished frees its nights so long after the first complete reading without it, in milliseconds. */
const FREED_AFTER_MS = 10 * 60_000;
/** The same where all of a feed's events have vanished, or more than half of at least four. */
const FREED_AFTER_MS_IF_SUSPICIOUS = 60 * 60_000;
const MANY_EVENTS = 4;

/** A block that a feed has taken. */
export type HeldBlock = NightSpan & {
  id: string;
  uid: string | null;
  recurrence: string | null;
  /** When the first complete reading did not have its event. Null if the last one had it. */
  missingSince: Date | null;
};

/** Nights of the unit that something other than the feed takes. */
export type OtherNights = NightSpan & {
  bookingId: string | null;
  blockId: string | null;
  /** Whether it is a block that once came from a feed and belongs to none: it becomes the feed's. */
  isAdoptable: boolean;
};

/** An event whose nights something else takes. */
export type FeedConflict = FeedEvent & { bookingId: string | null; blockId: string | null };

export type FeedState = {
  held: readonly HeldBlock[];
  others: readonly OtherNights[];
  conflicts: readonly FeedConflict[];
};

/** What was read. `isComplete` if every event was readable: only then nights are freed. */
export type FeedReading = { events: readonly FeedEvent[]; isComplete: boolean };

/** A block to be stored. `before` are the nights that it had, null for a new one. */
export type PlannedBlock = FeedEvent & { id: string; before: NightSpan | null };

export type FeedPlan = {
  stored: PlannedBlock[];
  freed: HeldBlock[];
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

/** The part of some nights from today on, within the window. Null if they have none. */
export const futureNights = (nights: NightSpan, today: StayDate): DaySpan | null =>
  nightsWithin(windowFrom(today))(nights);

/** The first day that is looked at, and the number of days. */
type Window = { first: number; days: number };

function windowFrom(today: StayDate): Window {
  const first = dayNumber(today);
  return { first, days: dayNumber(addMonths(today, FEED_MONTHS)) - first };
}

const nightsWithin =
  ({ first, days }: Window) =>
  ({ startDate, endDate }: NightSpan): DaySpan | null => {
    const from = Math.max(dayNumber(startDate) - first, 0);
    const to = Math.min(dayNumber(endDate) - first, days);
    return from < to ? { from, to } : null;
  };

/** An event that is to be taken, the nights it needs, and the block that it has already. */
export type WantedEvent = { event: FeedEvent; key: string; nights: DaySpan; held: KnownBlock | null };
export type KnownBlock = HeldBlock & { nights: DaySpan };

type Moment = { today: StayDate; now: Date; newId: () => string };

/**
 * Decides what follows from a reading of a feed (contract, section 19). Nights before today stay as they are. Each event
 * is taken whole or not at all. Nothing is freed unless the reading is complete.
 */
export function planReading(state: FeedState, reading: FeedReading, moment: Moment): FeedPlan {
  const { today } = moment;
  const nightsOf = nightsWithin(windowFrom(today));
  const known = <Span extends NightSpan>(span: Span) => {
    const nights = nightsOf(span);
    return nights ? [{ ...span, nights }] : [];
  };
  const held = state.held.flatMap(known);
  const events: WantedEvent[] = [];
  for (const event of reading.events) {
    const nights = nightsOf(event);
    if (nights) events.push({ event, key: keyOf(event), nights, held: null });
  }
  const { wanted, alike, unmatched } = match(events, held);
  const vanished = decideVanished(unmatched, held.length, reading, moment);
  const placed = placeEvents(
    {
      wanted,
      alike: reading.isComplete ? alike : [],
      staying: reading.isComplete ? vanished.kept : [...vanished.kept, ...alike.map(({ block }) => block)],
      others: state.others.flatMap(known),
      mayMove: reading.isComplete,
    },
    moment,
  );
  const freed = [...vanished.freed, ...placed.left].map((block) => withoutFuture(block, today));
  const conflicts = conflictsAfter(state, reading, placed.conflicts);
  const knownConflicts = new Set(state.conflicts.map(identityOf));
  return {
    stored: [...placed.stored, ...freed.flatMap(({ shortened }) => shortened ?? [])],
    freed: freed.flatMap(({ block, shortened }) => (shortened ? [] : [block])),
    missing: vanished.missing,
    conflicts,
    appeared: conflicts.filter((conflict) => !knownConflicts.has(identityOf(conflict))),
    isSuspicious: vanished.isSuspicious,
  };
}

// A UID is one line, so these texts are different for different events. They are made for thousands of events at once.
const keyOf = ({ uid, recurrence }: { uid: string | null; recurrence: string | null }) =>
  `${uid}\n${recurrence}`;
const identityOf = (event: FeedEvent) => `${keyOf(event)}\n${event.startDate}/${event.endDate}`;
const nightsKey = ({ from, to }: DaySpan): string => `${from}-${to}`;

/** A block whose event now has the same nights as another one of the feed. */
export type AlikeBlock = { block: KnownBlock; wanted: WantedEvent };

type Matched = { wanted: WantedEvent[]; alike: AlikeBlock[]; unmatched: KnownBlock[] };

/**
 * Finds the block of each event: by its UID and nights, else by its UID, else by its nights. Events with the same nights
 * are one. Returns the blocks without an event as well.
 */
function match(events: readonly WantedEvent[], held: readonly KnownBlock[]): Matched {
  const unmatched = new Set(held);
  const take = (blocks: readonly KnownBlock[] | undefined, test = (_: KnownBlock) => true) => {
    const block = blocks?.find((one) => unmatched.has(one) && test(one)) ?? null;
    if (block) unmatched.delete(block);
    return block;
  };
  const byKey = Map.groupBy(held, keyOf);
  const byNights = Map.groupBy(held, ({ nights }) => nightsKey(nights));
  const groups = Map.groupBy(events, ({ nights }) => nightsKey(nights));
  const leaders: { group: readonly WantedEvent[]; leader: WantedEvent }[] = [];
  for (const [key, group] of groups) {
    let leader = group[0] as WantedEvent;
    for (const one of group) {
      const block = take(byKey.get(one.key), ({ nights }) => nightsKey(nights) === key);
      if (!block) continue;
      leader = { ...one, held: block };
      break;
    }
    leaders.push({ group, leader });
  }
  for (const { leader, group } of leaders) {
    if (leader.held) continue;
    for (const one of group) {
      leader.held = take(byKey.get(one.key));
      if (!leader.held) continue;
      leader.event = one.event;
      leader.key = one.key;
      break;
    }
  }
  const alike: AlikeBlock[] = [];
  for (const { leader, group } of leaders) {
    const same = take(byNights.get(nightsKey(leader.nights)));
    if (same && leader.held) alike.push({ block: leader.held, wanted: leader });
    leader.held = same ?? leader.held;
    for (const { event, key: other } of group) {
      const block = event === leader.event ? null : take(byKey.get(other));
      if (block) alike.push({ block, wanted: leader });
    }
  }
  return { wanted: leaders.map(({ leader }) => leader), alike, unmatched: [...unmatched] };
}

/** Which of the blocks without an event are freed now, and which are kept for now. */
function decideVanished(
  unmatched: readonly KnownBlock[],
  heldCount: number,
  { isComplete }: FeedReading,
  { now }: Moment,
) {
  const lost = unmatched.length;
  const isMuch = lost === heldCount || (heldCount >= MANY_EVENTS && lost * 2 > heldCount);
  const waitMs = isMuch ? FREED_AFTER_MS_IF_SUSPICIOUS : FREED_AFTER_MS;
  const isDue = ({ missingSince }: KnownBlock) =>
    isComplete && missingSince !== null && now.getTime() - missingSince.getTime() >= waitMs;
  const kept = unmatched.filter((block) => !isDue(block));
  const missing = new Map<string, Date>();
  for (const { id, missingSince } of kept) {
    const since = missingSince ?? (isComplete ? now : null);
    if (since) missing.set(id, since);
  }
  return { kept, freed: unmatched.filter(isDue), missing, isSuspicious: isMuch && kept.length > 0 };
}

/** A block without its nights from today on. Null in `shortened` if it had no others. */
function withoutFuture({ nights: _, ...block }: KnownBlock, today: StayDate) {
  const { id, uid, recurrence, startDate, endDate } = block;
  const shortened =
    startDate < today
      ? { id, uid: uid ?? '', recurrence, startDate, endDate: today, before: { startDate, endDate } }
      : null;
  return { block, shortened };
}

/**
 * After an incomplete reading, the conflicts of events that it did not have are still there. Of too many, the first ones
 * are kept: a calendar could have thousands, and a list of feeds shows all of them.
 */
function conflictsAfter(
  { conflicts }: FeedState,
  { events, isComplete }: FeedReading,
  found: readonly FeedConflict[],
): FeedConflict[] {
  const unread = isComplete ? [] : unreadOf(conflicts, events);
  const all = [...unread, ...found].map((conflict) => ({ conflict, key: keyOf(conflict) }));
  return all
    .toSorted(
      ({ conflict: a, key }, { conflict: b, key: other }) =>
        compare(a.startDate, b.startDate) || compare(a.endDate, b.endDate) || compare(key, other),
    )
    .slice(0, MAX_FEED_CONFLICTS)
    .map(({ conflict }) => conflict);
}

function unreadOf(conflicts: readonly FeedConflict[], events: readonly FeedEvent[]): FeedConflict[] {
  const read = new Set(events.map(keyOf));
  return conflicts.filter((conflict) => !read.has(keyOf(conflict)));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
