/**
 * A time limit for the arrival of each request's body, by route. Node.js itself has only one time limit for
 * all requests of a server.
 */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a route's request may take to arrive after its headers, by default 15 s. */
    bodyWithinMs?: number;
  }
}

const BODY_WITHIN_MS = 15_000;

/** Ends requests whose bodies arrive too late, even if their answers were already sent. */
export const bodyDeadlines = fp(async (app) => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && raw.socket instanceof Socket) {
      const { bodyWithinMs = BODY_WITHIN_MS } = request.routeOptions.config;
      const deadline = setTimeout(() => endLateRequest(app, request), bodyWithinMs).unref();
      const clear = () => clearTimeout(deadline);
      raw.once('end', clear).once('close', clear);
    }
    done();
  });
});

/** Answers a request that is too late as Node.js does: status 408, and the connection ends. */
export function endLateRequest(app: FastifyInstance, { raw }: FastifyRequest): void {
  const error = Object.assign(new Error('The body is late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', error, raw.socket);
}
