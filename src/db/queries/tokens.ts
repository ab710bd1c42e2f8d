import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { TokenScope } from '../../domain/vocabulary.ts';
import type { Executor } from '../client.ts';
import { preparedByValues } from '../prepared.ts';
import { teams, tokens } from '../schema/teams.ts';
import { tokenUses } from '../schema/token-uses.ts';

/** Names the team for both tables: on a cluster the statement then goes to the node of that team alone. */
const lastUseOfToken = (teamId: number) =>
  and(eq(tokenUses.teamId, teamId), eq(tokenUses.tokenId, tokens.id));

/** The live tokens with these hashes, each with its hash and its team: the look-up of every request that bears a token. */
export const findTokensByHash = preparedByValues((db, hashes) =>
  db
    .select({
      hash: tokens.tokenHash,
      team: {
        id: teams.id,
        slug: teams.slug,
        name: teams.name,
        enforceTokenScope: teams.enforceTokenScope,
        depositPpm: teams.depositPpm,
        balanceDueDays: teams.balanceDueDays,
      },
      token: {
        id: tokens.id,
        name: tokens.name,
        scope: tokens.scope,
      },
    })
    .from(tokens)
    .innerJoin(teams, eq(teams.id, tokens.teamId))
    .where(and(inArray(tokens.tokenHash, hashes), isNull(tokens.revokedAt))),
);

const shownColumns = {
  id: tokens.id,
  name: tokens.name,
  scope: tokens.scope,
  createdByName: tokens.createdByName,
  createdAt: tokens.createdAt,
  lastUsedAt: tokenUses.lastUsedAt,
};

/** A team's live tokens by name, without anything secret. */
export function listTokens(db: Executor, teamId: number) {
  return db
    .select(shownColumns)
    .from(tokens)
    .leftJoin(tokenUses, lastUseOfToken(teamId))
    .where(and(eq(tokens.teamId, teamId), isNull(tokens.revokedAt)))
    .orderBy(asc(tokens.name));
}

/** What a live token is called by: its name, which is unique in its team, or its id. */
export type TokenKey = string | { id: string };

const isLiveToken = (teamId: number, key: TokenKey) =>
  and(
    eq(tokens.teamId, teamId),
    typeof key === 'string' ? eq(tokens.name, key) : eq(tokens.id, key.id),
    isNull(tokens.revokedAt),
  );

/** One of a team's live tokens, without anything secret. */
export async function findToken(db: Executor, teamId: number, key: TokenKey) {
  const [row] = await db
    .select(shownColumns)
    .from(tokens)
    .leftJoin(tokenUses, lastUseOfToken(teamId))
    .where(isLiveToken(teamId, key));
  return row ?? null;
}

/** A live token as it is stored, for showing it again. */
export async function findSealedToken(db: Executor, teamId: number, key: TokenKey) {
  const [row] = await db
    .select({ id: tokens.id, ciphertext: tokens.ciphertext, keyId: tokens.keyId })
    .from(tokens)
    .where(isLiveToken(teamId, key));
  return row ?? null;
}

export type NewToken = {
  id: string;
  name: string;
  scope: TokenScope;
  tokenHash: string;
  ciphertext: string;
  keyId: string;
  createdByEmail: string | null;
  createdByName: string | null;
  createdAt: Date;
};

export function countLiveTokens(db: Executor, teamId: number): Promise<number> {
  return db.$count(tokens, and(eq(tokens.teamId, teamId), isNull(tokens.revokedAt)));
}

export async function insertToken(db: Executor, teamId: number, token: NewToken): Promise<void> {
  await db.insert(tokens).values({ teamId, ...token });
}

/** Revokes a live token and forgets its ciphertext; false where the team has none of that key. */
export async function revokeToken(db: Executor, teamId: number, key: TokenKey, now: Date): Promise<boolean> {
  const revoked = await db
    .update(tokens)
    .set({ revokedAt: now, ciphertext: null })
    .where(isLiveToken(teamId, key))
    .returning({ id: tokens.id });
  return revoked.length > 0;
}

/** The ids of the keys that live tokens of any team were written with. */
export async function listKeyIdsOfAnyTeam(db: Executor): Promise<string[]> {
  const rows = await db.selectDistinct({ keyId: tokens.keyId }).from(tokens).where(isNull(tokens.revokedAt));
  return rows.map((row) => row.keyId);
}
