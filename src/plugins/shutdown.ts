import type { IncomingMessage, Server } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { httpErrors } from '@fastify/sensible';
import fp from 'fastify-plugin';
import { answerOnSocket, buildAnswer } from './errors.ts';
import type { SecurityHeaders } from './security.ts';
import { NO_ROUTE_MESSAGE } from './unknown-routes.ts';

/** After this many checks without a new request, a shutdown no longer waits for open connections. */
const QUIET_CHECKS_BEFORE_CLOSE = 25;
const QUIET_CHECK_INTERVAL_MS = 20;
const MAX_WAIT_FOR_CALLERS_MS = 3_000;

/** A turn may have begun after it looked for connections. */
const QUIET_TURNS_BEFORE_CLOSE = 3;
const MAX_WAIT_FOR_CONNECTIONS_MS = 1_000;

export const SHUTTING_DOWN_MESSAGE = 'The service is shutting down.';

/**
 * Until all clients have closed their connections, or none sends requests any more. A request on its way when
 * its connection is closed would be lost, and its caller could not know whether it was carried out. Measured
 * in checks and not in seconds, so that a busy machine waits longer.
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

/**
 * Until no connection waits to be accepted: those that wait when the server stops listening are reset, and their requests
 * lost. Node.js accepts one in each turn of the event loop.
 */
async function waitUntilAccepted(server: Server): Promise<void> {
  let isAccepting = false;
  const note = () => {
    isAccepting = true;
  };
  server.on('connection', note);
  const endsAt = Date.now() + MAX_WAIT_FOR_CONNECTIONS_MS;
  for (let quiet = 0; quiet < QUIET_TURNS_BEFORE_CLOSE && Date.now() < endsAt; quiet += 1) {
    isAccepting = false;
    await setImmediate();
    if (isAccepting) quiet = 0;
  }
  server.off('connection', note);
}

type ShutdownOptions = {
  security: SecurityHeaders;
  finishWithinMs: number;
  /** Still serves before a shutdown, so that callers can go elsewhere. */
  isDraining: () => boolean;
};

/**
 * Loses no requests. Also sets the headers of every answer, and refuses with our own messages what Node.js
 * and Fastify would refuse before any hook.
 */
export const shutdown = fp<ShutdownOptions>(async (app, { security, finishWithinMs, isDraining }) => {
  let isClosing = false;
  /** On which a request has arrived. */
  const used = new WeakSet<Socket>();
  let refusedCount = 0;
  app.addHook('preClose', async () => {
    await waitUntilAccepted(app.server);
    isClosing = true;
    // Stops accepting connections: clients can safely try another process. The HTTP server's own `close`
    // would at once close idle connections on which a request may be on its way.
    if (app.server.listening) Listener.prototype.close.call(app.server);
    // Unfinished requests could delay the stop for ever: Node.js no longer checks its time limits once a
    // server does not listen.
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
    // A proxy opens connections to another process while there is time.
    if (isDraining()) reply.header('connection', 'close');
    // Requests on open connections get a 503, so that their clients use another process. The first request of
    // a connection is served: it was on its way when the server stopped listening, and its client may not be
    // able to send it again.
    if (isClosing && !isFirstOfConnection) {
      refusedCount += 1;
      done(app.httpErrors.serviceUnavailable(SHUTTING_DOWN_MESSAGE));
    } else done(findHostError(request.raw));
  });
  // An unknown `Expect` is ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // `Expect: 100-continue` is answered only when the body is about to be read, so not if the request is
  // refused.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
    done(null, payload);
  });
  app.server.on('connect', (_request, socket: Socket) =>
    answerOnSocket(socket, buildAnswer(404, NO_ROUTE_MESSAGE), security),
  );
});

/** Exactly one Host header is required. HTTP/1.0 needs none. */
function findHostError({ headers, rawHeaders, httpVersion }: IncomingMessage): Error | undefined {
  if (headers.host === undefined)
    return httpVersion === '1.1' ? httpErrors.badRequest('The request has no Host header.') : undefined;
  // Node.js would use the first one, and a proxy may use the last.
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count > 1 ? httpErrors.badRequest('The request has several Host headers.') : undefined;
}
