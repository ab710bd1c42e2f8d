/** The queries for changing the key: finding the live tokens that another key wrote, and storing them again. */
import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { teams, tokens } from '../../schema/teams.ts';

const isUnderAnotherKey = (keyId: string) => and(isNull(tokens.revokedAt), ne(tokens.keyId, keyId));

/** The first team after `afterTeamId` that has a live token written with another key, or null. */
export async function findNextTeamUnderAnotherKey(db: Executor, keyId: string, afterTeamId: number) {
  const [row] = await db
    .select({ teamId: tokens.teamId })
    .from(tokens)
    .where(and(isUnderAnotherKey(keyId), gt(tokens.teamId, afterTeamId)))
    .orderBy(asc(tokens.teamId))
    .limit(1);
  return row?.teamId ?? null;
}

/** A team's live tokens written with another key. A team has at most 500 live tokens. */
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

export type RewrittenToken = { id: string; tokenHash: string; ciphertext: string; keyId: string };

/** Stores a team's tokens as the new key wrote them, and returns how many. A token revoked meanwhile is left alone. */
export async function updateTokenKeys(
  tx: Transaction,
  teamId: number,
  rewritten: readonly RewrittenToken[],
): Promise<number> {
  if (rewritten.length === 0) return 0;
  const rows = rewritten.map(({ id, tokenHash, ciphertext, keyId }) => ({
    id,
    token_hash: tokenHash,
    ciphertext,
    key_id: keyId,
  }));
  const updated = await tx.execute(sql`
    update ${tokens} set token_hash = made.token_hash, ciphertext = made.ciphertext, key_id = made.key_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made (id uuid, token_hash text, ciphertext text, key_id text)
    where ${tokens.teamId} = ${teamId} and ${tokens.id} = made.id and ${tokens.revokedAt} is null`);
  return updated.rowCount ?? 0;
}
