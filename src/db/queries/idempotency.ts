import { and, eq, lt, lte, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../client.ts';
import { idempotencyRecords } from '../schema/idempotency.ts';

/**
 * Takes an idempotency key for this transaction, over a record from before `expiredBefore` too; false where the key
 * has a live record. Waits for another transaction that holds the key, which is how two at once follow each other.
 */
export async function claimIdempotencyKey(
  tx: Transaction,
  teamId: number,
  key: string,
  requestHash: string,
  now: Date,
  expiredBefore: Date,
): Promise<boolean> {
  const empty = { requestHash, responseStatus: 0, responseBody: '', createdAt: now };
  const claimed = await tx
    .insert(idempotencyRecords)
    .values({ teamId, idempotencyKey: key, ...empty })
    .onConflictDoUpdate({
      target: [idempotencyRecords.teamId, idempotencyRecords.idempotencyKey],
      set: empty,
      setWhere: lte(idempotencyRecords.createdAt, expiredBefore),
    })
    .returning({ key: idempotencyRecords.idempotencyKey });
  return claimed.length > 0;
}

export async function findIdempotencyRecord(tx: Transaction, teamId: number, key: string) {
  const [row] = await tx
    .select({
      requestHash: idempotencyRecords.requestHash,
      status: idempotencyRecords.responseStatus,
      body: idempotencyRecords.responseBody,
    })
    .from(idempotencyRecords)
    .where(and(eq(idempotencyRecords.teamId, teamId), eq(idempotencyRecords.idempotencyKey, key)));
  return row ?? null;
}

/** Stores the answer in the transaction of its effect. */
export async function storeIdempotentAnswer(
  tx: Transaction,
  teamId: number,
  key: string,
  answer: { status: number; body: string },
): Promise<void> {
  await tx
    .update(idempotencyRecords)
    .set({ responseStatus: answer.status, responseBody: answer.body })
    .where(and(eq(idempotencyRecords.teamId, teamId), eq(idempotencyRecords.idempotencyKey, key)));
}

/** Forgets records of any team that have expired, so many at a time. */
export async function deleteExpiredIdempotencyRecordsOfAnyTeam(
  db: Executor,
  expiredBefore: Date,
  limit: number,
): Promise<number> {
  const expired = db
    .select({ teamId: idempotencyRecords.teamId, key: idempotencyRecords.idempotencyKey })
    .from(idempotencyRecords)
    .where(lt(idempotencyRecords.createdAt, expiredBefore))
    .limit(limit)
    .as('expired');
  const { rowCount } = await db.execute(
    sql`delete from ${idempotencyRecords} using ${expired}
      where ${idempotencyRecords.teamId} = ${expired.teamId} and ${idempotencyRecords.idempotencyKey} = ${expired.key}
        and ${idempotencyRecords.createdAt} < ${expiredBefore.toISOString()}`,
  );
  return rowCount ?? 0;
}
