/** Closes connections whose callers do not read their answers, which would otherwise stay in memory. */
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fp from 'fastify-plugin';

/** For an answer in JSON or HTML. */
const MAX_READING_MS = 20_000;
const MADE_FOR_REQUEST_PATTERN = /json|html/;
/** While a caller reads a file or a streamed answer. */
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
