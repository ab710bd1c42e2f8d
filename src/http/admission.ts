import type { IncomingMessage, Server } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { answerOnSocket, missingHost, severalHosts, shuttingDown, unknownPath } from './errors.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** Callers who keep their connection are waited for until none has come for so many looks. */
const QUIET_LOOKS = 25;
const LOOK_EVERY_MS = 20;
const LEAVE_WITHIN_MS = 3_000;

/**
 * Waits until every caller has been told to go, or none comes any more. A connection that is ended while a request is
 * on its way through it would lose that request: its caller cannot know whether it has been answered. Looks are
 * counted and not the time, so that a busy machine waits longer.
 */
async function untilLeft(server: Server, toldCount: () => number): Promise<void> {
  const connectionCount = () =>
    new Promise<number>((resolve) => server.getConnections((error, open) => resolve(error ? 0 : open)));
  const endsAt = Date.now() + LEAVE_WITHIN_MS;
  let told = toldCount();
  for (let quiet = 0; quiet < QUIET_LOOKS && Date.now() < endsAt; quiet += 1) {
    if ((await connectionCount()) === 0) return;
    await sleep(LOOK_EVERY_MS);
    if (toldCount() > told) quiet = 0;
    told = toldCount();
  }
}

/**
 * Gives every answer its headers, and refuses what is refused whatever it asks for, in our own words: Node and fastify
 * would answer by themselves here, past every hook and handler.
 */
export function admitRequests(
  app: FastifyInstance,
  { security, finishWithinMs }: { security: SecurityHeaders; finishWithinMs: number },
): void {
  let isClosing = false;
  let toldCount = 0;
  app.addHook('preClose', async () => {
    isClosing = true;
    // Nobody new is let in, so that nobody is cut off who has come just now: whoever is refused may safely ask elsewhere.
    // Not by the close of the HTTP server, which ends connections at once on which a request may be on its way.
    if (app.server.listening) Listener.prototype.close.call(app.server);
    // Node's own deadlines end with the listening, so one half of a request would hold the stop up for ever.
    const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs).unref();
    app.server.once('close', () => clearTimeout(cut));
    await untilLeft(app.server, () => toldCount);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(security.of(request));
    reply.header('x-request-id', request.id);
    // On connections that are still open while the server stops: whoever stands before it asks another one.
    if (isClosing) {
      toldCount += 1;
      done(shuttingDown());
    } else done(problemOfHost(request.raw));
  });
  // An expectation that nobody knows is one that need not be met.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // A caller that waits to be asked for its body is asked once the body is wanted, and not if it is refused.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
    done(null, payload);
  });
  app.server.on('connect', (_request, socket: Socket) => answerOnSocket(socket, unknownPath(), security));
}

/** What is wrong with the Host headers of a request; a caller of HTTP/1.0 need not send one. */
function problemOfHost({ headers, rawHeaders, httpVersion }: IncomingMessage): Error | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? missingHost() : undefined;
  // Node.js keeps the first of several. A proxy may go by the last.
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count > 1 ? severalHosts() : undefined;
}
