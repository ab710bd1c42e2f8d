import type { FastifyInstance } from 'fastify';

/**
 * One line for every answer. It holds the route's pattern and never the URL: ids and queries, guests' emails among
 * them, stay out of the log.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        team: request.account?.team.id ?? request.site?.id ?? null,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
  });
}
