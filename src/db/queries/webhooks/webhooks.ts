/** A team's webhooks and their deliveries, as the API shows them. */
import { and, asc, desc, eq, gt, inArray, lte, notExists, sql } from 'drizzle-orm';
import { typesNamed } from '../../../domain/events.ts';
import type { DeliveryStatus } from '../../../domain/vocabulary.ts';
import type { Executor, Transaction } from '../../client.ts';
import { teamEvents } from '../../schema/team-events.ts';
import { webhookDeliveries, webhooks } from '../../schema/webhooks.ts';
import type { Slice } from '../paging.ts';

export type WebhookRecord = typeof webhooks.$inferSelect;
export type DeliveryRecord = typeof webhookDeliveries.$inferSelect;
/** `behind` is the number of events of its types that have not been handled yet. */
export type WebhookRow = WebhookRecord & { behind: number };

const MADE_DUE_AT_ONCE = 10_000;

const isWebhook = (teamId: number, id: string) => and(eq(webhooks.teamId, teamId), eq(webhooks.id, id));

export async function findWebhook(db: Executor, teamId: number, id: string): Promise<WebhookRow | null> {
  const [found] = await db.select().from(webhooks).where(isWebhook(teamId, id));
  return found ? withBehind(db, found) : null;
}

/** One page of a team's webhooks, oldest first, and the total number. */
export async function listWebhooks(
  db: Executor,
  teamId: number,
  { limit, offset }: Slice,
): Promise<{ rows: WebhookRow[]; total: number }> {
  const ofTeam = eq(webhooks.teamId, teamId);
  const total = await db.$count(webhooks, ofTeam);
  const order = [asc(webhooks.createdAt), asc(webhooks.id)];
  const found = await db
    .select()
    .from(webhooks)
    .where(ofTeam)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return { rows: await withAllBehind(db, found), total };
}

/**
 * Adds the number of events that it still has to deliver: those of its types after its position that it has not dealt
 * with in this round, and the pending deliveries up to there.
 */
export async function withBehind(db: Executor, webhook: WebhookRecord): Promise<WebhookRow> {
  const [row] = await withAllBehind(db, [webhook]);
  if (!row) throw new Error('A webhook was given.');
  return row;
}

async function withAllBehind(db: Executor, found: readonly WebhookRecord[]): Promise<WebhookRow[]> {
  const [first] = found;
  if (!first) return [];
  const asked = found.map(({ id, position, round, types }) => ({
    ...{ id, position, round, types: types && typesNamed(types) },
  }));
  const { rows } = await db.execute<{ id: string; behind: string }>(sql`
    select w.id, (
      select count(*) from team_events e
      where e.team_id = ${first.teamId} and (e.position > w.position or (e.position is null and e.in_feed))
        and (w.types is null or e.type = any(w.types)) and not exists (
          select from webhook_deliveries d
          where d.team_id = e.team_id and d.event_id = e.id and d.webhook_id = w.id and d.round = w.round
            and d.status <> 'pending')
    ) + (
      select count(*) from webhook_deliveries d
      where d.team_id = ${first.teamId} and d.webhook_id = w.id and d.status = 'pending' and d.position <= w.position
    ) as behind
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w(id uuid, position bigint, round int, types text[])`);
  const behindOf = new Map(rows.map(({ id, behind }) => [id, Number(behind)]));
  return found.map((webhook) => ({ ...webhook, behind: behindOf.get(webhook.id) ?? 0 }));
}

const isOfWebhook = (teamId: number, webhookId: string) =>
  and(eq(webhookDeliveries.teamId, teamId), eq(webhookDeliveries.webhookId, webhookId));

export const countWebhooks = (tx: Transaction, teamId: number): Promise<number> =>
  tx.$count(webhooks, eq(webhooks.teamId, teamId));

export async function insertWebhook(tx: Transaction, webhook: WebhookRecord): Promise<void> {
  await tx.insert(webhooks).values(webhook);
}

export async function lockWebhook(
  tx: Transaction,
  teamId: number,
  id: string,
): Promise<WebhookRecord | null> {
  const [row] = await tx.select().from(webhooks).where(isWebhook(teamId, id)).for('update');
  return row ?? null;
}

export async function updateWebhook(
  tx: Transaction,
  teamId: number,
  id: string,
  changes: Partial<Omit<WebhookRecord, 'teamId' | 'id'>>,
): Promise<void> {
  await tx.update(webhooks).set(changes).where(isWebhook(teamId, id));
}

/** Deletes a webhook with its deliveries. Returns false if the team has none with that id. */
export async function deleteWebhook(tx: Transaction, teamId: number, id: string): Promise<boolean> {
  // Locked first, so that nobody stores another delivery meanwhile.
  if (!(await lockWebhook(tx, teamId, id))) return false;
  await tx.delete(webhookDeliveries).where(isOfWebhook(teamId, id));
  await tx.delete(webhooks).where(isWebhook(teamId, id));
  return true;
}

export type DeliveryFilter = {
  statuses?: readonly DeliveryStatus[] | undefined;
  eventId?: string | undefined;
};

