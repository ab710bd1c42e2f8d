import { countEvents, type EventFeedRow, listEventFeed } from '../../db/queries/events/feed.ts';
import type { TeamEventType } from '../../domain/events.ts';
import { narrowEventTypes } from '../access/access.ts';
import type { SystemScope } from '../team-scope.ts';
import { refuseTooManyRows, withSnapshot } from '../whole-lists.ts';
import { type FeedScope, numberEvents, refuseAhead } from './feed.ts';

const EVENTS_AT_ONCE = 500;
type EventSelection = { after: number; types: readonly TeamEventType[] | null };

/** Some at a time, from one snapshot. */
export async function writeEventFeed(
  { db, teamId, inTeamTransaction, access }: FeedScope & Pick<SystemScope, 'access'>,
  { after, types: requested }: EventSelection,
  write: (rows: readonly EventFeedRow[]) => Promise<void>,
): Promise<void> {
  const types = narrowEventTypes(access, requested);
  await numberEvents({ db, teamId, inTeamTransaction });
  await withSnapshot(db, async (tx) => {
    const count = await countEvents(tx, teamId, { after, types });
    if (count === 0) await refuseAhead(tx, teamId, after);
    refuseTooManyRows(count);
    for (let from = after; ; ) {
      const rows = await listEventFeed(tx, teamId, { after: from, types, limit: EVENTS_AT_ONCE });
      if (rows.length === 0) return;
      await write(rows);
      from = rows.at(-1)?.position ?? from;
    }
  });
}
