/** Limits how many large request bodies are in memory at once. */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { BUSY_MESSAGE } from '../errors.ts';

/**
 * The size up to which request bodies are not limited in number, because the memory has room for one on every
 * connection.
 */
const SMALL_BODY_BYTES = 65_536;
const MAX_LARGE_BODIES = 32;

export const boundLargeBodies = fp(async (app) => {
  const requests = new Set<FastifyRequest>();
  app.addHook('preParsing', async (request) => {
    // A picture does not count as a large body in memory, because it is received into a file.
    if (request.routeOptions.config.takesPicture) return;
    const { 'content-length': declared, 'transfer-encoding': encoding } = request.headers;
    // If a request does not declare the length of its body, the maximum length of the route counts.
    const bytes = encoding === undefined ? Number(declared ?? 0) : request.routeOptions.bodyLimit;
    if (bytes <= SMALL_BODY_BYTES) return;
    if (requests.size >= MAX_LARGE_BODIES) throw app.httpErrors.serviceUnavailable(BUSY_MESSAGE);
    requests.add(request);
  });
  // A body stops counting when the answer is sent, which also happens after an error or if the caller has
  // left.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    requests.delete(request);
    done();
  });
});
