import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fp from 'fastify-plugin';

export type Encoding = 'br' | 'gzip';

/** Below it, compression would save less than its headers cost. */
const MIN_COMPRESSED_LENGTH = 1_024;
/**
 * Up to it, handing an answer to another thread and back takes the event loop longer than compressing it
 * (docs/decisions.md has the figures).
 */
const MAX_SYNC_COMPRESSION_LENGTH = 65_536;

/** For answers that are made for one request: a third of the default level's time, a tenth more bytes. */
const FAST_BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const FAST_GZIP_OPTIONS = { level: constants.Z_BEST_SPEED };

type Done = (error: Error | null, compressed: Buffer) => void;

/**
 * In another thread, `done` is called without a promise. Node.js keeps the compressor and its callback until
 * V8 collects all of its memory. A promise's callback would keep the text as well, so that a few long answers
 * would make V8 do so.
 */
const TEXT_COMPRESSORS = {
  br: {
    now: (text: string) => brotliCompressSync(text, FAST_BROTLI_OPTIONS),
    later: (text: string, done: Done) => brotliCompress(text, FAST_BROTLI_OPTIONS, done),
  },
  gzip: {
    now: (text: string) => gzipSync(text, FAST_GZIP_OPTIONS),
    later: (text: string, done: Done) => gzip(text, FAST_GZIP_OPTIONS, done),
  },
} satisfies Record<Encoding, object>;

/** Null to send the answer uncompressed. */
export function chooseEncoding(accepted: string | string[] | undefined, length: number): Encoding | null {
  if (accepted === undefined || !isWorthCompressing(length)) return null;
  // In order of preference: Brotli produces the smallest answers.
  const encoding = negotiate(String(accepted), ['br', 'gzip', 'identity']);
  return encoding === 'identity' ? null : encoding;
}

export const isWorthCompressing = (length: number): boolean => length >= MIN_COMPRESSED_LENGTH;

/**
 * Compresses every answer that is a text, including errors. Static files are compressed once for all requests
 * (static-files.ts). @fastify/compress answers a HEAD with the uncompressed length (9,953 bytes where a GET
 * sends 286), sends long answers without a `Content-Length`, and does not compress the pages of unknown paths
 * (test/plugins/compression.test.ts).
 */
export const compression = fp(async (app) => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string') return done();
    const encoding = chooseEncoding(request.headers['accept-encoding'], payload.length);
    if (encoding === null) return done();
    reply.header('content-encoding', encoding).vary('Accept-Encoding');
    if (payload.length <= MAX_SYNC_COMPRESSION_LENGTH)
      return done(null, TEXT_COMPRESSORS[encoding].now(payload));
    TEXT_COMPRESSORS[encoding].later(payload, done);
  });
});
