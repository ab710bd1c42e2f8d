/** For changing the encryption key: live tokens that were encrypted with another key. */
import { and, asc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { teams, tokens } from '../../schema/teams.ts';
import { updateRows } from '../bulk.ts';
import { firstRow } from '../statements.ts';

const isUnderAnotherKey = (keyId: string) => and(isNull(tokens.revokedAt), ne(tokens.keyId, keyId));

export async function findNextTeamUnderAnotherKey(db: Executor, keyId: string, afterTeamId: number) {
  const { teamId } = tokens;
  const isNext = and(isUnderAnotherKey(keyId), gt(teamId, afterTeamId));
  const next = db.select({ teamId }).from(tokens).where(isNext).orderBy(asc(teamId)).limit(1);
  return (await firstRow(next))?.teamId ?? null;
}

/** At most 500. */
export function listTokensUnderAnotherKey(tx: Transaction, teamId: number, keyId: string) {
  return tx
    .select({
      id: tokens.id,
      name: tokens.name,
      teamSlug: teams.slug,
      ciphertext: tokens.ciphertext,
      keyId: tokens.keyId,
    })
    .from(tokens)
    .innerJoin(teams, eq(teams.id, tokens.teamId))
    .where(and(eq(tokens.teamId, teamId), isUnderAnotherKey(keyId)));
}

type RewrittenToken = { id: string; tokenHash: string; ciphertext: string; keyId: string };

/** Returns how many. Tokens that were revoked since they were read are not changed. */
export async function updateTokenKeys(tx: Transaction, teamId: number, rewritten: readonly RewrittenToken[]) {
  if (rewritten.length === 0) return 0;
  const updated = await updateRows(tx, teamId, tokens, { rows: rewritten, where: isNull(tokens.revokedAt) });
  return updated.rowCount ?? 0;
}
