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
 * Two requests are the same if method, path, query and parsed body are equal. Two bodies with the same keys
 * in another order count as the same request. The body is flattened to one list before it is hashed, because
 * a deeply nested body could overflow the stack.
 */
export function computeRequestHash({
  method,
  url,
  body,
}: Pick<FastifyRequest, 'method' | 'url' | 'body'>): string {
  const tokens = [method, url, ...listJsonTokens(body ?? {})];
  return createHash('sha256').update(JSON.stringify(tokens)).digest('base64url');
}

/**
 * Flattens a body to one list: each list and object is preceded by its size, and an object's keys are sorted.
 */
function* listJsonTokens(body: unknown): Generator<unknown> {
  const openIterators: Iterator<unknown>[] = [[body].values()];
  for (let innermost = openIterators.at(-1); innermost; innermost = openIterators.at(-1)) {
    const { done, value } = innermost.next();
    if (done) openIterators.pop();
    else if (Array.isArray(value)) {
      yield [value.length];
      openIterators.push(value.values());
    } else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
      yield { keys: entries.length };
      openIterators.push(entries.flat().values());
    } else yield value;
  }
}
