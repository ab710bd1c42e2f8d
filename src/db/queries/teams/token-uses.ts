import { sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { tokenUses } from '../../schema/teams.ts';
import { firstRow, matches } from '../statements.ts';

export type TokenUse = { teamId: number; tokenId: string; usedAt: Date };

/** For each token at most once in `everySeconds`. Returns the ids of the tokens that were stored. */
export async function upsertTokenUses(
  db: Executor,
  teamId: number,
  uses: readonly TokenUse[],
  everySeconds: number,
): Promise<Set<string>> {
  const rows = await db
    .insert(tokenUses)
    .values(uses.map(({ tokenId, usedAt }) => ({ teamId, tokenId, lastUsedAt: usedAt })))
    .onConflictDoUpdate({
      target: [tokenUses.teamId, tokenUses.tokenId],
      set: { lastUsedAt: sql`excluded.last_used_at` },
      setWhere: sql`excluded.last_used_at - ${tokenUses.lastUsedAt} >= make_interval(secs => ${everySeconds})`,
    })
    .returning({ tokenId: tokenUses.tokenId });
  return new Set(rows.map((row) => row.tokenId));
}

export const findTokenUse = async (db: Executor, teamId: number, tokenId: string) =>
  (await firstRow(db.select().from(tokenUses).where(matches(tokenUses, { teamId, tokenId }))))?.lastUsedAt ??
  null;
