import type { IncomingMessage, Server } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpErrors } from '@fastify/sensible';
import fp from 'fastify-plugin';
import { answerOnSocket, buildAnswer, NO_ROUTE_MESSAGE } from './errors.ts';
import type { SecurityHeaders } from './security.ts';

/** Shutdown stops waiting for kept connections after this many checks in a row without a new request. */
const QUIET_CHECKS_BEFORE_CLOSE = 25;
const QUIET_CHECK_INTERVAL_MS = 20;
const MAX_WAIT_FOR_CALLERS_MS = 3_000;

export const SHUTTING_DOWN_MESSAGE = 'The service is shutting down.';

/**
 * Waits before a shutdown until all callers know that their connection ends, or no more requests come. If a
 * connection ended while a request is on its way, that request would be lost, and its caller could not know
 * whether it was answered. Checks for new requests are counted instead of time, so that a busy machine waits
 * longer.
 */
async function waitUntilCallersLeft(server: Server, refusedCount: () => number): Promise<void> {
  const connectionCount = () =>
    new Promise<number>((resolve) => server.getConnections((error, open) => resolve(error ? 0 : open)));
  const endsAt = Date.now() + MAX_WAIT_FOR_CALLERS_MS;
  let refusedBefore = refusedCount();
  for (let quiet = 0; quiet < QUIET_CHECKS_BEFORE_CLOSE && Date.now() < endsAt; quiet += 1) {
    if ((await connectionCount()) === 0) return;
    await sleep(QUIET_CHECK_INTERVAL_MS);
    if (refusedCount() > refusedBefore) quiet = 0;
    refusedBefore = refusedCount();
  }
}

type ShutdownOptions = { security: SecurityHeaders; finishWithinMs: number };

/**
 * Sets the headers of every answer, and answers with our own messages what Node and Fastify would refuse
 * before any hook.
 */
export const shutdown = fp<ShutdownOptions>(async (app, { security, finishWithinMs }) => {
  let isClosing = false;
  let refusedCount = 0;
  app.addHook('preClose', async () => {
    isClosing = true;
    // During a shutdown, new connections are refused, so that none is cut off. A client whose connection is
    // refused can safely try another process. The HTTP server's own close would at once end connections on
    // which a request may be on its way.
    if (app.server.listening) Listener.prototype.close.call(app.server);
    // Node's own deadlines end together with listening, so half a request would otherwise delay the stop for ever.
    const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs).unref();
    app.server.once('close', () => clearTimeout(cut));
    await waitUntilCallersLeft(app.server, () => refusedCount);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(security.of(request));
    reply.header('x-request-id', request.id);
    // Requests on connections that are still open while the server stops are refused, so that their clients use another
    // process.
    if (isClosing) {
      refusedCount += 1;
      done(app.httpErrors.serviceUnavailable(SHUTTING_DOWN_MESSAGE));
    } else done(findHostError(request.raw));
  });
  // An unknown expectation in the header `Expect` can be ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // A caller that waits for "100 Continue" gets it when its body is read, and not if its request is refused.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
    done(null, payload);
  });
  app.server.on('connect', (_request, socket: Socket) =>
    answerOnSocket(socket, buildAnswer(404, NO_ROUTE_MESSAGE), security),
  );
});

/** The problem with a request's Host headers, if any. A caller of HTTP/1.0 need not send a Host header. */
function findHostError({ headers, rawHeaders, httpVersion }: IncomingMessage): Error | undefined {
  if (headers.host === undefined)
    return httpVersion === '1.1' ? httpErrors.badRequest('The request has no Host header.') : undefined;
  // Node.js keeps the first of several Host headers, but a proxy may use the last.
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count > 1 ? httpErrors.badRequest('The request has several Host headers.') : undefined;
}
