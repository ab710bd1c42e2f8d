import type { FeedEvent } from './events.ts';
import type { BlockWithSpan, DaySpan } from './reconcile.ts';

export type EventWithSpan = { event: FeedEvent; nights: DaySpan };

/** An event with the block that it has already, and with blocks that are no longer needed once it is placed. */
export type MatchedEvent = EventWithSpan & { held: BlockWithSpan | null; alike: readonly BlockWithSpan[] };

type EventBlockPair = { one: EventWithSpan; block: BlockWithSpan };

// A UID is one line, so these texts are different for different events.
export const buildEventKey = ({ uid, recurrence }: { uid: string | null; recurrence: string | null }) =>
  `${uid}\n${recurrence}`;

export const buildDaySpanKey = ({ nights: { from, to } }: { nights: DaySpan }): string => `${from}-${to}`;

/**
 * Finds the block of each event: by its UID and nights, else by its UID, else by its nights. Events with the same
 * nights are one. Returns the blocks without an event as well.
 */
export function matchEventsToBlocks(events: readonly EventWithSpan[], heldBlocks: readonly BlockWithSpan[]) {
  const unmatchedBlocks = new Set(heldBlocks);
  const blocksByEvent = Map.groupBy(heldBlocks, buildEventKey);
  const blocksBySpan = Map.groupBy(heldBlocks, buildDaySpanKey);

  function takeFirstUnmatched(blocks: readonly BlockWithSpan[] = []): BlockWithSpan | null {
    const block = blocks.find((one) => unmatchedBlocks.has(one));
    if (block) unmatchedBlocks.delete(block);
    return block ?? null;
  }
  const listBlocksOf = ({ event }: EventWithSpan) => blocksByEvent.get(buildEventKey(event)) ?? [];
  const takeByUidAndNights = (one: EventWithSpan) =>
    takeFirstUnmatched(listBlocksOf(one).filter((block) => buildDaySpanKey(block) === buildDaySpanKey(one)));
  const takeByUid = (one: EventWithSpan) => takeFirstUnmatched(listBlocksOf(one));

  const groups = [...Map.groupBy(events, buildDaySpanKey).values()].map((group) => ({
    group,
    match: findFirstEventWithBlock(group, takeByUidAndNights),
  }));
  for (const one of groups) one.match ??= findFirstEventWithBlock(one.group, takeByUid);
  const matched = groups.map(({ group, match }): MatchedEvent => {
    const one = match?.one ?? (group[0] as EventWithSpan);
    const sameNights = takeFirstUnmatched(blocksBySpan.get(buildDaySpanKey(one)));
    const replaced = match && sameNights ? [match.block] : [];
    const ofOthers = group.flatMap((other) => (other === one ? [] : (takeByUid(other) ?? [])));
    return { ...one, held: sameNights ?? match?.block ?? null, alike: [...replaced, ...ofOthers] };
  });
  return { matched, unmatched: [...unmatchedBlocks] };
}

/** The first event of a group that gets a block, with it. */
function findFirstEventWithBlock(
  group: readonly EventWithSpan[],
  takeBlock: (one: EventWithSpan) => BlockWithSpan | null,
): EventBlockPair | null {
  for (const one of group) {
    const block = takeBlock(one);
    if (block) return { one, block };
  }
  return null;
}
