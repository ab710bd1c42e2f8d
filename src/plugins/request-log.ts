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
type AnsweredRequest = { method: string; route: string | null; status: number; seconds: number };
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
    const { method, ofTeam } = request;
    const { url, config } = request.routeOptions;
    const route = url ?? null;
    const durationMs = Math.round(seconds * 10_000) / 10;
    log[config.isProbe ? 'debug' : 'info'](
      { ...identifyRequest(request), method, route, status, team: ofTeam, durationMs },
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

/** A `traceparent` header (W3C Trace Context). Later versions may have more fields at its end. */
const TRACEPARENT_PATTERN =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|-)/;

/**
 * The fields by which lines of the log say which request they are about: its id, and the id of the trace that
 * its caller says it belongs to, if any.
 */
export function identifyRequest({ id, headers }: Pick<FastifyRequest, 'id' | 'headers'>): {
  reqId: string;
  traceId?: string;
} {
  const { traceparent } = headers;
  const [, traceId] = (typeof traceparent === 'string' && TRACEPARENT_PATTERN.exec(traceparent)) || [];
  return traceId === undefined ? { reqId: id } : { reqId: id, traceId };
}
