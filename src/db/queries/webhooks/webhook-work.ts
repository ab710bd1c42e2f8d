/** The queries of the service that delivers events to webhooks. */
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { MAX_DELIVERIES } from '../../../domain/limits.ts';
import type { Executor, Transaction } from '../../client.ts';
import { eventCounters, teamEvents } from '../../schema/team-events.ts';
import { webhookDeliveries, webhooks } from '../../schema/webhooks.ts';
import { anyOf } from '../statements.ts';
import type { DeliveryRecord, WebhookRecord } from './webhooks.ts';

/** A webhook that a process serves under its lease. */
type Leased = { teamId: number; id: string; lease: string };

const SILENT_AT_ONCE = 100;
const LEASE = sql`now() + interval '60 seconds'`;

const isLeased = (teamId: number, id: string, lease: string) =>
  and(eq(webhooks.teamId, teamId), eq(webhooks.id, id), eq(webhooks.lease, lease));

/** Some webhooks of any team that have failed without a success since a moment or longer. */
export const listFailingWebhooksOfAnyTeam = (db: Executor, since: Date) =>
  db
    .select({ teamId: webhooks.teamId, id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.status, 'active').inlineParams(), lte(webhooks.failingSince, since)))
    .limit(SILENT_AT_ONCE);

/**
 * The webhooks of any team that have work and no lease: an event after their position, or a delivery that is due. Those
 * that do not fail come first, each in random order, so that a team with many webhooks does not delay the others. Reads
 * without locks.
 */
export function listWebhooksWithWork(db: Executor, now: Date, limit: number) {
  return db
    .select({
      teamId: webhooks.teamId,
      id: webhooks.id,
      isFailing: sql<boolean>`failing_since is not null`,
    })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.status, 'active').inlineParams(),
        sql`(leased_until is null or leased_until < now())`,
        sql`(next_attempt_at <= ${now.toISOString()} or exists (
          select from team_events e where e.team_id = webhooks.team_id and e.position > webhooks.position)
        or exists (
          select from team_events e where e.team_id = webhooks.team_id and e.position is null and e.in_feed))`,
      ),
    )
    .orderBy(sql`failing_since is not null`, sql`random()`)
    .limit(limit);
}

/** Takes the lease of a webhook. Returns null if another process was faster or the webhook is no longer active. */
export async function takeLease(db: Executor, { teamId, id, lease }: Leased): Promise<WebhookRecord | null> {
  const [row] = await db
    .update(webhooks)
    .set({ lease, leasedUntil: LEASE })
    .where(
      and(
        ...[eq(webhooks.teamId, teamId), eq(webhooks.id, id), eq(webhooks.status, 'active')],
        sql`(leased_until is null or leased_until < now())`,
      ),
    )
    .returning();
  return row ?? null;
}

/**
 * Renews a lease and returns the webhook as it is now. Returns null if another process has taken the lease, or if a
 * replay has begun another round.
 */
export async function keepLease(
  db: Executor,
  { teamId, id, lease }: Leased,
  round: number,
  changes: Partial<WebhookRecord> = {},
): Promise<WebhookRecord | null> {
  const [row] = await db
    .update(webhooks)
    .set({ ...changes, leasedUntil: LEASE })
    .where(and(isLeased(teamId, id, lease), eq(webhooks.round, round)))
    .returning();
  return row ?? null;
}

/**
 * Returns a lease, and stores when the next delivery that waits for no other is due. The caller has locked the webhook,
 * so that nobody makes a delivery due meanwhile.
 */
export async function giveLeaseBack(tx: Transaction, { teamId, id, lease }: Leased): Promise<void> {
  const next = tx
    .select({ at: sql<Date | null>`min(next_attempt_at)`.mapWith(webhookDeliveries.nextAttemptAt) })
    .from(webhookDeliveries)
    .where(and(isPending(teamId, id), isFirstOfItsBooking));
  const [due] = await next;
  await tx
    .update(webhooks)
    .set({ lease: null, leasedUntil: null, nextAttemptAt: due?.at ?? null })
    .where(isLeased(teamId, id, lease));
}

const isPending = (teamId: number, webhookId: string) =>
  and(
    eq(webhookDeliveries.teamId, teamId),
    eq(webhookDeliveries.webhookId, webhookId),
    eq(webhookDeliveries.status, 'pending').inlineParams(),
  );

/** The condition that all earlier events of the same booking have been delivered or given up. */
const isFirstOfItsBooking = sql`(webhook_deliveries.booking_id is null or not exists (
  select from webhook_deliveries earlier where earlier.team_id = webhook_deliveries.team_id
    and earlier.webhook_id = webhook_deliveries.webhook_id and earlier.booking_id = webhook_deliveries.booking_id
    and earlier.status = 'pending' and earlier.position < webhook_deliveries.position))`;

/** Pending deliveries that are due and wait for no earlier one, by their events' positions. */
export function listDueDeliveries(
  db: Executor,
  { teamId, id }: { teamId: number; id: string },
  now: Date,
  limit: number,
): Promise<DeliveryRecord[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(and(isPending(teamId, id), lte(webhookDeliveries.nextAttemptAt, now), isFirstOfItsBooking))
    .orderBy(asc(webhookDeliveries.position))
    .limit(limit);
}

