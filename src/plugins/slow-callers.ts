/** Ends connections whose callers do not read their answers, which stay in memory until then. */
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fp from 'fastify-plugin';

/** The time limit for reading an answer that is made for its request. */
const MAX_READING_MS = 20_000;
const MADE_FOR_REQUEST_PATTERN = /json|html/;
/**
 * The time limit for reading files and streamed answers. The time for reading a stream begins anew with each
 * byte that is taken.
 */
const MAX_IDLE_MS = 30_000;

export const cutSlowCallers = fp(async (app) => {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const { raw } = reply;
    const isMade = MADE_FOR_REQUEST_PATTERN.test(String(reply.getHeader('content-type')));
    if (isMade && !(payload instanceof Readable)) {
      const cut = setTimeout(() => raw.destroy(), MAX_READING_MS).unref();
      raw.once('close', () => clearTimeout(cut));
    } else if (raw.socket instanceof Socket) raw.socket.setTimeout(MAX_IDLE_MS);
    done();
  });
});
