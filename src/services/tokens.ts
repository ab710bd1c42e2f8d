import { randomBytes } from 'node:crypto';
import type { Database } from '../db/client.ts';
import { lockTeam } from '../db/queries/teams.ts';
import {
  countLiveTokens,
  findSealedToken,
  findToken,
  insertToken,
  listTokens,
  revokeToken,
  type TokenKey,
} from '../db/queries/tokens.ts';
import { inTransaction } from '../db/transaction.ts';
import { MAX_LIVE_TOKENS } from '../domain/limits.ts';
import { TOKEN_BYTES, tokenFromBytes } from '../domain/token.ts';
import type { TokenScope } from '../domain/vocabulary.ts';
import type { Clock } from './clock.ts';
import type { Keyring } from './keyring.ts';
import { newId } from './new-id.ts';

export type Creator = { email: string; name: string };
export type CreateTokenRefusal = 'name_taken' | 'too_many';

export type TokenService = ReturnType<typeof createTokenService>;

type Dependencies = { db: Database; clock: Clock; keyring: Keyring };

/** A team's API tokens: made, listed, shown again and revoked (contract, section 10). */
export function createTokenService({ db, clock, keyring }: Dependencies) {
  return {
    /** Makes a token; `createdBy` is null where an operator made it. Names are unique among a team's live tokens. */
    createToken(
      teamId: number,
      { name, scope, createdBy }: { name: string; scope: TokenScope; createdBy: Creator | null },
    ): Promise<{ ok: true; id: string; token: string } | { ok: false; reason: CreateTokenRefusal }> {
      const token = tokenFromBytes(randomBytes(TOKEN_BYTES));
      const id = newId();
      return inTransaction(db, async (tx) => {
        await lockTeam(tx, teamId);
        if (await findSealedToken(tx, teamId, name)) return { ok: false, reason: 'name_taken' };
        if ((await countLiveTokens(tx, teamId)) >= MAX_LIVE_TOKENS) return { ok: false, reason: 'too_many' };
        await insertToken(tx, teamId, {
          ...storedForm(keyring, { teamId, tokenId: id }, token),
          name,
          scope,
          createdByEmail: createdBy?.email ?? null,
          createdByName: createdBy?.name ?? null,
          createdAt: clock(),
        });
        return { ok: true, id, token };
      });
    },

    /** The team's live tokens by name, without the tokens themselves. */
    listTokens: (teamId: number) => listTokens(db, teamId),

    /** One of the team's live tokens, by name or id, without the token itself; null where there is none. */
    findToken: (teamId: number, key: TokenKey) => findToken(db, teamId, key),

    /** The live token of that name or id, in the clear; null where there is none. */
    async showToken(teamId: number, key: TokenKey): Promise<string | null> {
      const sealed = await findSealedToken(db, teamId, key);
      if (!sealed?.ciphertext) return null;
      return keyring.open(sealed.ciphertext, sealed.keyId, { teamId, tokenId: sealed.id });
    },

    /** Revokes the live token of that name or id; false where there is none. */
    revokeToken: (teamId: number, key: TokenKey): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        // As everything that writes tokens does, or a revocation and a change of the key may wait for each other.
        await lockTeam(tx, teamId);
        return revokeToken(tx, teamId, key, clock());
      }),
  };
}

/** A token as it is stored: a hash to find it by and a ciphertext to show it from, both under the current key. */
export function storedForm(keyring: Keyring, row: { teamId: number; tokenId: string }, token: string) {
  return {
    id: row.tokenId,
    tokenHash: keyring.hash(token),
    ciphertext: keyring.seal(token, row),
    keyId: keyring.currentKeyId,
  };
}
