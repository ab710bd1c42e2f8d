import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import fp from 'fastify-plugin';
import { buildBusyError } from '../errors.ts';

const KIB = 1_024;
/** Bodies up to this size are always read. The maximum number of connections with such bodies fits into memory. */
const SMALL_BODY_BYTES = 16 * KIB;
/** The size of all larger bodies together, until their requests are answered. */
const MAX_LARGE_BODIES_BYTES = 64 * KIB * KIB;

/**
 * Limits the memory of bodies over all connections. A body counts as it arrives, so that nobody can reserve memory with
 * a header alone. A body that would exceed the limit gets a 503 with `Retry-After`.
 */
export const boundBodyMemory = fp(async (app) => {
  let heldBytes = 0;
  app.addHook('preParsing', (request, reply, payload, done) => {
    const declared = Number(request.headers['content-length'] ?? Number.NaN);
    if (declared <= SMALL_BODY_BYTES || !hasBody(request.raw)) return done(null, payload);
    let receivedBytes = 0;
    let ownBytes = 0;
    const countingStream = new Transform({
      transform(chunk: Buffer, _encoding, pass) {
        receivedBytes += chunk.length;
        const moreBytes = Math.max(0, receivedBytes - SMALL_BODY_BYTES) - ownBytes;
        if (heldBytes + moreBytes > MAX_LARGE_BODIES_BYTES) return pass(buildBusyError());
        heldBytes += moreBytes;
        ownBytes += moreBytes;
        pass(null, chunk);
      },
    });
    reply.raw.once('close', () => {
      heldBytes -= ownBytes;
      // The rest of a refused body is read and dropped, as Node.js does, because the next request follows it.
      payload.unpipe(countingStream).resume();
      countingStream.destroy();
    });
    // An error of the transform leaves the request readable, so that its answer arrives. With `pipeline` it would not.
    payload.once('error', (error) => countingStream.destroy(error));
    done(null, payload.pipe(countingStream));
  });
});

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
