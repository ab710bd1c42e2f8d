/** Limits how many large request bodies are in memory at once. */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Overloaded } from '../../services/errors.ts';
import { findHolder } from './process-shares.ts';

/**
 * The size up to which request bodies are not limited in number, because the memory has room for one on every
 * connection.
 */
const SMALL_BODY_BYTES = 65_536;

export const boundLargeBodies = fp(async (app) => {
  const leaveByRequest = new WeakMap<FastifyRequest, () => void>();
  app.addHook('preParsing', async (request) => {
    // A picture does not count as a large body in memory, because it is received into a file.
    if (request.routeOptions.config.takesPicture) return;
    const { 'content-length': declared, 'transfer-encoding': encoding } = request.headers;
    // If a request does not declare the length of its body, the maximum length of the route counts.
    const bytes = encoding === undefined ? Number(declared ?? 0) : request.routeOptions.bodyLimit;
    if (bytes <= SMALL_BODY_BYTES) return;
    const leave = app.shares.largeBodies.take(findHolder(request));
    if (!leave) throw new Overloaded('Too many large bodies arrive at once.');
    leaveByRequest.set(request, leave);
  });
  // A body stops counting when the answer is sent, which also happens after an error or if the caller has
  // left.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leaveByRequest.get(request)?.();
    done();
  });
});
