import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { nothingThere } from './errors.ts';
import { declareLimit } from './limits.ts';
import { SHOWN_ANYWHERE } from './security-headers.ts';

const EXPOSED = [
  'ETag',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
];
/** As long as any browser remembers that it may ask. */
const MAX_AGE_SECONDS = 7_200;

/**
 * Lets the pages of other sites read what this scope answers: those of `origins`, or all where it is null. Comes before
 * the scope's other hooks, so that its refusals can be read as well.
 */
export function allowOrigins(scope: FastifyInstance, origins: readonly string[] | null): void {
  declareLimit(scope, 'none: a browser’s question before a request costs nothing');
  scope.addHook('onRequest', (request, reply, done) => {
    reply.headers(SHOWN_ANYWHERE);
    // What is no browser's question before a request is a method that there is nothing for.
    const { origin, 'access-control-request-method': method } = request.headers;
    done(request.method === 'OPTIONS' && !(origin && method) ? nothingThere() : undefined);
  });
  scope.register(cors, {
    origin: origins === null ? '*' : [...origins],
    methods: ['GET', 'HEAD'],
    exposedHeaders: EXPOSED,
    maxAge: MAX_AGE_SECONDS,
  });
}
