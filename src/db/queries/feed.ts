/** The feed of a team's events, and the positions in it (contract, section 17). */
import { eq } from 'drizzle-orm';
import type { TeamEventType } from '../../domain/vocabulary.ts';
import type { Executor, Transaction } from '../client.ts';
import { eventCounters } from '../schema/team-events.ts';
import { statement } from '../statement.ts';

/** How many events get a position in one statement. */
export const NUMBERED_AT_ONCE = 2_000;

export type FeedEvent = {
  id: string;
  position: number;
  type: TeamEventType;
  actorType: string;
  actorName: string | null;
  data: Record<string, unknown>;
  createdAt: Date;
};

export type FeedSlice = { after: number; limit: number; types?: readonly TeamEventType[] | null | undefined };

/** The events after a position that have one, in order. */
export async function listFeed(
  db: Executor,
  teamId: number,
  { after, limit, types = null }: FeedSlice,
): Promise<FeedEvent[]> {
  const rows = await feedAfter(db, teamId, after, types && [...types], limit);
  return rows.map(({ createdAtMs, ...row }) => ({ ...row, createdAt: new Date(createdAtMs) }));
}
type FeedRow = Omit<FeedEvent, 'createdAt'> & { createdAtMs: number };
const feedAfter = statement<[number, number, TeamEventType[] | null, number], FeedRow>(`
  select id, position::float8 as position, type, actor_type as "actorType", actor_name as "actorName", data,
    extract(epoch from created_at)::float8 * 1000 as "createdAtMs"
  from team_events where team_id = $1 and team_events.position > $2 and ($3::text[] is null or type = any($3))
  order by team_events.position limit $4`);

/** Assigns positions to some of the committed events of a team that have none, and returns to how many. */
export async function numberSome(tx: Transaction, teamId: number, atOnce: number): Promise<number> {
  // A separate statement finds the rows. It begins under the lock, so it sees the positions that the last holder of the
  // lock assigned.
  const last = await lockCounter(tx, teamId);
  const [row] = await numberUnderLock(tx, teamId, last, atOnce);
  return (row?.last ?? last) - last;
}

/**
 * Gives every committed event a position within the caller's transaction, which then keeps the counter locked until it
 * ends. Returns the last position.
 */
export async function giveAllPositions(
  tx: Transaction,
  teamId: number,
  atOnce = NUMBERED_AT_ONCE,
): Promise<number> {
  for (let last = await lockCounter(tx, teamId); ; ) {
    const [row] = await numberUnderLock(tx, teamId, last, atOnce);
    if (!row || row.last - last < atOnce) return row?.last ?? last;
    last = row.last;
  }
}

/** Whether committed events of the team have no position. */
export async function hasUnnumbered(db: Executor, teamId: number): Promise<boolean> {
  const [row] = await unnumbered(db, teamId);
  return row?.waits ?? false;
}
const unnumbered = statement<[number], { waits: boolean }>(
  `select exists (select from team_events where team_id = $1 and position is null and in_feed) as waits`,
);

/**
 * Ordered by time, and within a second by id, because ids rise. A booking's events keep the order of their numbers, even
 * if processes whose clocks differ wrote them.
 */
const numberUnderLock = statement<[number, number, number], { last: number }>(`
  with waiting as materialized (
    select id, row_number() over (order by created_at, turn, number, id) as nth
    from (
      select id, created_at, number,
        max(id::text collate "C") over (partition by coalesce(booking_id, id) order by number) as turn
      from (
        select id, created_at, booking_id, number from team_events where team_id = $1 and position is null and in_feed
        order by created_at, booking_id, number, id limit $3
      ) as first
    ) as placed),
  numbered as (
    update team_events set position = $2::bigint + nth from waiting where team_id = $1 and team_events.id = waiting.id)
  update event_counters set last_position = $2::bigint + (select count(*) from waiting) where team_id = $1
  returning last_position::float8 as last`);

/** Locks a team's counter and returns its last position. */
async function lockCounter(tx: Transaction, teamId: number): Promise<number> {
  const locked = await counterUnderLock(tx, teamId);
  if (locked !== null) return locked;
  await tx.insert(eventCounters).values({ teamId, lastPosition: 0 }).onConflictDoNothing();
  return (await counterUnderLock(tx, teamId)) ?? 0;
}

async function counterUnderLock(tx: Transaction, teamId: number): Promise<number | null> {
  const [row] = await tx
    .select({ last: eventCounters.lastPosition })
    .from(eventCounters)
    .where(eq(eventCounters.teamId, teamId))
    .for('update');
  return row?.last ?? null;
}
