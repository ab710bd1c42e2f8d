import { sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { idempotencyRecords } from '../../schema/idempotency.ts';
import { firstRow, matches, placeholders } from '../statements.ts';

/** The stored status of an idempotency key whose request is still running. */
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
 * Marks an idempotency key as used by this transaction. An expired record of the same idempotency key (older
 * than `expiredBefore`) is replaced. Returns false if the idempotency key was already used and has not
 * expired. If another transaction is using the same idempotency key, this one waits, so that two equal
 * requests run one after the other.
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

/**
 * Deletes the record of an idempotency key whose answer is not stored, so that the request may be repeated.
 */
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
 * Stores the answer to a write in the same transaction as the write itself. If the answer's body is too
 * large, only its status is stored: the answer cannot be repeated, but the idempotency key stays used.
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
