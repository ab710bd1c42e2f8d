/** The feed of a team's events, in which each has a position (docs/rules.md, 17.2). */
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { TeamEventType } from '../../../domain/events.ts';
import type { Executor, Transaction } from '../../client.ts';
import { eventCounters, teamEvents } from '../../schema/team-events.ts';
import { firstRow, isAnyOf, matches } from '../statements.ts';

export const EVENTS_NUMBERED_PER_BATCH = 2_000;

export type EventFeedRow = Awaited<ReturnType<typeof listEventFeed>>[number];

export type FeedPage = { after: number; limit: number; types?: readonly TeamEventType[] | null | undefined };

export type EventRange = { after: number; upTo?: number; types: readonly TeamEventType[] | null };

export const isEventBetween = (teamId: number, { after, upTo, types }: EventRange) =>
  and(
    eq(teamEvents.teamId, teamId),
    gt(teamEvents.position, after),
    upTo === undefined ? undefined : lte(teamEvents.position, upTo),
    types ? isAnyOf(teamEvents.type, types) : undefined,
  );

export const listEventFeed = (db: Executor, teamId: number, { after, limit, types = null }: FeedPage) =>
  db
    .select({
      id: teamEvents.id,
      position: sql<number>`${teamEvents.position}`.mapWith(teamEvents.position),
      type: teamEvents.type,
      actorType: teamEvents.actorType,
      actorName: teamEvents.actorName,
      data: teamEvents.data,
      createdAt: teamEvents.createdAt,
    })
    .from(teamEvents)
    .where(isEventBetween(teamId, { after, types }))
    .orderBy(asc(teamEvents.position))
    .limit(limit);

export const countEvents = (db: Executor, teamId: number, range: EventRange): Promise<number> =>
  db.$count(teamEvents, isEventBetween(teamId, range));

/** Returns how many events got a position. */
export async function numberSomeEvents(tx: Transaction, teamId: number, atOnce: number): Promise<number> {
  // Locked by a statement of its own, so that the next one sees the positions that others have assigned.
  const last = await lockEventCounter(tx, teamId);
  return (await assignPositionsUnderLock(tx, teamId, last, atOnce)) - last;
}

/** Returns the last position. The counter stays locked until the transaction ends. */
export async function assignPositions(tx: Transaction, teamId: number, atOnce = EVENTS_NUMBERED_PER_BATCH) {
  for (let last = await lockEventCounter(tx, teamId); ; ) {
    const reached = await assignPositionsUnderLock(tx, teamId, last, atOnce);
    if (reached - last < atOnce) return reached;
    last = reached;
  }
}

export async function hasUnnumberedEvents(db: Executor, teamId: number): Promise<boolean> {
  const { id, position, inFeed } = teamEvents;
  const isUnnumbered = and(matches(teamEvents, { teamId }), isNull(position), sql`${inFeed}`);
  return (await firstRow(db.select({ id }).from(teamEvents).where(isUnnumbered).limit(1))) !== null;
}

/**
 * By time, and within a second by id, because later ids are greater. The events of one booking keep the order
 * of their numbers, even if servers whose clocks differ wrote them.
 */
async function assignPositionsUnderLock(tx: Transaction, teamId: number, last: number, atOnce: number) {
  const { rows } = await tx.execute<{ last: number }>(sql`
    with waiting as materialized (
      select id, row_number() over (order by created_at, turn, number, id) as nth
      from (
        select id, created_at, number,
          max(id::text collate "C") over (partition by coalesce(booking_id, id) order by number) as turn
        from (
          select id, created_at, booking_id, number from ${teamEvents}
          where team_id = ${teamId} and position is null and in_feed
          order by created_at, booking_id, number, id limit ${atOnce}
        ) as first
      ) as placed),
    numbered as (
      update ${teamEvents} set position = ${last}::bigint + nth
      from waiting where team_id = ${teamId} and ${teamEvents.id} = waiting.id)
    update ${eventCounters} set last_position = ${last}::bigint + (select count(*) from waiting)
    where team_id = ${teamId}
    returning last_position::float8 as last`);
  return rows[0]?.last ?? last;
}

/** Returns the last position. */
async function lockEventCounter(tx: Transaction, teamId: number): Promise<number> {
  const locked = await lockStoredEventCounter(tx, teamId);
  if (locked !== null) return locked;
  await tx.insert(eventCounters).values({ teamId, lastPosition: 0 }).onConflictDoNothing();
  return (await lockStoredEventCounter(tx, teamId)) ?? 0;
}

async function lockStoredEventCounter(tx: Transaction, teamId: number): Promise<number | null> {
  const counter = tx.select().from(eventCounters).where(matches(eventCounters, { teamId }));
  return (await firstRow(counter.for('update')))?.lastPosition ?? null;
}
