import { recordAuditEntry } from '../../../services/access/audit.ts';
import { recordTeamEvent } from '../../../services/team-events.ts';
import {
  createSystemScope,
  type SystemDependencies,
  type SystemScope,
  type WriteScope,
} from '../../../services/team-scope.ts';
import { write } from '../../../services/write.ts';
import { listFailingWebhooksOfAnyTeam } from '../db/queries/leases.ts';
import { lockWebhook, updateWebhook, type WebhookRecord } from '../db/queries/webhooks.ts';
import { DISABLED_AFTER_MS } from './retries.ts';
import { toWebhookTarget } from './webhooks.ts';

const REASONS = {
  gone: 'The receiver answered 410: it wants nothing more.',
  silent: 'Nothing was delivered for five days.',
};

export const hasFailedTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= DISABLED_AFTER_MS;

/** Returns the columns that change, with an event. The webhook is locked. */
export async function disableWebhook(
  scope: WriteScope<SystemScope>,
  webhook: WebhookRecord,
  reason: keyof typeof REASONS,
): Promise<Pick<WebhookRecord, 'status' | 'disabledReason' | 'updatedAt'>> {
  const { tx, teamId, now } = scope;
  const { id } = webhook;
  const changes = { status: 'disabled', disabledReason: REASONS[reason], updatedAt: now } as const;
  await updateWebhook(tx, teamId, id, changes);
  await recordTeamEvent(scope, { type: 'webhook.disabled', data: { webhook_id: id } });
  const target = toWebhookTarget(webhook);
  await recordAuditEntry(scope, { action: 'webhook_changed', target, details: { changed: ['status'] } });
  return changes;
}

/**
 * Webhooks of any team that have failed for five days without a success, also if nothing more is tried
 * because nothing more happens (docs/rules.md, 17.5). Returns how many.
 */
export async function disableSilentWebhooks(dependencies: SystemDependencies): Promise<number> {
  const { db, clock } = dependencies;
  const since = new Date(clock().getTime() - DISABLED_AFTER_MS);
  const silent = await listFailingWebhooksOfAnyTeam(db, since);
  for (const { teamId, id } of silent)
    await write(createSystemScope(dependencies, teamId), {}, async (scope) => {
      const webhook = await lockWebhook(scope.tx, teamId, id);
      if (webhook?.status !== 'active' || !webhook.failingSince) return;
      if (hasFailedTooLong(webhook.failingSince, scope.now)) await disableWebhook(scope, webhook, 'silent');
    });
  return silent.length;
}
