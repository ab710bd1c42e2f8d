import type { Executor } from '../../db/client.ts';
import { isLimited, wholeTeam } from '../../db/limited.ts';
import { findLastPosition } from '../../db/queries/copies/changes.ts';
import {
  EVENTS_NUMBERED_PER_BATCH,
  type EventFeedRow,
  type FeedPage,
  hasUnnumberedEvents,
  listEventFeed,
  numberSomeEvents,
} from '../../db/queries/events/feed.ts';
import { narrowEventTypes } from '../access/access.ts';
import { Invalid } from '../errors.ts';
import type { FieldMessage } from '../field-messages.ts';
import type { SystemScope } from '../team-scope.ts';

export type { EventFeedRow };

/** Reading the feed first numbers the events that were committed since. */
export type FeedScope = Pick<SystemScope, 'db' | 'teamId' | 'inTeamTransaction'>;
type EventFeedPage = { events: EventFeedRow[]; next: number; hasMore: boolean };

/** Such as a position of a database that was lost. */
export const AHEAD_OF_FEED: FieldMessage = {
  code: 'too_large',
  predicate: 'must not be a position ahead of the feed.',
};

/** All events that were committed before the call and that the caller may read are found. */
export async function readEventFeed(
  scope: FeedScope & Pick<SystemScope, 'access'>,
  request: FeedPage,
): Promise<EventFeedPage> {
  await numberEvents(scope);
  const { db, teamId } = scope;
  const { after, limit, types = null } = request;
  // Whoever sees only some of the events need not look at the others again.
  const seenUpTo = isLimited(db) ? await findLastPosition(db, teamId) : after;
  const found = await listEventFeed(db, teamId, {
    after,
    types: narrowEventTypes(scope.access, types),
    limit: limit + 1,
  });
  if (found.length === 0) await refuseAhead(db, teamId, after);
  const events = found.slice(0, limit);
  const hasMore = found.length > limit;
  const last = events.at(-1)?.position ?? after;
  return { events, next: hasMore ? last : Math.max(last, seenUpTo), hasMore };
}

/** For a reader who finds no event after the position. */
export async function refuseAhead(db: Executor, teamId: number, after: number): Promise<void> {
  if (after > (await findLastPosition(db, teamId))) throw new Invalid({ after: [AHEAD_OF_FEED] });
}

/** For all committed events that have none yet. */
export async function numberEvents(
  { db, teamId, inTeamTransaction }: FeedScope,
  atOnce = EVENTS_NUMBERED_PER_BATCH,
): Promise<void> {
  while (await hasUnnumberedEvents(wholeTeam(db), teamId)) {
    const count = await inTeamTransaction(teamId, (tx) => numberSomeEvents(wholeTeam(tx), teamId, atOnce));
    if (count < atOnce) return;
  }
}
