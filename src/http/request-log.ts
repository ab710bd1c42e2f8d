import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is, by id, for the log: set by the scope that finds it out. */
    ofTeam: number | null;
    /** Whether its answer is in the log. */
    isReported: boolean;
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
 * As nginx counts the requests whose callers left before they were answered. HTTP has no status for them, and they are
 * no errors of the server.
 */
const CALLER_LEFT = 499;

/**
 * One line for every answer, and one call. They hold the route's pattern and never the URL: ids and queries, guests'
 * emails among them, stay out of the log.
 */
export function reportRequests(app: FastifyInstance, onAnswered: OnAnswered): void {
  app.decorateRequest('ofTeam', null);
  app.decorateRequest('isReported', false);
  // Nothing that these lines hold could be a secret, so nothing is looked for in them.
  const log = app.log.child({}, { redact: [] });
  const report = (request: FastifyRequest, status: number, seconds: number) => {
    // A caller that was answered may still leave before all of its body was here.
    if (request.isReported) return;
    request.isReported = true;
    const { method, id, ofTeam } = request;
    const { url, config } = request.routeOptions;
    const route = url ?? null;
    const durationMs = Math.round(seconds * 10_000) / 10;
    log[config.isProbe ? 'debug' : 'info'](
      { reqId: id, method, route, status, team: ofTeam, durationMs },
      'answered',
    );
    onAnswered({ method, route, status, seconds });
  };
  app.addHook('onResponse', (request, reply, done) => {
    report(request, reply.statusCode, reply.elapsedTime / 1_000);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    report(request, CALLER_LEFT, 0);
    done();
  });
}
