import type { Database } from '../db/client.ts';
import { type TokenUse, upsertTokenUsesOfAnyTeam } from '../db/queries/tokens.ts';

/** A token's last use is written at most this often. */
const EVERY_SECONDS = 60;
const FLUSH_AFTER_MS = 500;

export type TokenUseRecorder = ReturnType<typeof createTokenUseRecorder>;

/**
 * Notes when tokens were last used, off the requests' path: uses are gathered, one for each token, and written
 * together a moment later. What could not be written is dropped; the token's next use comes soon enough.
 */
export function createTokenUseRecorder(db: Database, onError: (error: unknown) => void) {
  let gathered = new Map<string, TokenUse>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Always in one order, so that two processes never wait for each other's rows crosswise.
    const uses = [...gathered.values()].sort((a, b) => (a.tokenId < b.tokenId ? -1 : 1));
    gathered = new Map();
    writing = writing.then(() => upsertTokenUsesOfAnyTeam(db, uses, EVERY_SECONDS)).catch(onError);
    return writing;
  }

  return {
    /** Takes note of a use, unless the one that is stored is recent enough. */
    record(use: TokenUse, storedLastUsedAt: Date | null): void {
      const isRecent =
        storedLastUsedAt && use.usedAt.getTime() - storedLastUsedAt.getTime() < EVERY_SECONDS * 1000;
      if (isRecent) return;
      gathered.set(use.tokenId, use);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
    },

    /** Writes what is gathered; for a server that stops. */
    flush,
  };
}
