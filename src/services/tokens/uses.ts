import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/client.ts';
import { findTokenUse, type TokenUse, upsertTokenUses } from '../../db/queries/teams/token-uses.ts';

/** A token's last use is stored at most this often. */
const EVERY_SECONDS = 60;
const FLUSH_AFTER_MS = 500;
/** The maximum number of tokens whose last use is cached in memory. */
const MAX_KNOWN = 20_000;

export type TokenUses = ReturnType<typeof createTokenUses>;
type OneToken = { teamId: number; tokenId: string };

/**
 * Records when tokens were last used, without delaying requests. Uses of tokens are collected, one for each
 * token, and stored a moment later. If the last uses of tokens cannot be stored, they are dropped, because the
 * next uses come soon enough. The stored time of each token's last use is cached for a minute. No process
 * stores a later use within that minute, so the cached time is right.
 */
export function createTokenUses(db: Database, onError: (error: unknown) => void) {
  const lastUses = new LRUCache<string, Date>({ max: MAX_KNOWN });
  let pending = new Map<string, TokenUse>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function rememberStored(uses: readonly TokenUse[], writtenIds: ReadonlySet<string>): void {
    for (const use of uses) if (writtenIds.has(use.tokenId)) lastUses.set(use.tokenId, use.usedAt);
  }

  /** The cached time of a token's last use, if it is so recent that no process can have stored a later one. */
  function recentUse({ tokenId }: OneToken, now: Date): Date | null {
    const usedAt = lastUses.get(tokenId);
    return usedAt && now.getTime() - usedAt.getTime() < EVERY_SECONDS * 1_000 ? usedAt : null;
  }

  /**
   * The uses of each team's tokens are stored by a statement of their own, so that a failure concerns only one
   * team. On a cluster, a statement about one team goes to one node, and a missing node affects only its own
   * teams.
   */
  async function write(uses: readonly TokenUse[]): Promise<void> {
    for (const [teamId, teamUses] of Map.groupBy(uses, (use) => use.teamId)) {
      try {
        rememberStored(teamUses, await upsertTokenUses(db, teamId, teamUses, EVERY_SECONDS));
      } catch (error) {
        onError(error);
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Uses are stored in the same order by all processes, so that two processes never deadlock over each
    // other's rows.
    const uses = [...pending.values()].sort((a, b) => (a.tokenId < b.tokenId ? -1 : 1));
    pending = new Map();
    writing = writing.then(() => write(uses));
    return writing;
  }

  return {
    /** Records a use of a token, unless the stored one is recent enough. */
    record(use: TokenUse): void {
      if (recentUse(use, use.usedAt)) return;
      pending.set(use.tokenId, use);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
    },

    /**
     * The stored last use of a token, or null if the token has not been used. Finding a token's last use takes
     * a statement at most once a minute for each token.
     */
    async find(token: OneToken, now: Date): Promise<Date | null> {
      const recent = recentUse(token, now);
      if (recent) return recent;
      const stored = await findTokenUse(db, token.teamId, token.tokenId);
      if (stored) lastUses.set(token.tokenId, stored);
      return stored;
    },

    /** Stores the uses of tokens that were collected so far, because the server stops. */
    flush,
  };
}
