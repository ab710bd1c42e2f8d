import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/client.ts';
import { findTokenUse, type TokenUse, upsertTokenUses } from '../../db/queries/teams/token-uses.ts';

const EVERY_SECONDS = 60;
const FLUSH_AFTER_MS = 500;
const MAX_KNOWN = 20_000;

export type TokenUses = ReturnType<typeof createTokenUses>;
type OneToken = { teamId: number; tokenId: string };

/**
 * Without delaying requests: uses are collected, one for each token, and stored a moment later. If that fails
 * they are dropped, because the next uses come soon enough. A stored use is cached for a minute, in which no
 * process stores a later one, so the cached time is right.
 */
export function createTokenUses(db: Database, onError: (error: unknown) => void) {
  const lastUses = new LRUCache<string, Date>({ max: MAX_KNOWN });
  let pending = new Map<string, TokenUse>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function rememberStored(uses: readonly TokenUse[], writtenIds: ReadonlySet<string>): void {
    for (const use of uses) if (writtenIds.has(use.tokenId)) lastUses.set(use.tokenId, use.usedAt);
  }

  /** Null if another process may have stored a later use. */
  function recentUse({ tokenId }: OneToken, now: Date): Date | null {
    const usedAt = lastUses.get(tokenId);
    return usedAt && now.getTime() - usedAt.getTime() < EVERY_SECONDS * 1_000 ? usedAt : null;
  }

  /**
   * One statement for each team, so that a failure concerns only one. On a cluster it goes to one node, and a
   * missing node affects only its own teams.
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
    // All processes store uses in the same order, so that two never deadlock over each other's rows.
    const uses = [...pending.values()].sort((a, b) => (a.tokenId < b.tokenId ? -1 : 1));
    pending = new Map();
    writing = writing.then(() => write(uses));
    return writing;
  }

  return {
    /** Unless the stored use is recent enough. */
    record(use: TokenUse): void {
      if (recentUse(use, use.usedAt)) return;
      pending.set(use.tokenId, use);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
    },

    /** Null if the token has not been used. A statement at most once a minute for each token. */
    async find(token: OneToken, now: Date): Promise<Date | null> {
      const recent = recentUse(token, now);
      if (recent) return recent;
      const stored = await findTokenUse(db, token.teamId, token.tokenId);
      if (stored) lastUses.set(token.tokenId, stored);
      return stored;
    },

    /** When the server stops. */
    flush,
  };
}
