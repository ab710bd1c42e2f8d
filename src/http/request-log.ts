import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is, by id, for the log: set by the scope that finds it out. */
    ofTeam: number | null;
  }
  interface FastifyContextConfig {
    /** For a route that machines ask every few seconds: its answers are in the log at `debug` alone. */
    isProbe?: boolean;
  }
}

/** What is counted of an answer. The route is its pattern, null where there is none: nobody's URL makes a new one. */
export type Answered = { method: string; route: string | null; status: number; seconds: number };
export type OnAnswered = (answered: Answered) => void;

/**
 * One line for every answer, and one call. They hold the route's pattern and never the URL: ids and queries, guests'
 * emails among them, stay out of the log.
 */
export function reportRequests(app: FastifyInstance, onAnswered: OnAnswered): void {
  app.decorateRequest('ofTeam', null);
  // Nothing that these lines hold could be a secret, so nothing is looked for in them.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { url, config } = request.routeOptions;
    const answered = {
      method: request.method,
      route: url ?? null,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    };
    const { method, route, status, seconds } = answered;
    log[config.isProbe ? 'debug' : 'info'](
      {
        reqId: request.id,
        method,
        route,
        status,
        team: request.ofTeam,
        durationMs: Math.round(seconds * 10_000) / 10,
      },
      'answered',
    );
    onAnswered(answered);
    done();
  });
}
