import type { Database } from '../../../db/client.ts';
import { rewriteAll } from '../../../services/jobs/batches.ts';
import type { Keyring } from '../../../services/keys/keyring.ts';
import type { RotationDependencies } from '../../../services/keys/rotate-tokens.ts';
import {
  openAnswer,
  readKeyIdOfAnswer,
  SEALED_MARK,
  sealAnswer,
} from '../../../services/keys/sealed-answers.ts';
import {
  listAnswersUnderAnotherKey,
  listWebhooksUnderAnotherKey,
  lockAnswer,
  updateAnswer,
} from '../db/queries/secret-keys.ts';
import { lockWebhook, updateWebhook } from '../db/queries/webhooks.ts';
import { resealWebhookSecrets } from './secrets.ts';

/** Also stored answers that show a secret. Returns how many of both. */
export async function rotateWebhookSecretKeys({ db, keyring }: RotationDependencies): Promise<number> {
  const webhooks = await rewriteAll(
    (limit) => listWebhooksUnderAnotherKey(db, keyring.currentKeyId, limit),
    ({ teamId, id }) =>
      db.transaction(async (tx) => {
        const webhook = await lockWebhook(tx, teamId, id);
        if (webhook) await updateWebhook(tx, teamId, id, resealWebhookSecrets(keyring, webhook));
      }),
  );
  const answers = await rewriteAll(
    (limit) => listAnswersUnderAnotherKey(db, SEALED_MARK, keyring.currentKeyId, limit),
    ({ teamId, key }) => rotateAnswer(db, keyring, teamId, key),
  );
  return webhooks + answers;
}

export const hasWebhookSecretsUnderAnotherKey = async ({
  db,
  keyring,
}: RotationDependencies): Promise<boolean> =>
  (await listWebhooksUnderAnotherKey(db, keyring.currentKeyId, 1)).length > 0;

/** An answer whose key is no longer known is dropped, because nobody could read it again. */
function rotateAnswer(db: Database, keyring: Keyring, teamId: number, key: string): Promise<void> {
  return db.transaction(async (tx) => {
    const stored = await lockAnswer(tx, teamId, key);
    if (stored?.[0] !== SEALED_MARK) return;
    const isReadable = keyring.keyIds.includes(readKeyIdOfAnswer(stored));
    const body = isReadable
      ? sealAnswer(keyring, teamId, key, openAnswer(keyring, teamId, key, stored))
      : null;
    await updateAnswer(tx, teamId, key, body);
  });
}
