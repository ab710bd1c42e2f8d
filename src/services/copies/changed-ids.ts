import type { Transaction } from '../../db/client.ts';
import {
  type ChangeEvent,
  type CopiedThings,
  listChangeEvents,
  listIdsOfOwners,
} from '../../db/queries/copies/changes.ts';
import type { FeedPosition } from '../../domain/copy-position.ts';
import { MAX_EVENTS_PER_COPY_ANSWER } from '../../domain/limits.ts';

const EVENTS_AT_ONCE = 500;

type Range = { position: FeedPosition; last: number; limit: number };

/** `next` is behind the last event that was looked at. */
type ChangedIds = { ids: string[]; next: FeedPosition; hasMore: boolean };

/**
 * Each id once, in the order of the events and within an event by id. Null if an event makes the copy begin
 * anew.
 */
export async function listChangedIds(
  tx: Transaction,
  teamId: number,
  things: CopiedThings,
  { position, last, limit }: Range,
): Promise<ChangedIds | null> {
  const upTo = Math.min(last, position.after + MAX_EVENTS_PER_COPY_ANSWER);
  const ids = new Set<string>();
  for (let from = position; ; ) {
    const range = { after: from.after, upTo, limit: EVENTS_AT_ONCE };
    const events = await listChangeEvents(tx, teamId, things, range);
    if (events.some(({ restarts }) => restarts)) return null;
    const touched = await listTouchedIds(tx, teamId, things, { events, from, limit });
    for (const [nth, event] of events.entries()) {
      const rest = addUpTo(limit, ids, touched[nth] ?? []);
      if (rest === null) continue;
      const next = { ...position, after: event.position - 1, toldId: rest.toldId };
      return { ids: [...ids], next, hasMore: true };
    }
    const looked = events.at(-1);
    if (!looked || events.length < EVENTS_AT_ONCE) break;
    from = { ...position, after: looked.position, toldId: null };
  }
  return { ids: [...ids], next: { ...position, after: upTo, toldId: null }, hasMore: upTo < last };
}

/**
 * The set may have `limit` ids. If there is no room for one, returns the one before it, or null if it is the
 * first.
 */
function addUpTo(
  limit: number,
  ids: Set<string>,
  added: readonly string[],
): { toldId: string | null } | null {
  for (const [nth, id] of added.entries()) {
    if (ids.size >= limit && !ids.has(id)) return { toldId: added[nth - 1] ?? null };
    ids.add(id);
  }
  return null;
}

type Batch = { events: readonly ChangeEvent[]; from: FeedPosition; limit: number };

/** In their order, without those that are in an answer already. */
async function listTouchedIds(
  tx: Transaction,
  teamId: number,
  things: CopiedThings,
  { events, from, limit }: Batch,
): Promise<string[][]> {
  const isFirst = (event: ChangeEvent) => event.position === from.after + 1;
  const findToldId = (event: ChangeEvent) => (isFirst(event) ? from.toldId : null);
  const owners = events.flatMap((event) =>
    event.ids === null && event.ownerId !== null
      ? [{ ownerId: event.ownerId, afterId: findToldId(event) }]
      : [],
  );
  // One more than there is room for shows whether an owner has more.
  const owned = (await listIdsOfOwners(tx, teamId, things, { owners, limit: limit + 1 })).values();
  return events.map((event) => {
    const toldId = findToldId(event);
    const ids = event.ids ?? owned.next().value ?? [];
    return ids.filter((id) => toldId === null || id > toldId).sort();
  });
}
