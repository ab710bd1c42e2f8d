/** Limits how many large bodies are in memory at once. */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { BUSY_MESSAGE } from './errors.ts';

/** All connections that are possible could send such a large body at once. */
const SMALL_BODY_BYTES = 65_536;
const MAX_LARGE_BODIES = 32;

export const boundLargeBodies = fp(async (app) => {
  const requests = new Set<FastifyRequest>();
  app.addHook('preParsing', async (request) => {
    // A picture is received into a file, and not into memory, so it does not count.
    if (request.routeOptions.config.takesPicture) return;
    const { 'content-length': declared, 'transfer-encoding': encoding } = request.headers;
    // A body whose length is not declared may be as large as its route allows.
    const bytes = encoding === undefined ? Number(declared ?? 0) : request.routeOptions.bodyLimit;
    if (bytes <= SMALL_BODY_BYTES) return;
    if (requests.size >= MAX_LARGE_BODIES) throw app.httpErrors.serviceUnavailable(BUSY_MESSAGE);
    requests.add(request);
  });
  // A large body's memory is freed after the answer, also after an error, and if the caller has left.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    requests.delete(request);
    done();
  });
});
