import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { loadPage } from '../../../../db/queries/paging.ts';
import { type Changes, firstRow, isAnyOf, matches, totalSql } from '../../../../db/queries/statements.ts';
import { listEventTypesMatching } from '../../../../domain/events.ts';
import type { PageRequest } from '../../../../domain/page.ts';
import type { WebhookDeliveryStatus } from '../../../../domain/vocabulary.ts';
import { webhookDeliveries, webhooks } from '../schema/webhooks.ts';

export type WebhookRecord = typeof webhooks.$inferSelect;
export type WebhookDeliveryRecord = typeof webhookDeliveries.$inferSelect;
/** `behind` is the number of events that the webhook still has to deliver. */
export type WebhookRow = WebhookRecord & { behind: number };

export const isPendingDelivery = (teamId: number, webhookId: string) =>
  matches(webhookDeliveries, { teamId, webhookId, status: 'pending' });

const DELIVERIES_MADE_DUE_PER_BATCH = 10_000;

const selectWebhook = (db: Executor, teamId: number, id: string) =>
  db.select().from(webhooks).where(matches(webhooks, { teamId, id }));

export async function findWebhook(db: Executor, teamId: number, id: string): Promise<WebhookRow | null> {
  const found = await firstRow(selectWebhook(db, teamId, id));
  return found && addBacklogToWebhook(db, found);
}

export const lockWebhook = (tx: Transaction, teamId: number, id: string) =>
  firstRow(selectWebhook(tx, teamId, id).for('update'));

/** Oldest first. */
export async function listWebhooks(db: Executor, teamId: number, page: PageRequest) {
  const ofTeam = eq(webhooks.teamId, teamId);
  const ordered = db.select().from(webhooks).where(ofTeam).orderBy(asc(webhooks.createdAt), asc(webhooks.id));
  const { rows, total } = await loadPage(db.$count(webhooks, ofTeam), ordered, page);
  return { rows: await addBacklogsToWebhooks(db, rows), total };
}

/** They failed for too long, or the service switched them off. Each row has the number of all. */
export const listDisabledWebhooks = (db: Executor, teamId: number, limit: number) =>
  db
    .select({ id: webhooks.id, url: webhooks.url, disabledReason: webhooks.disabledReason, total: totalSql })
    .from(webhooks)
    .where(matches(webhooks, { teamId, status: 'disabled' }))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
    .limit(limit);

/** Counts events of its types after its position, and pending deliveries. */
export async function addBacklogToWebhook(db: Executor, webhook: WebhookRecord): Promise<WebhookRow> {
  const [row] = await addBacklogsToWebhooks(db, [webhook]);
  if (!row) throw new Error('A webhook was given.');
  return row;
}

/**
 * Events with and without a position are two subqueries: one condition joined by `or` would read all events
 * of the team for each webhook.
 */
async function addBacklogsToWebhooks(db: Executor, found: readonly WebhookRecord[]): Promise<WebhookRow[]> {
  const [{ teamId } = { teamId: 0 }] = found;
  if (found.length === 0) return [];
  const positionsAndTypes = found.map(({ id, position, types }) => ({
    id,
    position,
    types: types && listEventTypesMatching(types),
  }));
  const { rows } = await db.execute<{ id: string; behind: string }>(sql`
    select w.id, (
      select count(*) from team_events e
      where e.team_id = ${teamId} and e.position > w.position and (w.types is null or e.type = any(w.types))
    ) + (
      select count(*) from team_events e
      where e.team_id = ${teamId} and e.position is null and e.in_feed and (w.types is null or e.type = any(w.types))
    ) + (
      select count(*) from webhook_deliveries d
      where d.team_id = ${teamId} and d.webhook_id = w.id and d.status = 'pending'
    ) as behind
    from jsonb_to_recordset(${JSON.stringify(positionsAndTypes)}::jsonb) as w(id uuid, position bigint, types text[])`);
  const behindOf = new Map(rows.map(({ id, behind }) => [id, Number(behind)]));
  return found.map((webhook) => ({ ...webhook, behind: behindOf.get(webhook.id) ?? 0 }));
}

