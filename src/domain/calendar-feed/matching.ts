import type { FeedEvent } from './events.ts';
import type { DaySpan, KnownBlock } from './reconcile.ts';

export type KnownEvent = { event: FeedEvent; nights: DaySpan };

/** An event with the block that it has already, and with blocks that are no longer needed once it is placed. */
export type MatchedEvent = KnownEvent & { held: KnownBlock | null; alike: readonly KnownBlock[] };

type Match = { one: KnownEvent; block: KnownBlock };

// A UID is one line, so these texts are different for different events.
export const buildEventKey = ({ uid, recurrence }: { uid: string | null; recurrence: string | null }) =>
  `${uid}\n${recurrence}`;

export const buildNightsKey = ({ nights: { from, to } }: { nights: DaySpan }): string => `${from}-${to}`;

/**
 * Finds the block of each event: by its UID and nights, else by its UID, else by its nights. Events with the same
 * nights are one. Returns the blocks without an event as well.
 */
export function matchBlocks(events: readonly KnownEvent[], held: readonly KnownBlock[]) {
  const unmatched = new Set(held);
  const blocksByEvent = Map.groupBy(held, buildEventKey);
  const blocksBySpan = Map.groupBy(held, buildNightsKey);

  function take(blocks: readonly KnownBlock[] = []): KnownBlock | null {
    const block = blocks.find((one) => unmatched.has(one));
    if (block) unmatched.delete(block);
    return block ?? null;
  }
  const listBlocksOf = ({ event }: KnownEvent) => blocksByEvent.get(buildEventKey(event)) ?? [];
  const takeOnNights = (one: KnownEvent) =>
    take(listBlocksOf(one).filter((block) => buildNightsKey(block) === buildNightsKey(one)));
  const takeAny = (one: KnownEvent) => take(listBlocksOf(one));

  const groups = [...Map.groupBy(events, buildNightsKey).values()].map((group) => ({
    group,
    match: findFirst(group, takeOnNights),
  }));
  for (const one of groups) one.match ??= findFirst(one.group, takeAny);
  const matched = groups.map(({ group, match }): MatchedEvent => {
    const one = match?.one ?? (group[0] as KnownEvent);
    const sameNights = take(blocksBySpan.get(buildNightsKey(one)));
    const replaced = match && sameNights ? [match.block] : [];
    const ofOthers = group.flatMap((other) => (other === one ? [] : (takeAny(other) ?? [])));
    return { ...one, held: sameNights ?? match?.block ?? null, alike: [...replaced, ...ofOthers] };
  });
  return { matched, unmatched: [...unmatched] };
}

/** The first event of a group that gets a block, with it. */
function findFirst(
  group: readonly KnownEvent[],
  takeBlock: (one: KnownEvent) => KnownBlock | null,
): Match | null {
  for (const one of group) {
    const block = takeBlock(one);
    if (block) return { one, block };
  }
  return null;
}
