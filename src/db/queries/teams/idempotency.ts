import { sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { idempotencyRecords } from '../../schema/idempotency.ts';
import { firstRow, matches, placeholders } from '../statements.ts';

/** The request of the key is still running. */
const STATUS_UNDER_WAY = 0;

const insertKeyClaim = prepareQuery((db) => {
  const emptyRecord = {
    requestHash: sql`${sql.placeholder('requestHash')}`,
    responseStatus: STATUS_UNDER_WAY,
    responseBody: sql`''::bytea`,
    createdAt: sql`${sql.placeholder('now')}`,
  };
  return db
    .insert(idempotencyRecords)
    .values({
      teamId: sql`${sql.placeholder('teamId')}`,
      idempotencyKey: sql`${sql.placeholder('key')}`,
      ...emptyRecord,
    })
    .onConflictDoUpdate({
      target: [idempotencyRecords.teamId, idempotencyRecords.idempotencyKey],
      set: emptyRecord,
      setWhere: sql`${idempotencyRecords.createdAt} <= ${sql.placeholder('expiredBefore')}`,
    })
    .returning({ key: idempotencyRecords.idempotencyKey });
});

type IdempotencyKeyClaim = { key: string; requestHash: string; now: Date; expiredBefore: Date };

/**
 * Returns false if the key was already used and has not expired. A record from before `expiredBefore` is
 * replaced. Waits for another transaction with the same key, so that two equal requests run one after the
 * other.
 */
export async function claimIdempotencyKey(
  tx: Transaction,
  teamId: number,
  { key, requestHash, now, expiredBefore }: IdempotencyKeyClaim,
): Promise<boolean> {
  const times = { now: now.toISOString(), expiredBefore: expiredBefore.toISOString() };
  return (await insertKeyClaim(tx, { teamId, key, requestHash, ...times })).length > 0;
}

export async function findIdempotencyRecord(db: Executor, teamId: number, idempotencyKey: string) {
  const { createdAt, requestHash, responseStatus: status, responseBody: body } = idempotencyRecords;
  const row = await firstRow(
    db
      .select({ createdAt, requestHash, status, body })
      .from(idempotencyRecords)
      .where(matches(idempotencyRecords, { teamId, idempotencyKey })),
  );
  return row && { ...row, isUnderWay: row.status === STATUS_UNDER_WAY };
}

/** The key's answer is not stored, so the request may be repeated. */
export const releaseIdempotencyKey = (db: Executor, teamId: number, idempotencyKey: string) =>
  db
    .delete(idempotencyRecords)
    .where(matches(idempotencyRecords, { teamId, idempotencyKey, responseStatus: STATUS_UNDER_WAY }));

const updateStoredAnswer = prepareQuery((db) =>
  db
    .update(idempotencyRecords)
    .set({
      responseStatus: sql`${sql.placeholder('status')}`,
      responseBody: sql`${sql.placeholder('body')}`,
    })
    .where(matches(idempotencyRecords, placeholders('teamId', 'idempotencyKey'))),
);

/**
 * In the transaction of the write. Of a body that is too large only the status is stored: the answer cannot
 * be repeated, but the key stays used.
 */
export const storeIdempotentAnswer = (
  tx: Transaction,
  teamId: number,
  idempotencyKey: string,
  answer: { status: number; body: Buffer | null },
) => updateStoredAnswer(tx, { teamId, idempotencyKey, ...answer });

export async function deleteExpiredIdempotencyRecordsOfAnyTeam(
  db: Executor,
  expiredBefore: Date,
  limit: number,
): Promise<number> {
  const before = expiredBefore.toISOString();
  const deleted = await db.execute(sql`
    delete from idempotency_records where created_at < ${before} and (team_id, idempotency_key) in (
      select team_id, idempotency_key from idempotency_records where created_at < ${before} limit ${limit})`);
  return deleted.rowCount ?? 0;
}
