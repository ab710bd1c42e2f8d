import { NotFound } from '../../../services/errors.ts';
import { withSealedAnswer } from '../../../services/keys/sealed-answers.ts';
import type { TeamScope } from '../../../services/team-scope.ts';
import { type WriteOptions, write } from '../../../services/write.ts';
import { lockWebhook, updateWebhook } from '../db/queries/webhooks.ts';
import { buildRotatedSecret, createWebhookSecret } from './secrets.ts';

/** For a day, deliveries are also signed with the previous secret. */
export const rotateWebhookSecret = (
  scope: TeamScope,
  id: string,
  options: WriteOptions<string> = {},
): Promise<string> => {
  const { keyring } = scope;
  return write(scope, withSealedAnswer(scope, options), async ({ tx, teamId, now }) => {
    const webhook = await lockWebhook(tx, teamId, id);
    if (!webhook) throw new NotFound();
    const secret = createWebhookSecret();
    const changes = { ...buildRotatedSecret(keyring, webhook, secret, now), updatedAt: now };
    await updateWebhook(tx, teamId, id, changes);
    return secret;
  });
};
