/** Keeps pictures in memory that were requested a moment ago. */
import type { Holder } from '../sharing/shares.ts';
import { createTurns } from '../sharing/turns.ts';

/** The maximum total size of the pictures that are kept in memory. A picture on a page has some 100 KiB. */
const MAX_HOT_BYTES = 33_554_432;
/**
 * How long a picture is served from memory. Another process may delete the picture, so it is read again after
 * this time.
 */
const MAX_HOT_MS = 10_000;
/**
 * The maximum number of pictures that are read at once, so that most connections to the database stay free for others.
 */
const READ_AT_ONCE = { process: 4 };
const MAX_WAIT_MS = 4_000;

type Read = (teamId: number, hash: string) => Promise<Buffer | null>;
/** A picture, and who requests it. */
export type NamedPicture = { teamId: number; hash: string; caller: Holder['caller'] };
type HotPicture = { content: Buffer; until: number };

/** If several requests for a picture come while it is being read, it is read only once. */
export function createHotPictures(read: Read) {
  /** The pictures in memory, by how long ago they were used: the first one is dropped first. */
  const hot = new Map<string, HotPicture>();
  const underWay = new Map<string, Promise<Buffer | null>>();
  const turns = createTurns({ atOnce: READ_AT_ONCE, waitMs: MAX_WAIT_MS });
  let hotBytes = 0;

  const buildKey = (teamId: number, hash: string) => `${teamId}/${hash}`;

  function drop(key: string): void {
    hotBytes -= hot.get(key)?.content.length ?? 0;
    hot.delete(key);
  }

  function keep(key: string, content: Buffer): void {
    drop(key);
    hot.set(key, { content, until: performance.now() + MAX_HOT_MS });
    hotBytes += content.length;
    for (const oldest of hot.keys()) {
      if (hotBytes <= MAX_HOT_BYTES) break;
      drop(oldest);
    }
  }

  async function readAndKeep(key: string, { teamId, hash, caller }: NamedPicture): Promise<Buffer | null> {
    try {
      const content = await turns.run({ team: teamId, caller }, () => read(teamId, hash));
      // A picture that was deleted while it was being read is not kept in memory.
      if (content && underWay.has(key)) keep(key, content);
      return content;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    /**
     * The content of a picture, from memory if it was requested a moment ago, or null if the team has no such
     * picture.
     */
    async find(named: NamedPicture): Promise<Buffer | null> {
      const key = buildKey(named.teamId, named.hash);
      const known = hot.get(key);
      if (known && known.until > performance.now()) {
        hot.delete(key);
        hot.set(key, known);
        return known.content;
      }
      const reading = underWay.get(key) ?? readAndKeep(key, named);
      underWay.set(key, reading);
      return reading;
    },

    forget(teamId: number, hashes: readonly string[]): void {
      for (const hash of hashes) {
        drop(buildKey(teamId, hash));
        underWay.delete(buildKey(teamId, hash));
      }
    },
  };
}
