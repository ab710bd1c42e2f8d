import type { Database } from '../../db/client.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import {
  findNextTeamUnderAnotherKey,
  listTokensUnderAnotherKey,
  updateTokenKeys,
} from '../../db/queries/teams/token-keys.ts';
import { buildStoredToken } from '../tokens/tokens.ts';
import type { Keyring } from './keyring.ts';

export type RotationDependencies = { db: Database; keyring: Keyring };

type Rotation = {
  rewritten: number;
  /** No key can decrypt these tokens, which stay as they are. */
  unreadable: { teamSlug: string; name: string }[];
};

/**
 * Each team has its own transaction, under the lock that creating tokens takes too. An interrupted rotation
 * can be continued, and several at once share the work.
 */
export async function reencryptTokens({ db, keyring }: RotationDependencies): Promise<Rotation> {
  let rewritten = 0;
  for (;;) {
    const pass = await rotateOnce(db, keyring);
    rewritten += pass.rewritten;
    // A server that still runs with an earlier key may have stored new tokens with it.
    if (pass.rewritten === 0) return { rewritten, unreadable: pass.unreadable };
  }
}

export const hasTokensUnderAnotherKey = async ({ db, keyring }: RotationDependencies): Promise<boolean> =>
  (await findNextTeamUnderAnotherKey(db, keyring.currentKeyId, 0)) !== null;

async function rotateOnce(db: Database, keyring: Keyring): Promise<Rotation> {
  const rotation: Rotation = { rewritten: 0, unreadable: [] };
  let teamId = await findNextTeamUnderAnotherKey(db, keyring.currentKeyId, 0);
  while (teamId !== null) {
    const { rewritten, unreadable } = await rotateTeam(db, keyring, teamId);
    rotation.rewritten += rewritten;
    rotation.unreadable.push(...unreadable);
    teamId = await findNextTeamUnderAnotherKey(db, keyring.currentKeyId, teamId);
  }
  return rotation;
}

function rotateTeam(db: Database, keyring: Keyring, teamId: number): Promise<Rotation> {
  return db.transaction(async (tx) => {
    await lockTeam(tx, teamId);
    const unreadable: Rotation['unreadable'] = [];
    const forms = [];
    for (const token of await listTokensUnderAnotherKey(tx, teamId, keyring.currentKeyId)) {
      const row = { teamId, tokenId: token.id };
      const text = openToken(keyring, token, row);
      if (text === null) unreadable.push({ teamSlug: token.teamSlug, name: token.name });
      else forms.push(buildStoredToken(keyring, row, text));
    }
    return { rewritten: await updateTokenKeys(tx, teamId, forms), unreadable };
  });
}

function openToken(
  keyring: Keyring,
  { ciphertext, keyId }: { ciphertext: string | null; keyId: string },
  row: { teamId: number; tokenId: string },
): string | null {
  try {
    return ciphertext === null ? null : keyring.open(ciphertext, keyId, row);
  } catch {
    return null;
  }
}
