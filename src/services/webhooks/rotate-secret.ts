import { lockWebhook, updateWebhook } from '../../db/queries/webhooks/webhooks.ts';
import { NotFound } from '../errors.ts';
import type { Keyring } from '../keys/keyring.ts';
import { withSealedAnswer } from '../keys/sealed-answers.ts';
import { type WriteCall, type WriteDependencies, write } from '../write.ts';
import { buildRotatedSecret, createWebhookSecret } from './secrets.ts';

/** Makes a new secret. For a day, deliveries are also signed with the previous one. */
export const rotateWebhookSecret = (
  dependencies: WriteDependencies & { keyring: Keyring },
  call: WriteCall<string>,
  id: string,
): Promise<string> => {
  const { keyring } = dependencies;
  return write(dependencies, withSealedAnswer(keyring, call), async ({ tx, writer: { teamId }, now }) => {
    const webhook = await lockWebhook(tx, teamId, id);
    if (!webhook) throw new NotFound();
    const secret = createWebhookSecret();
    const changes = { ...buildRotatedSecret(keyring, webhook, secret, now), updatedAt: now };
    await updateWebhook(tx, teamId, id, changes);
    return secret;
  });
};
