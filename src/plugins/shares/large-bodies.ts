import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Overloaded } from '../../services/errors.ts';
import { findHolder } from './process-shares.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a picture, which is no JSON, and does not count towards the limits on bodies in memory. */
    takesPicture?: boolean;
  }
}

/** The memory has room for one of these on every connection. */
const SMALL_BODY_BYTES = 65_536;

export const boundLargeBodies = fp(async (app) => {
  const leaveByRequest = new WeakMap<FastifyRequest, () => void>();
  app.addHook('preParsing', async (request) => {
    // A picture is received into a file.
    if (request.routeOptions.config.takesPicture) return;
    const { 'content-length': declared, 'transfer-encoding': encoding } = request.headers;
    // Without a declared length, the maximum of the route counts.
    const bytes = encoding === undefined ? Number(declared ?? 0) : request.routeOptions.bodyLimit;
    if (bytes <= SMALL_BODY_BYTES) return;
    const leave = app.shares.largeBodies.take(findHolder(request));
    if (!leave) throw new Overloaded('Too many large bodies arrive at once.');
    leaveByRequest.set(request, leave);
  });
  // `onSend` also runs after an error or if the caller has left.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leaveByRequest.get(request)?.();
    done();
  });
});
