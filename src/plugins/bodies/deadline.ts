/** A time limit for each request's body, by route: Node.js has only one for all requests of a server. */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** After its headers. 15 s by default. */
    bodyWithinMs?: number;
  }
}

const BODY_WITHIN_MS = 15_000;

/** Even if the answer was already sent. */
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

/** As Node.js answers: status 408, and the connection ends. */
export function endLateRequest(app: FastifyInstance, { raw }: FastifyRequest): void {
  const error = Object.assign(new Error('The body is late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', error, raw.socket);
}
