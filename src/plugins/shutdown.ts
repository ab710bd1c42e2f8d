import type { IncomingMessage, Server } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { httpErrors } from '@fastify/sensible';
import fp from 'fastify-plugin';
import { answerOnSocket, buildAnswer } from './errors.ts';
import type { SecurityHeaders } from './security.ts';
import { NO_ROUTE_MESSAGE } from './unknown-routes.ts';

/**
 * The number of checks in a row without a new request after which a shutdown no longer waits for open
 * connections.
 */
const QUIET_CHECKS_BEFORE_CLOSE = 25;
const QUIET_CHECK_INTERVAL_MS = 20;
const MAX_WAIT_FOR_CALLERS_MS = 3_000;

export const SHUTTING_DOWN_MESSAGE = 'The service is shutting down.';

/**
 * Waits before a shutdown until all clients have closed their connections, or none sends requests any more. A
 * request that is on its way when its connection is closed would be lost, and its caller could not know
 * whether it was carried out. The wait before a shutdown is measured in checks and not in seconds, so that a
 * busy machine waits longer.
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

type ShutdownOptions = {
  security: SecurityHeaders;
  finishWithinMs: number;
  /** Whether the server still serves before a shutdown, so that its callers can go elsewhere. */
  isDraining: () => boolean;
};

/**
 * Stops the server without losing requests. The plugin also sets the headers of every answer, and refuses
 * with our own messages what Node.js and Fastify would refuse before any hook.
 */
export const shutdown = fp<ShutdownOptions>(async (app, { security, finishWithinMs, isDraining }) => {
  let isClosing = false;
  /** The connections on which a request has arrived. */
  const used = new WeakSet<Socket>();
  let refusedCount = 0;
  app.addHook('preClose', async () => {
    // Connections that wait to be accepted are accepted first: when the server stops listening, they would be
    // reset, and their requests lost.
    await setImmediate();
    isClosing = true;
    // During a shutdown, the server first stops accepting connections, and clients can safely try another
    // process. The HTTP server's own `close` is not used, because it would at once close idle connections on
    // which a request may be on its way.
    if (app.server.listening) Listener.prototype.close.call(app.server);
    // A timer ends unfinished requests during the stop, which could otherwise delay it for ever, because
    // Node.js no longer checks its time limits once a server does not listen.
    const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs).unref();
    app.server.once('close', () => clearTimeout(cut));
    await waitUntilCallersLeft(app.server, () => refusedCount);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(security.of(request));
    reply.header('x-request-id', request.id);
    const { socket } = request.raw;
    const isFirstOfConnection = !used.has(socket);
    used.add(socket);
    // A proxy closes its connections to this process while there is time, and opens them to another one.
    if (isDraining()) reply.header('connection', 'close');
    // While the server stops, requests on open connections get a 503, so that their clients use another process. The
    // first request of a connection is served: it was on its way when the server stopped listening, and its client
    // may not be able to send it again.
    if (isClosing && !isFirstOfConnection) {
      refusedCount += 1;
      done(app.httpErrors.serviceUnavailable(SHUTTING_DOWN_MESSAGE));
    } else done(findHostError(request.raw));
  });
  // An unknown value of the header `Expect` is ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // A caller that sends `Expect: 100-continue` gets "100 Continue" only when its body is about to be read, so
  // not if its request is refused.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
    done(null, payload);
  });
  app.server.on('connect', (_request, socket: Socket) =>
    answerOnSocket(socket, buildAnswer(404, NO_ROUTE_MESSAGE), security),
  );
});

/**
 * Returns an error if a request has no Host header or several. A request of HTTP/1.0 needs no Host header.
 */
function findHostError({ headers, rawHeaders, httpVersion }: IncomingMessage): Error | undefined {
  if (headers.host === undefined)
    return httpVersion === '1.1' ? httpErrors.badRequest('The request has no Host header.') : undefined;
  // Several Host headers are refused, because Node.js uses the first one and a proxy may use the last.
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count > 1 ? httpErrors.badRequest('The request has several Host headers.') : undefined;
}
