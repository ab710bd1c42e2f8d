import type { Database } from '../../db/client.ts';
import {
  listAnswersUnderAnotherKey,
  listWebhooksUnderAnotherKey,
  lockAnswer,
  updateAnswer,
} from '../../db/queries/teams/secret-keys.ts';
import { lockWebhook, updateWebhook } from '../../db/queries/webhooks/webhooks.ts';
import type { Keyring } from '../keys/keyring.ts';
import { openAnswer, readKeyId, SEALED_MARK, sealAnswer } from '../keys/sealed-answers.ts';
import { resealSecrets } from './secrets.ts';

const AT_ONCE = 100;

/**
 * Stores every webhook's secret, and every stored answer that shows one, under the current key. Each has its own
 * transaction, so an interrupted run can be continued. Returns how many were stored anew.
 */
export async function rotateSecretKeys(db: Database, keyring: Keyring): Promise<number> {
  let rewritten = 0;
  for (;;) {
    const webhooks = await listWebhooksUnderAnotherKey(db, keyring.currentKeyId, AT_ONCE);
    const answers = await listAnswersUnderAnotherKey(db, SEALED_MARK, keyring.currentKeyId, AT_ONCE);
    if (webhooks.length + answers.length === 0) return rewritten;
    for (const { teamId, id } of webhooks) {
      await db.transaction(async (tx) => {
        const webhook = await lockWebhook(tx, teamId, id);
        if (webhook) await updateWebhook(tx, teamId, id, resealSecrets(keyring, webhook));
      });
    }
    for (const { teamId, key } of answers) await rotateAnswer(db, keyring, teamId, key);
    rewritten += webhooks.length + answers.length;
  }
}

/** Whether a secret was encrypted with a key other than the current one. */
export const hasSecretsUnderAnotherKey = async (db: Database, keyring: Keyring): Promise<boolean> =>
  (await listWebhooksUnderAnotherKey(db, keyring.currentKeyId, 1)).length > 0;

/** An answer whose key is no longer known is dropped, because nobody could read it again. */
function rotateAnswer(db: Database, keyring: Keyring, teamId: number, key: string): Promise<void> {
  return db.transaction(async (tx) => {
    const stored = await lockAnswer(tx, teamId, key);
    if (stored?.[0] !== SEALED_MARK) return;
    const isReadable = keyring.keyIds.includes(readKeyId(stored));
    const body = isReadable
      ? sealAnswer(keyring, teamId, key, openAnswer(keyring, teamId, key, stored))
      : null;
    await updateAnswer(tx, teamId, key, body);
  });
}
