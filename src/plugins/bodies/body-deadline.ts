/**
 * How long the body of a request may take to arrive. Node.js has only one deadline for all requests of a
 * server.
 */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of this route may take to arrive after its headers, by default 15 s. */
    bodyWithinMs?: number;
  }
}

const BODY_WITHIN_MS = 15_000;

/** Ends requests whose bodies are late, also of requests that were answered before their bodies had arrived. */
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

/** Answers a late request like Node.js does: with a 408, after which its connection ends. */
export function endLateRequest(app: FastifyInstance, { raw }: FastifyRequest): void {
  const error = Object.assign(new Error('The body is late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', error, raw.socket);
}
