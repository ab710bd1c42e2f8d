/** For changing the encryption key of webhooks' secrets, and of stored answers with such a secret. */
import { ne, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { firstRow, matches } from '../../../../db/queries/statements.ts';
import { idempotencyRecords } from '../../../../db/schema/idempotency.ts';
import { webhooks } from '../schema/webhooks.ts';

export async function listSecretKeyIdsOfAnyTeam(db: Executor): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct key_id as id from ${webhooks}
      union select previous_key_id from ${webhooks} where previous_until > now()`,
  );
  return rows.map(({ id }) => id);
}

export const listWebhooksUnderAnotherKey = (db: Executor, keyId: string, limit: number) =>
  db
    .select({ teamId: webhooks.teamId, id: webhooks.id })
    .from(webhooks)
    .where(or(ne(webhooks.keyId, keyId), ne(webhooks.previousKeyId, keyId)))
    .limit(limit);

/** `mark` is the first byte of an encrypted answer. */
export const listAnswersUnderAnotherKey = (db: Executor, mark: number, keyId: string, limit: number) =>
  db
    .select({ teamId: idempotencyRecords.teamId, key: idempotencyRecords.idempotencyKey })
    .from(idempotencyRecords)
    .where(
      sql`length(response_body) > 16 and get_byte(response_body, 0) = ${mark}
        and substring(response_body from 2 for 16) <> ${Buffer.from(keyId)}`,
    )
    .limit(limit);

export async function lockAnswer(tx: Transaction, teamId: number, idempotencyKey: string) {
  const isAnswer = matches(idempotencyRecords, { teamId, idempotencyKey });
  const row = await firstRow(tx.select().from(idempotencyRecords).where(isAnswer).for('update'));
  return row?.responseBody ?? null;
}

export function updateAnswer(tx: Transaction, teamId: number, idempotencyKey: string, body: Buffer | null) {
  const isAnswer = matches(idempotencyRecords, { teamId, idempotencyKey });
  return tx.update(idempotencyRecords).set({ responseBody: body }).where(isAnswer);
}
