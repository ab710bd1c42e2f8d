import type { Database, Transaction } from '../../db/client.ts';
import { listFailingWebhooksOfAnyTeam } from '../../db/queries/webhooks/leases.ts';
import { lockWebhook, updateWebhook, type WebhookRecord } from '../../db/queries/webhooks/webhooks.ts';
import { recordTeamEvent } from '../team-events.ts';
import { inTeamTransaction } from '../writing/team-limit.ts';
import { DISABLED_AFTER_MS } from './retries.ts';

const REASONS = {
  gone: 'The receiver answered 410: it wants nothing more.',
  silent: 'Nothing was delivered for five days.',
};

export const hasFailedTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= DISABLED_AFTER_MS;

/** Disables a locked webhook, and tells so in the feed. Returns what changes. */
export async function disableWebhook(
  tx: Transaction,
  { teamId, id }: WebhookRecord,
  reason: keyof typeof REASONS,
  now: Date,
): Promise<Pick<WebhookRecord, 'status' | 'disabledReason' | 'updatedAt'>> {
  const changes = { status: 'disabled', disabledReason: REASONS[reason], updatedAt: now } as const;
  await updateWebhook(tx, teamId, id, changes);
  await recordTeamEvent(
    { tx, now, teamId, actor: { type: 'system', name: null } },
    { type: 'webhook.disabled', data: { webhook_id: id } },
  );
  return changes;
}

/**
 * Disables webhooks of any team that have failed for five days without a success, also if nothing more is tried because
 * nothing more happens (docs/rules.md, 17.5). Returns how many.
 */
export async function disableSilentWebhooks(db: Database, now: Date): Promise<number> {
  const since = new Date(now.getTime() - DISABLED_AFTER_MS);
  const silent = await listFailingWebhooksOfAnyTeam(db, since);
  for (const { teamId, id } of silent)
    await inTeamTransaction(db, teamId, async (tx) => {
      const webhook = await lockWebhook(tx, teamId, id);
      if (webhook?.status !== 'active' || !webhook.failingSince) return;
      if (hasFailedTooLong(webhook.failingSince, now)) await disableWebhook(tx, webhook, 'silent', now);
    });
  return silent.length;
}
