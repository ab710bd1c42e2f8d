import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the team that a request belongs to, for the log; set once it is known. */
    ofTeam: number | null;
    /** Whether its answer is in the log. */
    isReported: boolean;
  }
  interface FastifyContextConfig {
    /** For a route that machines ask every few seconds: its answers are logged at `debug` only. */
    isProbe?: boolean;
  }
}

/** What is counted of an answer. The route is its pattern, or null for an unknown path: no URL adds a new one. */
export type Answered = { method: string; route: string | null; status: number; seconds: number };
export type OnAnswered = (answered: Answered) => void;

/**
 * As nginx counts the requests whose callers left before they were answered. HTTP has no status for them, and they are
 * no errors of the server.
 */
const CALLER_LEFT = 499;

/**
 * Logs one line for every answer, and reports it once. Both hold the route's pattern and never the URL, so ids and
 * queries, which may hold guests' emails, stay out of the log.
 */
export function reportRequests(app: FastifyInstance, onAnswered: OnAnswered): void {
  app.decorateRequest('ofTeam', null);
  app.decorateRequest('isReported', false);
  // These lines cannot hold a secret, so nothing is redacted in them.
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