export const countWebhooks = (tx: Transaction, teamId: number): Promise<number> =>
  tx.$count(webhooks, eq(webhooks.teamId, teamId));

export const insertWebhook = (tx: Transaction, webhook: WebhookRecord) => tx.insert(webhooks).values(webhook);

export const updateWebhook = (tx: Transaction, teamId: number, id: string, changes: Changes<WebhookRecord>) =>
  tx.update(webhooks).set(changes).where(matches(webhooks, { teamId, id }));

/** Returns the deleted one, or null if the team has no webhook with that id. */
export async function deleteWebhookRows(
  tx: Transaction,
  teamId: number,
  id: string,
): Promise<WebhookRecord | null> {
  // So that no process stores another delivery meanwhile.
  const webhook = await lockWebhook(tx, teamId, id);
  if (!webhook) return null;
  await tx.delete(webhookDeliveries).where(matches(webhookDeliveries, { teamId, webhookId: id }));
  await tx.delete(webhooks).where(matches(webhooks, { teamId, id }));
  return webhook;
}

export type WebhookDeliveryFilter = {
  statuses?: readonly WebhookDeliveryStatus[] | undefined;
  eventId?: string | undefined;
};

/** Newest first. */
export function listWebhookDeliveries(
  db: Executor,
  { teamId, webhookId }: { teamId: number; webhookId: string },
  { statuses, eventId }: WebhookDeliveryFilter,
  page: PageRequest,
) {
  const { status, round, position } = webhookDeliveries;
  const matching = and(
    matches(webhookDeliveries, { teamId, webhookId }),
    statuses && isAnyOf(status, statuses),
    eventId === undefined ? undefined : eq(webhookDeliveries.eventId, eventId),
  );
  const rows = db.select().from(webhookDeliveries).where(matching).orderBy(desc(round), desc(position));
  return loadPage(db.$count(webhookDeliveries, matching), rows, page);
}

export const findWebhookDelivery = (db: Executor, teamId: number, webhookId: string, id: string) =>
  firstRow(db.select().from(webhookDeliveries).where(matches(webhookDeliveries, { teamId, webhookId, id })));

export const updateDeliveryToDue = (tx: Transaction, teamId: number, id: string, at: Date) =>
  tx
    .update(webhookDeliveries)
    .set({ status: 'pending', nextAttemptAt: at, deliveredAt: null })
    .where(matches(webhookDeliveries, { teamId, id }));

/** A replay stores new deliveries of the same events. */
export const deletePendingAfter = (tx: Transaction, teamId: number, webhookId: string, position: number) =>
  tx
    .delete(webhookDeliveries)
    .where(and(isPendingDelivery(teamId, webhookId), gt(webhookDeliveries.position, position)));

/** Some rows at a time, so that no statement takes long. */
export async function makePendingDue(tx: Transaction, teamId: number, webhookId: string, at: Date) {
  const isLater = and(isPendingDelivery(teamId, webhookId), gt(webhookDeliveries.nextAttemptAt, at));
  const pendingIds = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(isLater)
    .limit(DELIVERIES_MADE_DUE_PER_BATCH);
  for (let made = DELIVERIES_MADE_DUE_PER_BATCH; made === DELIVERIES_MADE_DUE_PER_BATCH; ) {
    const rows = await tx
      .update(webhookDeliveries)
      .set({ nextAttemptAt: at })
      .where(and(eq(webhookDeliveries.teamId, teamId), inArray(webhookDeliveries.id, pendingIds)))
      .returning({ id: webhookDeliveries.id });
    made = rows.length;
  }
}

/** At most `limit`. Returns how many. */
export async function deleteOldDeliveriesOfAnyTeam(db: Executor, before: Date, limit: number) {
  const deleted = await db.execute(sql`
    delete from webhook_deliveries where status <> 'pending' and (team_id, id) in (
      select team_id, id from webhook_deliveries where status <> 'pending' and created_at < ${before.toISOString()}
      order by created_at limit ${sql.raw(String(limit))})`);
  return deleted.rowCount ?? 0;
}
