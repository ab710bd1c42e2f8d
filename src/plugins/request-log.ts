import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { newId } from '../services/new-id.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the request's team, for the log, set once it is known. */
    ofTeam: number | null;
    /** Whether the route's answers are in the log. */
    isReported: boolean;
  }
  interface FastifyContextConfig {
    /**
     * The configuration of a route that machines call every few seconds, whose answers are only logged at
     * `debug`.
     */
    isProbe?: boolean;
  }
}

/**
 * The facts of an answer by which metrics count it. The fact `route` is the pattern of the route, or null for
 * an unknown path.
 */
export type AnsweredRequest = { method: string; route: string | null; status: number; seconds: number };
export type OnRequestAnswered = (answered: AnsweredRequest) => void;

/** nginx's status for requests whose clients left before the answer, for which HTTP has none. */
const STATUS_CALLER_LEFT = 499;

/**
 * Logs one line for every answer, and reports it once. Log lines and metrics contain the route's pattern and
 * never the URL, so ids and queries, which may contain guests' emails, stay out of the log.
 */
export const requestLog = fp<{ onAnswered: OnRequestAnswered }>(async (app, { onAnswered }) => {
  app.decorateRequest('ofTeam', null);
  app.decorateRequest('isReported', false);
  // Lines about answers cannot contain a secret, so nothing is redacted in them.
  const log = app.log.child({}, { redact: [] });
  const reportOnce = (request: FastifyRequest, status: number, seconds: number) => {
    // A client that gets an answer may still leave before all of its body has arrived.
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
    reportOnce(request, reply.statusCode, reply.elapsedTime / 1_000);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    reportOnce(request, STATUS_CALLER_LEFT, 0);
    done();
  });
});

/** The caller's id for its request if it is a plain word, else a new one (docs/rules.md, 3.7). */
export function readRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(id) ? id : newId();
}
