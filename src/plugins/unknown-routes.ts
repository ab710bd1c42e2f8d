/**
 * A path that exists under `/v1` with other methods is a 405, and anything else a 404 (docs/rules.md, 3.2).
 */
import { type HttpError, httpErrors } from '@fastify/sensible';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    /** The answer gets `Allow` if the path has other methods. */
    refuseUnknownRoute: (request: FastifyRequest, reply: FastifyReply) => HttpError;
  }
}

/** Also for paths that must seem unknown. */
export const NO_ROUTE_MESSAGE = 'There is nothing at this path and method.';
const API_PREFIX = '/v1/';

export const unknownRoutes = fp(async (app) => {
  const routes: { path: RegExp; method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith(API_PREFIX) || url.includes('*')) return;
    const path = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
    for (const one of [method].flat()) routes.push({ path, method: one });
  });

  app.decorate('refuseUnknownRoute', (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?');
    const methods = new Set(routes.filter((route) => route.path.test(path)).map(({ method }) => method));
    if (methods.size === 0) return httpErrors.notFound(NO_ROUTE_MESSAGE);
    const allowed = [...methods].sort().join(', ');
    reply.header('allow', allowed);
    return httpErrors.methodNotAllowed(`This path has other methods: ${allowed}.`);
  });

  // A Fastify scope of its own, whose hook refuses a request before a byte of its body is read.
  app.register(async (nowhere) => {
    nowhere.addHook('onRequest', (request, reply, refuse) => refuse(app.refuseUnknownRoute(request, reply)));
    nowhere.setNotFoundHandler((request, reply) => reply.send(app.refuseUnknownRoute(request, reply)));
  });
});
