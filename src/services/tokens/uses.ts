import type { Database } from '../../db/client.ts';
import { findTokenUse, type TokenUse, upsertTokenUses } from '../../db/queries/teams/token-uses.ts';

/** A token's last use is stored at most this often. */
const EVERY_SECONDS = 60;
const FLUSH_AFTER_MS = 500;
/** Beyond this number, the token remembered first is forgotten. */
const MAX_KNOWN = 20_000;

export type TokenUses = ReturnType<typeof createTokenUses>;
type OneToken = { teamId: number; tokenId: string };

/**
 * Records when tokens were last used, without delaying requests. Uses are collected, one for each token, and stored a
 * moment later. If that fails they are dropped, because the token's next use comes soon enough.
 *
 * The stored time is remembered. For a minute after a stored use, no process stores a later one, so until then the
 * memory is right, no matter which process stored it.
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

  function learnAll(uses: readonly TokenUse[], writtenIds: ReadonlySet<string>): void {
    for (const use of uses) if (writtenIds.has(use.tokenId)) learn(use, use.usedAt);
  }

  /** The stored last use, if a later one is impossible. */
  function certainUse({ tokenId }: OneToken, now: Date): Date | null {
    const usedAt = known.get(tokenId);
    return usedAt && now.getTime() - usedAt.getTime() < EVERY_SECONDS * 1_000 ? usedAt : null;
  }

  /**
   * Writes one team at a time, so that what cannot be written concerns no other team. On a cluster each statement then
   * goes to one node, and a missing node affects only its own teams.
   */
  async function write(uses: readonly TokenUse[]): Promise<void> {
    for (const [teamId, ofTeam] of Map.groupBy(uses, (use) => use.teamId)) {
      try {
        learnAll(ofTeam, await upsertTokenUses(db, teamId, ofTeam, EVERY_SECONDS));
      } catch (error) {
        onError(error);
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Always in the same order, so that two processes never deadlock over each other's rows.
    const uses = [...gathered.values()].sort((a, b) => (a.tokenId < b.tokenId ? -1 : 1));
    gathered = new Map();
    writing = writing.then(() => write(uses));
    return writing;
  }

  return {
    /** Records a use, unless the stored one is recent enough. */
    record(use: TokenUse): void {
      if (certainUse(use, use.usedAt)) return;
      gathered.set(use.tokenId, use);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
    },

    /** The stored last use, or null if there is none yet. It costs a statement for each token once a minute. */
    async find(token: OneToken, now: Date): Promise<Date | null> {
      const certain = certainUse(token, now);
      if (certain) return certain;
      const stored = await findTokenUse(db, token.teamId, token.tokenId);
      if (stored) learn(token, stored);
      return stored;
    },

    /** Stores the collected uses, for a server that stops. */
    flush,
  };
}
