/** Webhooks with events to deliver, and the leases with which one process at a time serves one. */
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { createLeaseQueries, isLeaseFree } from '../../../../db/queries/leases.ts';
import { matches } from '../../../../db/queries/statements.ts';
import { webhooks } from '../schema/webhooks.ts';
import type { WebhookRecord } from './webhooks.ts';

/** A replay of past events ends the lease early. */
export type LeasedWebhook = { teamId: number; id: string; lease: string; round: number };

const MAX_FAILING_LISTED = 100;
const leases = createLeaseQueries(webhooks, eq(webhooks.status, 'active'));

export const isLeaseHeld = (leased: LeasedWebhook) => matches(webhooks, leased);

/** Those that have only failed since then or longer. */
export const listFailingWebhooksOfAnyTeam = (db: Executor, since: Date) =>
  db
    .select({ teamId: webhooks.teamId, id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.status, 'active'), lte(webhooks.failingSince, since)))
    .limit(MAX_FAILING_LISTED);

/**
 * Webhooks that no process serves, with an event after their position or a delivery that is due. Those that
 * do not fail come first, in random order, so that a team with many webhooks does not delay the others.
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
        eq(webhooks.status, 'active'),
        isLeaseFree(webhooks),
        sql`(next_attempt_at <= ${now.toISOString()} or exists (
          select from team_events e where e.team_id = webhooks.team_id and e.position > webhooks.position)
        or exists (
          select from team_events e where e.team_id = webhooks.team_id and e.position is null and e.in_feed))`,
      ),
    )
    .orderBy(sql`failing_since is not null`, sql`random()`)
    .limit(limit);
}

/** Returns null if another process was faster or is changing the webhook, or if it is no longer active. */
export const takeWebhookLease = (
  tx: Transaction,
  { teamId, id, lease }: Omit<LeasedWebhook, 'round'>,
): Promise<WebhookRecord | null> => leases.take(tx, matches(webhooks, { teamId, id }), lease);

/** Null if the lease is lost. */
export const findLeasedWebhook = (db: Executor, leased: LeasedWebhook) =>
  leases.find(db, isLeaseHeld(leased));

/** Returns the present webhook, or null if the lease is lost. */
export const renewWebhookLease = (db: Executor, leased: LeasedWebhook) =>
  leases.renew(db, isLeaseHeld(leased));

/** Returns the present webhook, or null if the lease is lost. */
export const lockLeasedWebhook = (tx: Transaction, leased: LeasedWebhook) =>
  leases.lock(tx, isLeaseHeld(leased));

/**
 * `dueAt` is when the webhook has something to do again. It must be locked, so that no delivery becomes due
 * meanwhile.
 */
export const endWebhookLease = (tx: Transaction, { teamId, id, lease }: LeasedWebhook, dueAt: Date | null) =>
  leases.end(tx, matches(webhooks, { teamId, id, lease }), { nextAttemptAt: dueAt });
