import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { newId } from '../services/new-id.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the team that the request is about, for the log, or null until it is known. */
    ofTeam: number | null;
    /** Whether the request's answer has already been logged. */
    isReported: boolean;
  }
  interface FastifyContextConfig {
    /**
     * Whether machines call the route every few seconds, so that its answers are only logged at the level
     * `debug`.
     */
    isProbe?: boolean;
  }
}

/**
 * The facts about an answer that metrics count. `route` is the pattern of the route (such as
 * `/v1/bookings/:booking`), or null for an unknown path.
 */
export type AnsweredRequest = { method: string; route: string | null; status: number; seconds: number };
export type OnRequestAnswered = (answered: AnsweredRequest) => void;

/** The status logged for a request whose client left before the answer. */
const STATUS_CALLER_LEFT = 499;

/**
 * Logs one line for every answered request, and reports the request to the metrics once. Log lines and
 * metrics contain the route's pattern and never the URL, so ids and queries, which may contain guests'
 * emails, stay out of the log.
 */
export const requestLog = fp<{ onAnswered: OnRequestAnswered }>(async (app, { onAnswered }) => {
  app.decorateRequest('ofTeam', null);
  app.decorateRequest('isReported', false);
  // Redaction is switched off for log lines about answers, because they cannot contain a secret.
  const log = app.log.child({}, { redact: [] });
  const reportOnce = (request: FastifyRequest, status: number, seconds: number) => {
    // An answer is reported only once, although a client may leave after the answer has begun, which is a
    // second event.
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

/**
 * Uses the caller's `X-Request-Id` if it is a plain word, or else makes a new request id (docs/rules.md,
 * 3.7).
 */
export function readRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(id) ? id : newId();
}