/** Events by their ids. */
export function loadEvents(db: Executor, teamId: number, ids: readonly string[]) {
  return db
    .select({
      id: teamEvents.id,
      position: sql<number>`${teamEvents.position}`.mapWith(teamEvents.position),
      type: teamEvents.type,
      data: teamEvents.data,
      createdAt: teamEvents.createdAt,
    })
    .from(teamEvents)
    .where(and(eq(teamEvents.teamId, teamId), anyOf(teamEvents.id, ids)));
}

/** The bookings among these that have a pending delivery. */
export async function listBookingsPending(
  db: Executor,
  { teamId, id }: { teamId: number; id: string },
  bookingIds: readonly string[],
): Promise<Set<string>> {
  if (bookingIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ bookingId: webhookDeliveries.bookingId })
    .from(webhookDeliveries)
    .where(and(isPending(teamId, id), anyOf(webhookDeliveries.bookingId, bookingIds)));
  return new Set(rows.flatMap(({ bookingId }) => bookingId ?? []));
}

/** The events after a webhook's position that an earlier process has already handled in this round. */
export async function listDealtWith(
  db: Executor,
  { teamId, id, round, position }: WebhookRecord,
): Promise<Set<string>> {
  const rows = await db
    .select({ eventId: webhookDeliveries.eventId })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.teamId, teamId),
        eq(webhookDeliveries.webhookId, id),
        eq(webhookDeliveries.round, round),
        gt(webhookDeliveries.position, position),
      ),
    );
  return new Set(rows.map(({ eventId }) => eventId));
}

const DELETED_AT_ONCE = 10_000;

/**
 * Deletes the oldest deliveries of a webhook that have ended, so that this many new ones fit. Returns how many do: fewer
 * where too many are pending, which are never deleted.
 */
export async function makeRoom(
  db: Executor,
  { teamId, id }: { teamId: number; id: string },
  wanted: number,
  most = MAX_DELIVERIES,
): Promise<number> {
  if (wanted === 0) return 0;
  const ofWebhook = and(eq(webhookDeliveries.teamId, teamId), eq(webhookDeliveries.webhookId, id));
  const hasEnded = sql`${webhookDeliveries.status} <> 'pending'`;
  const kept = await db.$count(webhookDeliveries, ofWebhook);
  let excess = kept + wanted - most;
  while (excess > 0) {
    const oldest = db
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(ofWebhook, hasEnded))
      .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.position), asc(webhookDeliveries.id))
      .limit(Math.min(excess, DELETED_AT_ONCE));
    const { rowCount } = await db
      .delete(webhookDeliveries)
      .where(and(eq(webhookDeliveries.teamId, teamId), hasEnded, inArray(webhookDeliveries.id, oldest)));
    if (!rowCount) break;
    excess -= rowCount;
  }
  return Math.max(0, wanted - Math.max(0, excess));
}

/** The last position that has been assigned in a team. */
export async function findLastPosition(db: Executor, teamId: number): Promise<number> {
  const [row] = await db
    .select({ last: eventCounters.lastPosition })
    .from(eventCounters)
    .where(eq(eventCounters.teamId, teamId));
  return row?.last ?? 0;
}

/**
 * Stores new deliveries of a webhook, and those that were tried again, if the lease still holds and nobody has changed
 * the webhook since it was read. Returns whether that is so.
 */
export async function storeDeliveries(
  db: Executor,
  { teamId, id, round, updatedAt }: WebhookRecord,
  lease: string,
  rows: readonly DeliveryRecord[],
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into ${webhookDeliveries} (team_id, webhook_id, id, event_id, position, round, type, booking_id, status,
      attempts, response_status, error, response_body, next_attempt_at, created_at, delivered_at)
    select ${teamId}::bigint, ${id}::uuid, id, event_id, position, round, type, booking_id, status, attempts,
      response_status, error, response_body, next_attempt_at, created_at, delivered_at
    from jsonb_to_recordset(${JSON.stringify(rows.map(storedForm))}::jsonb) as delivery (id uuid, event_id uuid,
      position bigint, round integer, type text, booking_id uuid, status text, attempts integer,
      response_status integer, error text, response_body text, next_attempt_at timestamptz, created_at timestamptz,
      delivered_at timestamptz)
    where exists (
      select from ${webhooks} where ${isLeased(teamId, id, lease)}
        and ${eq(webhooks.round, round)} and ${eq(webhooks.updatedAt, updatedAt)})
    on conflict (team_id, id) do update set status = excluded.status, attempts = excluded.attempts,
      response_status = excluded.response_status, error = excluded.error, response_body = excluded.response_body,
      next_attempt_at = excluded.next_attempt_at, delivered_at = excluded.delivered_at`);
  return (rowCount ?? 0) > 0;
}

const storedForm = (row: DeliveryRecord) => ({
  id: row.id,
  event_id: row.eventId,
  position: row.position,
  type: row.type,
  booking_id: row.bookingId,
  round: row.round,
  status: row.status,
  attempts: row.attempts,
  response_status: row.responseStatus,
  error: row.error,
  response_body: row.responseBody,
  next_attempt_at: row.nextAttemptAt,
  created_at: row.createdAt,
  delivered_at: row.deliveredAt,
});
