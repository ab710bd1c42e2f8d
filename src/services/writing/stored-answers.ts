import { promisify } from 'node:util';
import { deflate, deflateSync, inflate, inflateSync } from 'node:zlib';
import type { Database } from '../../db/client.ts';
import { dropOldestIdempotentAnswers } from '../../db/queries/teams/idempotency.ts';

/** PostgreSQL compresses shorter answers itself, in less time: starting zlib takes a tenth of a millisecond. */
const COMPRESSED_FROM_CHARACTERS = 8_192;
/** zlib data begins with this byte. An answer, which is JSON or empty, never does. */
const ZLIB_MARK = 0x78;
const FAST = { level: 1 };

/** From these sizes on, another thread compresses, because the event loop would be blocked for milliseconds. */
const LATER_FROM_CHARACTERS = 65_536;
const LATER_FROM_BYTES = LATER_FROM_CHARACTERS / 16;
const deflateLater = promisify<string, typeof FAST, Buffer>(deflate);
const inflateLater = promisify<Buffer, Buffer>(inflate);

/** An answer's body as it is stored. Long ones are compressed, to about a tenth of their size. */
export function packAnswer(body: string): Buffer | Promise<Buffer> {
  if (body.length < COMPRESSED_FROM_CHARACTERS) return Buffer.from(body);
  return body.length < LATER_FROM_CHARACTERS ? deflateSync(body, FAST) : deflateLater(body, FAST);
}

export async function unpackAnswer(stored: Buffer): Promise<string> {
  if (stored[0] !== ZLIB_MARK) return stored.toString();
  const body = stored.length < LATER_FROM_BYTES ? inflateSync(stored) : await inflateLater(stored);
  return body.toString();
}

const MAX_BYTES = 256 * 1_048_576;
/** A team's answers are checked after this many newly stored bytes. */
const LOOK_AFTER_BYTES = 16 * 1_048_576;

export type AnswerLimit = ReturnType<typeof createAnswerLimit>;

/**
 * Limits the size of the answers under idempotency keys. Each process counts what it stores for a team, so only a team
 * that stored much costs a statement. The oldest answers are dropped first; their keys stay used until they expire.
 */
export function createAnswerLimit(
  db: Database,
  { maxBytes = MAX_BYTES, lookAfterBytes = LOOK_AFTER_BYTES } = {},
) {
  let storedBytes = new Map<number, number>();

  return {
    note(teamId: number, bytes: number): void {
      storedBytes.set(teamId, (storedBytes.get(teamId) ?? 0) + bytes);
    },

    /** Drops the oldest answers of every team that exceeds its limit. */
    async dropBeyondLimit(): Promise<void> {
      const due = [...storedBytes].filter(([, bytes]) => bytes >= lookAfterBytes);
      storedBytes = new Map([...storedBytes].filter(([, bytes]) => bytes < lookAfterBytes));
      for (const [teamId] of due) await dropOldestIdempotentAnswers(db, teamId, maxBytes);
    },
  };
}
