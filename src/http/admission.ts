import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { missingHost, shuttingDown } from './errors.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** How long callers who keep their connection may take to come again, and be told that they have to go. */
const LEAVE_WITHIN_MS = 500;
const LOOK_EVERY_MS = 20;

/**
 * Waits until every caller has been told to go, or none comes any more. A connection that is ended while a request is
 * on its way through it would lose that request: its caller cannot know whether it has been answered.
 */
async function untilLeft(server: Server): Promise<void> {
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((error, open) => resolve(error ? 0 : open)));
  for (const endsAt = Date.now() + LEAVE_WITHIN_MS; Date.now() < endsAt; await sleep(LOOK_EVERY_MS))
    if ((await count()) === 0) return;
}

/**
 * Gives every answer its headers, and refuses what is refused whatever it asks for, in our own words: Node and fastify would answer by themselves here,
 * past every hook and handler.
 */
export function admitRequests(
  app: FastifyInstance,
  { security, finishWithinMs }: { security: SecurityHeaders; finishWithinMs: number },
): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    // Node's own deadlines end with the listening, so one half of a request would hold the stop up for ever.
    const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs).unref();
    app.server.once('close', () => clearTimeout(cut));
    await untilLeft(app.server);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(security.of(request));
    reply.header('x-request-id', request.id);
    const { headers, httpVersion } = request.raw;
    // On connections that are still open while the server stops: whoever stands before it asks another one.
    if (isClosing) done(shuttingDown());
    else if (headers.host === undefined && httpVersion === '1.1') done(missingHost());
    else done();
  });
  // An expectation that nobody knows is one that need not be met.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}
