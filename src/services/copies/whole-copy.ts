/** All at once, for a list in CSV (docs/rules.md, 3.17). */
import type { SQL } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { listListedBookings } from '../../db/queries/bookings/listed-bookings.ts';
import {
  COPIED_BOOKINGS,
  COPIED_GUESTS,
  type CopiedThings,
  countTold,
  findLastPosition,
  hasRestartedSince,
  isAnyToldGone,
  isOfTeam,
  isToldAfter,
  selectToldIds,
} from '../../db/queries/copies/changes.ts';
import { type GuestRow, listGuestsByIds } from '../../db/queries/guests/guests.ts';
import { type CopyPosition, formatCopyPosition } from '../../domain/copy-position.ts';
import { type ListedBooking, toListedBooking } from '../bookings/csv-list.ts';
import { numberEvents } from '../team/feed.ts';
import { streamIdsOfSnapshot, withSnapshot } from '../whole-lists.ts';
import { type CopyScope, continueFor, throwIfAhead } from './read-changes.ts';

/** Known before the first row. `next` is behind the last. */
type Begun = { next: string; isRestarted: boolean };
type Output<Row> = { begin: (begun: Begun) => void; write: (rows: readonly Row[]) => Promise<void> };

export const writeBookingChanges = (
  scope: CopyScope,
  position: CopyPosition,
  { begin, write }: Output<ListedBooking>,
): Promise<void> =>
  writeChanges(scope, COPIED_BOOKINGS, position, {
    begin,
    each: async (tx, ids) =>
      write(
        (await listListedBookings(tx, scope.teamId, ids)).map((row) => toListedBooking(row, scope.access)),
      ),
  });

export const writeGuestChanges = (
  scope: CopyScope,
  position: CopyPosition,
  { begin, write }: Output<GuestRow>,
): Promise<void> =>
  writeChanges(scope, COPIED_GUESTS, position, {
    begin,
    each: async (tx, ids) => write(await listGuestsByIds(tx, scope.teamId, ids)),
  });

type Portions = {
  begin: (begun: Begun) => void;
  each: (tx: Transaction, ids: readonly string[]) => Promise<void>;
};

/** Some at a time, in their order and from one snapshot. */
async function writeChanges(
  { db, teamId, inTeamTransaction, access }: CopyScope,
  things: CopiedThings,
  sent: CopyPosition,
  { begin, each }: Portions,
): Promise<void> {
  const { position, isOtherCaller } = continueFor(access, sent);
  await numberEvents({ db, teamId, inTeamTransaction });
  await withSnapshot(db, async (tx) => {
    const last = await findLastPosition(tx, teamId);
    throwIfAhead(position, last);
    const { condition, isRestarted } = await findTold(tx, teamId, things, { position, last });
    const next = { phase: 'feed', after: last, toldId: null, seenBy: position.seenBy } as const;
    begin({ next: formatCopyPosition(things.kind, next), isRestarted: isOtherCaller || isRestarted });
    await streamIdsOfSnapshot(tx, {
      count: () => countTold(tx, things, condition),
      select: () => selectToldIds(tx, things, condition),
      each,
    });
  });
}

/**
 * Everything at the beginning, otherwise what events touch and what the walk has not reached. Rows cannot say that
 * a thing is gone, so the copy then begins anew.
 */
async function findTold(
  tx: Transaction,
  teamId: number,
  things: CopiedThings,
  { position, last }: { position: CopyPosition; last: number },
): Promise<{ condition: SQL | undefined; isRestarted: boolean }> {
  const everything = isOfTeam(things, teamId);
  const isWalk = position.phase === 'walk';
  if (isWalk && position.from === null) return { condition: everything, isRestarted: false };
  const range = { after: (isWalk ? position.from : position.after) ?? last, upTo: last };
  const isRestarted =
    (await hasRestartedSince(tx, teamId, things, range)) || (await isAnyToldGone(tx, teamId, things, range));
  if (isRestarted) return { condition: everything, isRestarted };
  const afterId = isWalk ? position.afterId : null;
  return { condition: isToldAfter(tx, teamId, things, { ...range, afterId }), isRestarted };
}
