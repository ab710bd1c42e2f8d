/**
 * Finds the webhooks that have events to deliver, and the leases with which one process at a time serves a
 * webhook.
 */
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { webhooks } from '../../schema/webhooks.ts';
import { createLeaseQueries, isLeaseFree } from '../leases.ts';
import { matches } from '../statements.ts';
import type { WebhookRecord } from './webhooks.ts';

/**
 * A webhook whose lease this process has taken, so that no other process serves it. A replay of past events
 * ends the lease of the webhook early.
 */
export type LeasedWebhook = { teamId: number; id: string; lease: string; round: number };

const MAX_FAILING_LISTED = 100;
const leases = createLeaseQueries(webhooks, eq(webhooks.status, 'active'));

export const isLeaseHeld = (leased: LeasedWebhook) => matches(webhooks, leased);

/** Finds some webhooks of all teams that have only failed since a moment or longer. */
export const listFailingWebhooksOfAnyTeam = (db: Executor, since: Date) =>
  db
    .select({ teamId: webhooks.teamId, id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.status, 'active'), lte(webhooks.failingSince, since)))
    .limit(MAX_FAILING_LISTED);

/**
 * The webhooks of all teams that no process serves and that have something to do: an event after their
 * position, or a delivery that is due. Webhooks that do not fail come first, in random order, so that a team
 * with many webhooks does not delay the others.
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

/**
 * Takes the lease of a webhook. Returns null if another process was faster, or is changing the webhook, or if the
 * webhook is no longer active.
 */
export const takeWebhookLease = (
  tx: Transaction,
  { teamId, id, lease }: Omit<LeasedWebhook, 'round'>,
): Promise<WebhookRecord | null> => leases.take(tx, matches(webhooks, { teamId, id }), lease);

/** Reads a webhook whose lease this process has, or returns null if the lease is lost. */
export const findLeasedWebhook = (db: Executor, leased: LeasedWebhook) =>
  leases.find(db, isLeaseHeld(leased));

/** Renews a webhook's lease and returns the present webhook, or null if the lease is lost. */
export const renewWebhookLease = (db: Executor, leased: LeasedWebhook) =>
  leases.renew(db, isLeaseHeld(leased));

/**
 * Locks a webhook whose lease this process has, and returns the present webhook, or null if the lease is
 * lost.
 */
export const lockLeasedWebhook = (tx: Transaction, leased: LeasedWebhook) =>
  leases.lock(tx, isLeaseHeld(leased));

/**
 * Ends a webhook's lease, and stores when the webhook has something to do again. The caller must have locked
 * the webhook, so that no delivery becomes due meanwhile.
 */
export const endWebhookLease = (tx: Transaction, { teamId, id, lease }: LeasedWebhook, dueAt: Date | null) =>
  leases.end(tx, matches(webhooks, { teamId, id, lease }), { nextAttemptAt: dueAt });
