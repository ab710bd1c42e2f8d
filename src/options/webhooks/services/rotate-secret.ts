import { recordAuditEntry } from '../../../services/access/audit.ts';
import { NotFound } from '../../../services/errors.ts';
import { withSealedAnswer } from '../../../services/keys/sealed-answers.ts';
import type { TeamScope } from '../../../services/team-scope.ts';
import { type WriteOptions, write } from '../../../services/write.ts';
import { lockWebhook, updateWebhook } from '../db/queries/webhooks.ts';
import { buildRotatedSecret, createWebhookSecret } from './secrets.ts';
import { toWebhookTarget } from './webhooks.ts';

/** For a day, deliveries are also signed with the previous secret. */
export const rotateWebhookSecret = (
  scope: TeamScope,
  id: string,
  options: WriteOptions<string> = {},
): Promise<string> => {
  const { keyring } = scope;
  return write(scope, withSealedAnswer(scope, options), async (scope) => {
    const { tx, teamId, now } = scope;
    const webhook = await lockWebhook(tx, teamId, id);
    if (!webhook) throw new NotFound();
    const secret = createWebhookSecret();
    const changes = { ...buildRotatedSecret(keyring, webhook, secret, now), updatedAt: now };
    await updateWebhook(tx, teamId, id, changes);
    const target = toWebhookTarget(webhook);
    await recordAuditEntry(scope, { action: 'webhook_changed', target, details: { changed: ['secret'] } });
    return secret;
  });
};
