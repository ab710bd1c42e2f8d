import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { roles } from '../../schema/access.ts';
import { teams, tokens, tokenUses } from '../../schema/teams.ts';
import { isRoleOf } from '../people/roles.ts';
import { firstRow, isAnyOf } from '../statements.ts';
import { teamColumns } from './teams.ts';

/** Compares the team of both tables, so that a Citus cluster sends the statement to one node only. */
const lastUseOfToken = (teamId: number) =>
  and(eq(tokenUses.teamId, teamId), eq(tokenUses.tokenId, tokens.id));

const selectLiveTokens = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      hash: tokens.tokenHash,
      team: teamColumns,
      token: { id: tokens.id, name: tokens.name, access: tokens.access, role: tokens.role },
      isLimited: tokens.isLimited,
      /** Null for a role that is given. */
      rolePermissions: roles.permissions,
    })
    .from(tokens)
    .innerJoin(teams, eq(teams.id, tokens.teamId))
    .leftJoin(roles, isRoleOf(tokens))
    .where(and(condition, isNull(tokens.revokedAt)));

const selectTokensByHash = prepareQuery((db) =>
  selectLiveTokens(db, isAnyOf(tokens.tokenHash, sql.placeholder('hashes'))),
);
/**
 * One hash has a statement of its own, because PostgreSQL reuses its plan, but plans one for several hashes
 * each time.
 */
const selectTokenByHash = prepareQuery((db) =>
  selectLiveTokens(db, eq(tokens.tokenHash, sql.placeholder('hash'))),
);

/** For each request with a token. */
export function findTokensByHash(db: Executor, hashes: readonly string[]) {
  const [hash, ...others] = hashes;
  return hash !== undefined && others.length === 0
    ? selectTokenByHash(db, { hash })
    : selectTokensByHash(db, { hashes });
}

/** The tokens that have made others. */
const makers = alias(tokens, 'makers');

const shownTokenColumns = {
  id: tokens.id,
  name: tokens.name,
  access: tokens.access,
  role: tokens.role,
  isLimited: tokens.isLimited,
  createdByEmail: tokens.createdByEmail,
  createdByName: tokens.createdByName,
  madeByTokenName: makers.name,
  createdAt: tokens.createdAt,
  lastUsedAt: tokenUses.lastUsedAt,
};

const selectTokens = (db: Executor, teamId: number) =>
  db
    .select(shownTokenColumns)
    .from(tokens)
    .leftJoin(tokenUses, lastUseOfToken(teamId))
    .leftJoin(makers, and(eq(makers.teamId, tokens.teamId), eq(makers.id, tokens.madeByTokenId)));

export const listTokens = (db: Executor, teamId: number) =>
  selectTokens(db, teamId).where(isLiveTokenOfTeam(teamId)).orderBy(asc(tokens.name));

/** A name is unique among the live tokens of its team. */
export type TokenNameOrId = string | { id: string };

const isLiveTokenOfTeam = (teamId: number) => and(eq(tokens.teamId, teamId), isNull(tokens.revokedAt));
const isLiveTokenWithKey = (teamId: number, key: TokenNameOrId) =>
  and(isLiveTokenOfTeam(teamId), typeof key === 'string' ? eq(tokens.name, key) : eq(tokens.id, key.id));

export const findToken = (db: Executor, teamId: number, key: TokenNameOrId) =>
  firstRow(selectTokens(db, teamId).where(isLiveTokenWithKey(teamId, key)));

/** For showing the token again. */
export function findSealedToken(db: Executor, teamId: number, key: TokenNameOrId) {
  const { id, name, role, isLimited, ciphertext, keyId } = tokens;
  return firstRow(
    db
      .select({ id, name, role, isLimited, ciphertext, keyId })
      .from(tokens)
      .where(isLiveTokenWithKey(teamId, key)),
  );
}

export type TokenRecord = typeof tokens.$inferSelect;
export type NewToken = Omit<TokenRecord, 'teamId' | 'revokedAt'>;

export const countLiveTokens = (db: Executor, teamId: number): Promise<number> =>
  db.$count(tokens, isLiveTokenOfTeam(teamId));

export const insertToken = (db: Executor, teamId: number, token: NewToken) =>
  db.insert(tokens).values({ teamId, ...token });

/** Live tokens that the token has made. */
export const listMadeTokens = (db: Executor, teamId: number, madeByTokenId: string) =>
  db
    .select({ id: tokens.id, name: tokens.name })
    .from(tokens)
    .where(and(isLiveTokenOfTeam(teamId), eq(tokens.madeByTokenId, madeByTokenId)))
    .orderBy(asc(tokens.name));

/** Also deletes the encrypted secrets. */
export const revokeTokens = (db: Executor, teamId: number, ids: readonly string[], now: Date) =>
  db
    .update(tokens)
    .set({ revokedAt: now, ciphertext: null })
    .where(and(isLiveTokenOfTeam(teamId), isAnyOf(tokens.id, ids)));

export async function listTokenKeyIdsOfAnyTeam(db: Executor): Promise<string[]> {
  const rows = await db.selectDistinct({ keyId: tokens.keyId }).from(tokens).where(isNull(tokens.revokedAt));
  return rows.map((row) => row.keyId);
}
