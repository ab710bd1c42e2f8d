import type { Database } from '../db/client.ts';
import { findTokenUse, type TokenUse, upsertTokenUses } from '../db/queries/token-uses.ts';

/** A token's last use is written at most this often. */
const EVERY_SECONDS = 60;
const FLUSH_AFTER_MS = 500;
/** Past this the token whose stored use was learnt first is forgotten. */
const MAX_KNOWN = 20_000;

export type TokenUses = ReturnType<typeof createTokenUses>;
type OneToken = { teamId: number; tokenId: string };

/**
 * Notes when tokens were last used, off the requests' path: uses are gathered, one for each token, and written a moment
 * later. A use that cannot be written is dropped; the token's next use comes soon enough.
 *
 * What is stored is remembered. For a minute from a stored use no process writes a later one, so until then the memory
 * cannot be wrong, whichever process has written it.
 */
export function createTokenUses(db: Database, onError: (error: unknown) => void) {
  const known = new Map<string, Date>();
  let gathered = new Map<string, TokenUse>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function learn({ tokenId }: OneToken, usedAt: Date): void {
    known.delete(tokenId);
    known.set(tokenId, usedAt);
    const [first] = known.keys();
    if (known.size > MAX_KNOWN && first !== undefined) known.delete(first);
  }

  /** The stored last use, if it is certain that there is no later one. */
  function certainUse({ tokenId }: OneToken, now: Date): Date | null {
    const usedAt = known.get(tokenId);
    return usedAt && now.getTime() - usedAt.getTime() < EVERY_SECONDS * 1_000 ? usedAt : null;
  }

  /** A team at a time: on a cluster one statement then goes to one node, and a node that is away costs no other team its uses. */
  async function write(uses: readonly TokenUse[]): Promise<void> {
    for (const [teamId, ofTeam] of Map.groupBy(uses, (use) => use.teamId)) {
      try {
        const written = await upsertTokenUses(db, teamId, ofTeam, EVERY_SECONDS);
        for (const use of ofTeam) if (written.has(use.tokenId)) learn(use, use.usedAt);
      } catch (error) {
        onError(error);
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Always in one order, so that two processes never wait for each other's rows crosswise.
    const uses = [...gathered.values()].sort((a, b) => (a.tokenId < b.tokenId ? -1 : 1));
    gathered = new Map();
    writing = writing.then(() => write(uses));
    return writing;
  }

  return {
    /** Takes note of a use, unless the stored one is recent enough. */
    record(use: TokenUse): void {
      if (certainUse(use, use.usedAt)) return;
      gathered.set(use.tokenId, use);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
    },

    /** The last use that is stored; null if there is none yet. Costs a statement for each token once a minute. */
    async find(token: OneToken, now: Date): Promise<Date | null> {
      const certain = certainUse(token, now);
      if (certain) return certain;
      const stored = await findTokenUse(db, token.teamId, token.tokenId);
      if (stored) learn(token, stored);
      return stored;
    },

    /** Writes what is gathered; for a server that stops. */
    flush,
  };
}
