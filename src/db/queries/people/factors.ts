/** Each statement names one account, the person's id, because the tables are spread by it. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { factorSteps, recoveryCodes } from '../../schema/second-factors.ts';
import { people } from '../../schema/teams.ts';

type FactorKey = { account: string; factorId: string };

/** Closes the step and all earlier ones. Returns false if it was closed before, in whatever process. */
export async function closeFactorStep(tx: Transaction, key: FactorKey, step: number): Promise<boolean> {
  const closed = await tx
    .insert(factorSteps)
    .values({ ...key, lastStep: step })
    .onConflictDoUpdate({
      target: [factorSteps.account, factorSteps.factorId],
      set: { lastStep: step },
      setWhere: lt(factorSteps.lastStep, step),
    });
  return (closed.rowCount ?? 0) > 0;
}

export const deleteFactorStep = (tx: Transaction, { account, factorId }: FactorKey) =>
  tx.delete(factorSteps).where(and(eq(factorSteps.account, account), eq(factorSteps.factorId, factorId)));

export const deleteFactorSteps = (tx: Transaction, account: string) =>
  tx.delete(factorSteps).where(eq(factorSteps.account, account));

/** All earlier ones end. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  account: string,
  hashes: readonly string[],
): Promise<void> {
  await deleteRecoveryCodes(tx, account);
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ account, codeHash, usedAt: null })));
}

export const deleteRecoveryCodes = (tx: Transaction, account: string) =>
  tx.delete(recoveryCodes).where(eq(recoveryCodes.account, account));

/** Returns false if there is no such code, or it was used before. */
export async function useRecoveryCode(
  tx: Transaction,
  account: string,
  codeHash: string,
  usedAt: Date,
): Promise<boolean> {
  const isUnused = and(
    eq(recoveryCodes.account, account),
    eq(recoveryCodes.codeHash, codeHash),
    isNull(recoveryCodes.usedAt),
  );
  return ((await tx.update(recoveryCodes).set({ usedAt }).where(isUnused)).rowCount ?? 0) > 0;
}

export const countUnusedRecoveryCodes = (db: Executor, account: string): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.account, account), isNull(recoveryCodes.usedAt)));

/** For changing the encryption key. */
export const listPeopleWithFactorsUnderAnotherKey = (db: Executor, keyId: string, limit: number) =>
  db
    .select({ id: people.id })
    .from(people)
    .where(
      sql`exists (select from jsonb_array_elements(${people.factors}) factor where factor ->> 'keyId' <> ${keyId})`,
    )
    .limit(limit);

/** By the whole row, because a server also starts where the migration that adds the column is pending. */
export async function listFactorKeyIds(db: Executor): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct factor ->> 'keyId' as id
      from ${people}, jsonb_array_elements(to_jsonb(${people}) -> 'factors') factor`,
  );
  return rows.map(({ id }) => id);
}
