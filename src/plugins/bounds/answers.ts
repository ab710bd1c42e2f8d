import type { ServerResponse } from 'node:http';
import fp from 'fastify-plugin';

const KIB = 1_024;
/** Answers up to this size are not counted. The maximum number of connections with such answers fits into memory. */
const SMALL_ANSWER_BYTES = 16 * KIB;
/** The size of all larger answers together, until their callers have read them. */
const MAX_LARGE_ANSWERS_BYTES = 128 * KIB * KIB;

/**
 * Limits the memory of answers over all connections. A caller may read as slowly as it likes until there are too many:
 * then the connections with the oldest unread answers end, so that slow callers hold up nobody else.
 */
export const boundAnswerMemory = fp(async (app) => {
  let heldBytes = 0;
  const bytesByResponse = new Map<ServerResponse, number>();

  function releaseAnswer(response: ServerResponse): void {
    heldBytes -= bytesByResponse.get(response) ?? 0;
    bytesByResponse.delete(response);
  }

  app.addHook('onSend', (_request, { raw }, payload, done) => {
    const bytes = measurePayloadBytes(payload);
    if (bytes > SMALL_ANSWER_BYTES) {
      // An answer that cannot be sent is followed by one that says so.
      releaseAnswer(raw);
      bytesByResponse.set(raw, bytes);
      heldBytes += bytes;
      raw.once('close', () => releaseAnswer(raw));
      for (const [oldest] of bytesByResponse) {
        if (heldBytes <= MAX_LARGE_ANSWERS_BYTES || oldest === raw) break;
        releaseAnswer(oldest);
        oldest.destroy();
      }
    }
    done();
  });
});

/** Streams are read as their callers take them, so they are not held. */
function measurePayloadBytes(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  return Buffer.isBuffer(payload) ? payload.length : 0;
}
