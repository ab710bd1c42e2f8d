import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { newId } from '../services/new-id.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until it is known. */
    ofTeam: number | null;
    isReported: boolean;
  }
  interface FastifyContextConfig {
    /** Machines call the route every few seconds: its answers are only logged at the level `debug`. */
    isProbe?: boolean;
  }
}

/** `route` is the pattern (such as `/v1/bookings/:booking`), or null for an unknown path. */
type AnsweredRequest = { method: string; route: string | null; status: number; seconds: number };
export type OnRequestAnswered = (answered: AnsweredRequest) => void;

/** For a request whose client left before the answer. */
const STATUS_CALLER_LEFT = 499;

/**
 * One line for every answered request. It contains the route's pattern and never the URL, so ids and queries,
 * which may contain guests' emails, stay out of the log.
 */
export const requestLog = fp<{ onAnswered: OnRequestAnswered }>(async (app, { onAnswered }) => {
  app.decorateRequest('ofTeam', null);
  app.decorateRequest('isReported', false);
  // No redaction: these lines cannot contain a secret.
  const log = app.log.child({}, { redact: [] });
  const reportOnce = (request: FastifyRequest, status: number, seconds: number) => {
    // A client may leave after the answer has begun, which is a second event.
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

/** The caller's id if it is a plain word (docs/rules.md, 3.7). */
export function readRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(id) ? id : newId();
}

/** W3C Trace Context. Later versions may have more fields at the end. */
const TRACEPARENT_PATTERN =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|-)/;

/** The request's id, and that of the trace to which its caller says it belongs. */
export function identifyRequest({ id, headers }: Pick<FastifyRequest, 'id' | 'headers'>): {
  reqId: string;
  traceId?: string;
} {
  const { traceparent } = headers;
  const [, traceId] = (typeof traceparent === 'string' && TRACEPARENT_PATTERN.exec(traceparent)) || [];
  return traceId === undefined ? { reqId: id } : { reqId: id, traceId };
}
