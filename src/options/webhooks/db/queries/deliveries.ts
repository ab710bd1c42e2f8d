import { and, asc, eq, inArray, lte, not, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { updateRows } from '../../../../db/queries/bulk.ts';
import { type EventRange, isEventBetween } from '../../../../db/queries/events/feed.ts';
import { firstRow, matches } from '../../../../db/queries/statements.ts';
import { eventCounters, teamEvents } from '../../../../db/schema/team-events.ts';
import { webhookDeliveries, webhooks } from '../schema/webhooks.ts';
import { isLeaseHeld, type LeasedWebhook } from './leases.ts';
import { isPendingDelivery, type WebhookDeliveryRecord, type WebhookRecord } from './webhooks.ts';

type WebhookKey = Pick<WebhookRecord, 'teamId' | 'id'>;

export async function findLastEventPosition(db: Executor, teamId: number): Promise<number> {
  const counter = await firstRow(db.select().from(eventCounters).where(matches(eventCounters, { teamId })));
  return counter?.lastPosition ?? 0;
}

export async function listNextPositions(db: Executor, teamId: number, stretch: EventRange, limit: number) {
  const rows = await db
    .select({ position: sql<number>`${teamEvents.position}`.mapWith(teamEvents.position) })
    .from(teamEvents)
    .where(isEventBetween(teamId, stretch))
    .orderBy(asc(teamEvents.position))
    .limit(limit);
  return rows.map((row) => row.position);
}

/** Due at once. Events that an earlier version has already delivered are left out. */
export async function insertWebhookDeliveries(
  tx: Transaction,
  { teamId, id, round }: WebhookRecord,
  stretch: EventRange,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  const { position, type, bookingId } = teamEvents;
  const nth = sql<number>`row_number() over (order by ${position})`.as('nth');
  const events = tx
    .select({ id: teamEvents.id, position, type, bookingId, nth })
    .from(teamEvents)
    .where(isEventBetween(teamId, stretch))
    .as('e');
  await tx.execute(sql`
    insert into ${webhookDeliveries} (team_id, id, webhook_id, event_id, position, round, type, booking_id, status, attempts,
      next_attempt_at, created_at)
    select ${teamId}::bigint, n.id, ${id}::uuid, e.id, e.position, ${round}::integer, e.type, e.booking_id, 'pending', 0,
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from ${events} join unnest(${sql.param([...ids])}::uuid[]) with ordinality as n(id, nth) using (nth)
    on conflict (team_id, webhook_id, round, position) do nothing`);
}

/** All earlier events of the booking were delivered or given up. */
const isFirstOfItsBooking = sql`(webhook_deliveries.booking_id is null or not exists (
  select from webhook_deliveries earlier where earlier.team_id = webhook_deliveries.team_id
    and earlier.webhook_id = webhook_deliveries.webhook_id and earlier.booking_id = webhook_deliveries.booking_id
    and earlier.status = 'pending' and earlier.position < webhook_deliveries.position))`;

export type DueDelivery = Awaited<ReturnType<typeof listDueDeliveries>>[number];

/**
 * Those that need not wait for an earlier event of their booking, the longest waiting first. The process is
 * already making those in `taken`.
 */
export function listDueDeliveries(
  db: Executor,
  { teamId, id }: WebhookKey,
  { now, limit, taken }: { now: Date; limit: number; taken: readonly string[] },
) {
  const { nextAttemptAt, position } = webhookDeliveries;
  const isTaken = sql`${webhookDeliveries.id} in (select unnest(${sql.param([...taken])}::uuid[]))`;
  // A subquery, because PostgreSQL might otherwise join all deliveries with their events before it limits
  // them.
  const dueIds = db
    .select({
      id: webhookDeliveries.id,
      attempts: webhookDeliveries.attempts,
      eventId: webhookDeliveries.eventId,
      type: webhookDeliveries.type,
      position,
      nextAttemptAt,
    })
    .from(webhookDeliveries)
    .where(and(isPendingDelivery(teamId, id), lte(nextAttemptAt, now), isFirstOfItsBooking, not(isTaken)))
    .orderBy(asc(nextAttemptAt), asc(position))
    .limit(limit)
    .as('due');
  return db
    .select({
      id: dueIds.id,
      attempts: dueIds.attempts,
      eventId: dueIds.eventId,
      type: dueIds.type,
      position: dueIds.position,
      data: teamEvents.data,
      happenedAt: teamEvents.createdAt,
    })
    .from(dueIds)
    .innerJoin(teamEvents, and(eq(teamEvents.teamId, teamId), eq(teamEvents.id, dueIds.eventId)))
    .orderBy(asc(dueIds.nextAttemptAt), asc(dueIds.position));
}

/** Null if none is pending. */
export async function findNextDeliveryTime(db: Executor, { teamId, id }: WebhookKey): Promise<Date | null> {
  const { nextAttemptAt } = webhookDeliveries;
  const due = db
    .select({ at: nextAttemptAt })
    .from(webhookDeliveries)
    .where(and(isPendingDelivery(teamId, id), isFirstOfItsBooking))
    .orderBy(asc(nextAttemptAt))
    .limit(1);
  return (await firstRow(due))?.at ?? null;
}

export type TriedDelivery = Omit<
  WebhookDeliveryRecord,
  'teamId' | 'webhookId' | 'position' | 'round' | 'type' | 'bookingId' | 'createdAt'
>;

/** In one statement. */
export const updateTriedDeliveries = (tx: Transaction, teamId: number, tried: readonly TriedDelivery[]) =>
  updateRows(tx, teamId, webhookDeliveries, { rows: tried });

/**
 * Only if this process still has the lease and nobody has changed the webhook since it was read. Returns
 * whether the outcomes were stored.
 */
export async function updateTriedDeliveriesUnderLease(
  db: Executor,
  leased: LeasedWebhook,
  { updatedAt }: WebhookRecord,
  tried: readonly TriedDelivery[],
): Promise<boolean> {
  const isUnchanged = sql`exists (
    select from ${webhooks} where ${isLeaseHeld(leased)} and ${eq(webhooks.updatedAt, updatedAt)})`;
  const updated = updateRows(db, leased.teamId, webhookDeliveries, { rows: tried, where: isUnchanged });
  return ((await updated).rowCount ?? 0) > 0;
}

const MAX_DELETED_PER_CALL = 10_000;

/**
 * Deletes the oldest finished deliveries within the limit of stored ones. Returns how many new ones fit:
 * fewer than asked if too many are pending, which are never deleted.
 */
export async function deleteEndedDeliveriesToMakeRoom(
  tx: Transaction,
  { teamId, id }: WebhookKey,
  needed: number,
  most: number,
): Promise<number> {
  const ofWebhook = matches(webhookDeliveries, { teamId, webhookId: id });
  const hasEnded = sql`${webhookDeliveries.status} <> 'pending'`;
  let roomLeft = most - (await tx.$count(webhookDeliveries, ofWebhook));
  while (roomLeft < needed) {
    const oldest = tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(ofWebhook, hasEnded))
      .orderBy(asc(webhookDeliveries.round), asc(webhookDeliveries.position))
      .limit(Math.min(needed - roomLeft, MAX_DELETED_PER_CALL));
    const { rowCount } = await tx
      .delete(webhookDeliveries)
      .where(and(eq(webhookDeliveries.teamId, teamId), hasEnded, inArray(webhookDeliveries.id, oldest)));
    if (!rowCount) break;
    roomLeft += rowCount;
  }
  return Math.max(0, roomLeft);
}
