import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyRequest {
    requestHash: string;
  }
}

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/**
 * Computes the hash of a request with an idempotency key before validation, which replaces the body that was
 * sent.
 */
export const hashKeyedRequests = fp(async (app) => {
  app.decorateRequest('requestHash', '');
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.headers[IDEMPOTENCY_KEY_HEADER] !== undefined)
      request.requestHash = computeRequestHash(request);
    done();
  });
});

/**
 * Two requests are the same if method, path, query and parsed body are equal, whatever the order of a body's keys.
 * Stored keys have this hash, so a stable JSON text in its place would refuse what is sent again after an update.
 */
export function computeRequestHash({
  method,
  url,
  body,
}: Pick<FastifyRequest, 'method' | 'url' | 'body'>): string {
  const tokens: unknown[] = [method, url];
  pushJsonTokens(tokens, body ?? {});
  return createHash('sha256').update(JSON.stringify(tokens)).digest('base64url');
}

/**
 * Flattens a body to one list: each list and object is preceded by its size, and an object's keys are sorted. Bodies
 * have few levels (`MAX_BODY_LEVELS`).
 */
function pushJsonTokens(tokens: unknown[], value: unknown): void {
  if (Array.isArray(value)) {
    tokens.push([value.length]);
    for (const item of value) pushJsonTokens(tokens, item);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    tokens.push({ keys: entries.length });
    for (const [key, item] of entries) {
      tokens.push(key);
      pushJsonTokens(tokens, item);
    }
  } else tokens.push(value);
}
