/**
 * For a system that keeps a copy of a team's bookings, guests, listings, units or blocks: first it gets all of
 * them, then those that something has happened to (docs/rules.md, 3.17).
 */
import type { Transaction } from '../../db/client.ts';
import { type CopiedThings, findLastPosition, listNextIds } from '../../db/queries/copies/changes.ts';
import { hasUnnumberedEvents } from '../../db/queries/events/feed.ts';
import {
  BEGINNING,
  type CopyPosition,
  type FeedPosition,
  formatCopyPosition,
  type WalkPosition,
} from '../../domain/copy-position.ts';
import { type Access, fingerprintAccess } from '../access/access.ts';
import { Invalid } from '../errors.ts';
import { AHEAD_OF_FEED, type FeedScope, numberEvents } from '../team/feed.ts';
import type { SystemScope } from '../team-scope.ts';
import { SNAPSHOT } from '../whole-lists.ts';
import { listChangedIds } from './changed-ids.ts';

/** `read` keeps the order of the ids. */
export type Copied<Thing extends { id: string }> = {
  things: CopiedThings;
  read: (tx: Transaction, teamId: number, ids: readonly string[]) => Promise<Thing[]>;
};

export type ChangesRequest = { position: CopyPosition; limit: number };

export type Changes<Thing> = {
  things: Thing[];
  deletedIds: string[];
  next: string;
  hasMore: boolean;
  /** The walk begins anew with this answer. What is in no answer until its end no longer exists. */
  isRestarted: boolean;
};

/** `next` is behind the ids. */
type ToldIds = { ids: string[]; next: CopyPosition; hasMore: boolean };

/**
 * Events get positions in the order of their commits, and the feed and the things are read from one snapshot.
 * Whatever is stored later has a later position than `next`, so nothing is missed.
 */
export async function readChanges<Thing extends { id: string }>(
  { db, teamId, inTeamTransaction, access }: CopyScope,
  { things, read }: Copied<Thing>,
  { position: sent, limit }: ChangesRequest,
): Promise<Changes<Thing>> {
  const { position, isOtherCaller } = continueFor(access, sent);
  // A walk that is under way does not look at events before its end.
  const isWalking = position.phase === 'walk' && position.from !== null;
  if (!isWalking) await numberEvents({ db, teamId, inTeamTransaction });
  return db.transaction(async (tx) => {
    const last = await findLastPosition(tx, teamId);
    throwIfAhead(position, last);
    const continued =
      position.phase === 'feed' ? await listChangedIds(tx, teamId, things, { position, last, limit }) : null;
    const isRestarted = isOtherCaller || (position.phase === 'feed' && continued === null);
    const walk = position.phase === 'walk' ? position : beginFor(access);
    const { ids, next, hasMore } = continued ?? (await walkOn(tx, teamId, things, { walk, last, limit }));
    const found = await read(tx, teamId, ids);
    const present = new Set(found.map(({ id }) => id));
    return {
      things: found,
      deletedIds: ids.filter((id) => !present.has(id)),
      next: formatCopyPosition(things.kind, next),
      hasMore,
      isRestarted,
    };
  }, SNAPSHOT);
}

export type CopyScope = FeedScope & Pick<SystemScope, 'access'>;

const beginFor = (access: Access): WalkPosition => ({
  ...BEGINNING,
  seenBy: fingerprintAccess(access),
});

/** A copy of a caller who could see other things begins anew. */
export function continueFor(access: Access, position: CopyPosition) {
  const isOtherCaller = position !== BEGINNING && position.seenBy !== fingerprintAccess(access);
  return {
    position: isOtherCaller || position === BEGINNING ? beginFor(access) : position,
    isOtherCaller,
  };
}

/** Such as a position of a database that was lost. */
export function throwIfAhead(position: CopyPosition, last: number): void {
  const reached = position.phase === 'walk' ? (position.from ?? 0) : countBegun(position);
  if (reached > last) throw new Invalid({ changed_after: [AHEAD_OF_FEED] });
}

/** A position within an event needs the feed to have that event. */
const countBegun = ({ after, toldId }: FeedPosition): number => after + (toldId === null ? 0 : 1);

type Walk = { walk: WalkPosition; last: number; limit: number };

/** Behind the last id, the copy goes on with the events since the walk began. */
async function walkOn(
  tx: Transaction,
  teamId: number,
  { table }: CopiedThings,
  { walk, last, limit }: Walk,
): Promise<ToldIds> {
  const { afterId } = walk;
  const from = walk.from ?? last;
  const found = await listNextIds(tx, teamId, table, { afterId, limit: limit + 1 });
  const ids = found.slice(0, limit);
  if (found.length > limit)
    return { ids, next: { ...walk, from, afterId: ids.at(-1) ?? null }, hasMore: true };
  // What a walk has passed may have changed since.
  const mayHavePassed = walk.from !== null;
  const hasMore = from < last || (mayHavePassed && (await hasUnnumberedEvents(tx, teamId)));
  return { ids, next: { phase: 'feed', after: from, toldId: null, seenBy: walk.seenBy }, hasMore };
}
