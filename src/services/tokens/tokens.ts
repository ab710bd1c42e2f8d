import { randomBytes } from 'node:crypto';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import {
  countLiveTokens,
  findSealedToken,
  insertToken,
  revokeToken as revokeStoredToken,
  findToken as selectToken,
  listTokens as selectTokens,
  type TokenNameOrId,
} from '../../db/queries/teams/tokens.ts';
import { MAX_LIVE_TOKENS } from '../../domain/limits.ts';
import { TOKEN_BYTES, toToken } from '../../domain/tokens/form.ts';
import type { TokenAccess } from '../../domain/vocabulary.ts';
import { Conflict, NotFound } from '../errors.ts';
import type { Keyring } from '../keys/keyring.ts';
import { newId } from '../new-id.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { ReadScope, SystemScope } from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';

/** By name. */
export const listTokens = ({ db, teamId }: ReadScope) => selectTokens(db, teamId);

type TokenCreator = { email: string; name: string };
export type NewToken = { id: string; token: string };

export const findToken = ({ db, teamId }: ReadScope, key: TokenNameOrId) => selectToken(db, teamId, key);

/** `createdBy` is null for an operator's token. Names are unique among the team's live tokens. */
export function createToken(
  scope: SystemScope,
  { keyring }: { keyring: Keyring },
  { name, access, createdBy }: { name: string; access: TokenAccess; createdBy: TokenCreator | null },
  options: WriteOptions<NewToken> = {},
): Promise<NewToken> {
  const token = toToken(randomBytes(TOKEN_BYTES));
  const id = newId();
  return write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    await lockTeam(tx, teamId);
    if (await findSealedToken(tx, teamId, name))
      throw new Conflict('name_taken', 'The team already has a token with this name.');
    if ((await countLiveTokens(tx, teamId)) >= MAX_LIVE_TOKENS)
      throw new Conflict('too_many', `A team has at most ${MAX_LIVE_TOKENS} tokens. Revoke one first.`);
    await insertToken(tx, teamId, {
      ...buildStoredToken(keyring, { teamId, tokenId: id }, token),
      name,
      access,
      createdByEmail: createdBy?.email ?? null,
      createdByName: createdBy?.name ?? null,
      createdAt: now,
    });
    await recordTeamEvent(scope, { type: 'token.created', data: { name } });
    return { id, token };
  });
}

/** Null if the team has no such token. */
export async function showToken(
  { db, teamId }: ReadScope,
  { keyring }: { keyring: Keyring },
  key: TokenNameOrId,
): Promise<string | null> {
  const sealed = await findSealedToken(db, teamId, key);
  if (!sealed?.ciphertext) return null;
  return keyring.open(sealed.ciphertext, sealed.keyId, { teamId, tokenId: sealed.id });
}

export const revokeToken = (
  scope: SystemScope,
  key: TokenNameOrId,
  options: WriteOptions<void> = {},
): Promise<void> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    // Every write on tokens locks the team first: otherwise it could deadlock with a rotation of keys.
    await lockTeam(tx, teamId);
    const name = await revokeStoredToken(tx, teamId, key, now);
    if (name === null) throw new NotFound();
    await recordTeamEvent(scope, { type: 'token.revoked', data: { name } });
  });

/**
 * A hash by which the token is found, and a ciphertext from which it can be shown again, made with the
 * current key.
 */
export function buildStoredToken(keyring: Keyring, row: { teamId: number; tokenId: string }, token: string) {
  return {
    id: row.tokenId,
    tokenHash: keyring.hash(token),
    ciphertext: keyring.seal(token, row),
    keyId: keyring.currentKeyId,
  };
}