/** One page of a webhook's deliveries, newest first, and the total number. */
export async function listDeliveries(
  db: Executor,
  teamId: number,
  webhookId: string,
  { statuses, eventId, limit, offset }: DeliveryFilter & Slice,
): Promise<{ rows: DeliveryRecord[]; total: number }> {
  const matching = and(
    isOfWebhook(teamId, webhookId),
    statuses && inArray(webhookDeliveries.status, [...statuses]),
    eventId === undefined ? undefined : eq(webhookDeliveries.eventId, eventId),
  );
  const total = await db.$count(webhookDeliveries, matching);
  const { createdAt, position, id } = webhookDeliveries;
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(matching)
    .orderBy(desc(createdAt), desc(position), desc(id))
    .limit(limit)
    .offset(offset);
  return { rows, total };
}

/** Locks a delivery of a webhook. Returns null if the webhook has none with that id. */
export async function findDelivery(
  db: Executor,
  teamId: number,
  webhookId: string,
  id: string,
): Promise<DeliveryRecord | null> {
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(isOfWebhook(teamId, webhookId), eq(webhookDeliveries.id, id)));
  return row ?? null;
}

/** Makes a delivery due at once. */
export async function makeDeliveryDue(tx: Transaction, teamId: number, id: string, at: Date): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status: 'pending', nextAttemptAt: at, deliveredAt: null })
    .where(and(eq(webhookDeliveries.teamId, teamId), eq(webhookDeliveries.id, id)));
}

/** The last position of the feed that a webhook has reached, which may not be stored with the webhook yet. */
export async function findReached(
  db: Executor,
  { teamId, id, round, position }: WebhookRecord,
): Promise<number> {
  const [last] = await db
    .select({ position: webhookDeliveries.position })
    .from(webhookDeliveries)
    .where(and(isOfWebhook(teamId, id), eq(webhookDeliveries.round, round)))
    .orderBy(desc(webhookDeliveries.position))
    .limit(1);
  return Math.max(position, last?.position ?? 0);
}

/** Deletes the pending deliveries after a position, because a replay makes new ones. */
export async function deletePendingAfter(
  tx: Transaction,
  teamId: number,
  webhookId: string,
  position: number,
): Promise<void> {
  const isLater = and(eq(webhookDeliveries.status, 'pending'), gt(webhookDeliveries.position, position));
  await tx.delete(webhookDeliveries).where(and(isOfWebhook(teamId, webhookId), isLater));
}

/**
 * The events up to a position that a webhook has neither delivered nor recorded as pending: those under way, and others
 * that a process has read and not begun.
 */
export async function listUnrecorded(tx: Transaction, webhook: WebhookRecord, upTo: number) {
  const { teamId, id, round, position, types } = webhook;
  const { eventId, webhookId, round: roundOf } = webhookDeliveries;
  const recorded = tx
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(
      and(
        ...[eq(webhookDeliveries.teamId, teamId), eq(eventId, teamEvents.id)],
        ...[eq(webhookId, id), eq(roundOf, round)],
      ),
    );
  return tx
    .select({
      id: teamEvents.id,
      position: sql<number>`${teamEvents.position}`.mapWith(teamEvents.position),
      type: teamEvents.type,
      data: teamEvents.data,
    })
    .from(teamEvents)
    .where(
      and(
        ...[eq(teamEvents.teamId, teamId), gt(teamEvents.position, position), lte(teamEvents.position, upTo)],
        types ? inArray(teamEvents.type, typesNamed(types)) : undefined,
        notExists(recorded),
      ),
    );
}

export async function insertDeliveries(tx: Transaction, rows: DeliveryRecord[]): Promise<void> {
  if (rows.length > 0) await tx.insert(webhookDeliveries).values(rows);
}

/** Makes all pending deliveries of a webhook due at once, in pieces, so that no statement takes long. */
export async function makePendingDue(
  tx: Transaction,
  teamId: number,
  webhookId: string,
  at: Date,
): Promise<void> {
  const { status, nextAttemptAt } = webhookDeliveries;
  const isLater = and(isOfWebhook(teamId, webhookId), eq(status, 'pending'), gt(nextAttemptAt, at));
  const some = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(isLater)
    .limit(MADE_DUE_AT_ONCE);
  for (let made = MADE_DUE_AT_ONCE; made === MADE_DUE_AT_ONCE; ) {
    const rows = await tx
      .update(webhookDeliveries)
      .set({ nextAttemptAt: at })
      .where(and(eq(webhookDeliveries.teamId, teamId), inArray(webhookDeliveries.id, some)))
      .returning({ id: webhookDeliveries.id });
    made = rows.length;
  }
}

/** Deletes some deliveries of any team that ended before a moment, and returns how many. */
export async function deleteOldDeliveriesOfAnyTeam(
  db: Executor,
  before: Date,
  limit: number,
): Promise<number> {
  const deleted = await db.execute(sql`
    delete from webhook_deliveries where status <> 'pending' and (team_id, id) in (
      select team_id, id from webhook_deliveries where status <> 'pending' and created_at < ${before.toISOString()}
      order by created_at limit ${sql.raw(String(limit))})`);
  return deleted.rowCount ?? 0;
}
