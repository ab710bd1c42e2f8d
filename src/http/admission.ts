import type { FastifyInstance } from 'fastify';
import { missingHost, shuttingDown } from './errors.ts';

/**
 * Refuses what is refused whatever it asks for, in our own words: Node and fastify would answer by themselves here,
 * past every hook and handler.
 */
export function admitRequests(app: FastifyInstance, { finishWithinMs }: { finishWithinMs: number }): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    // Node's own deadlines end with the listening, so one half of a request would hold the stop up for ever.
    const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs).unref();
    app.server.once('close', () => clearTimeout(cut));
    done();
  });
  app.addHook('onRequest', async ({ raw }) => {
    // On connections that are still open while the server stops: whoever stands before it asks another one.
    if (isClosing) throw shuttingDown();
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw missingHost();
  });
  // An expectation that nobody knows is one that need not be met.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}
