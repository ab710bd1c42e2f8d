import { MAX_WEBHOOK_REPLAYS_PER_HOUR } from '../../../domain/limits.ts';
import { Invalid, NotFound, TooManyRequests } from '../../../services/errors.ts';
import type { FieldMessage } from '../../../services/field-messages.ts';
import type { TeamScope } from '../../../services/team-scope.ts';
import { type WriteOptions, write } from '../../../services/write.ts';
import {
  addBacklogToWebhook,
  deletePendingAfter,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
} from '../db/queries/webhooks.ts';

const HOUR_MS = 3_600_000;
const POSITION_NOT_REACHED: FieldMessage = {
  code: 'too_large',
  predicate: 'must not be after the position that the webhook has reached.',
};

/**
 * Every event after the position is delivered again, by a new delivery. Deliveries up to it stay pending: the
 * process that makes one now can no longer store its outcome, so it is tried again.
 */
export const replayWebhook = (
  scope: TeamScope,
  id: string,
  after: number,
  options: WriteOptions<WebhookRow> = {},
): Promise<WebhookRow> =>
  write(scope, options, async ({ tx, teamId, now }) => {
    const webhook = await lockWebhook(tx, teamId, id);
    if (!webhook) throw new NotFound();
    if (after > webhook.position) throw new Invalid({ after: [POSITION_NOT_REACHED] });
    const recent = (webhook.replayedAt ?? []).filter((at) => Date.parse(at) > now.getTime() - HOUR_MS);
    refuseTooMany(recent, now);
    const changes = {
      position: after,
      round: webhook.round + 1,
      replayedAt: [...recent, now.toISOString()],
      updatedAt: now,
    };
    await deletePendingAfter(tx, teamId, id, after);
    await updateWebhook(tx, teamId, id, changes);
    return addBacklogToWebhook(tx, { ...webhook, ...changes });
  });

/** `recent` has the replays of the last hour, oldest first. */
function refuseTooMany(recent: readonly string[], now: Date): void {
  const [first] = recent.slice(-MAX_WEBHOOK_REPLAYS_PER_HOUR);
  if (first === undefined || recent.length < MAX_WEBHOOK_REPLAYS_PER_HOUR) return;
  const retryAfterSeconds = Math.ceil((Date.parse(first) + HOUR_MS - now.getTime()) / 1_000);
  throw new TooManyRequests(
    `A webhook can be replayed ${MAX_WEBHOOK_REPLAYS_PER_HOUR} times an hour.`,
    retryAfterSeconds,
  );
}
