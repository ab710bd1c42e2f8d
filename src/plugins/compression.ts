import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fp from 'fastify-plugin';

export type Encoding = 'br' | 'gzip';

/**
 * The length below which an answer is not compressed, because compression would save less than its headers
 * cost.
 */
const MIN_COMPRESSED_LENGTH = 1_024;
/**
 * The length up to which an answer is compressed synchronously. Handing a short answer to another thread and
 * back takes the event loop longer than compressing it (docs/decisions.md has the figures).
 */
const MAX_SYNC_COMPRESSION_LENGTH = 65_536;

/**
 * Answers that are made for one request are compressed at the lowest level, which takes a third of the
 * default level's time and produces a tenth more bytes.
 */
const FAST_BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const FAST_GZIP_OPTIONS = { level: constants.Z_BEST_SPEED };

type Done = (error: Error | null, compressed: Buffer) => void;

/**
 * Compression in another thread calls `done` itself, without a promise. Node.js keeps the compressor until V8 collects
 * all of its memory, and the compressor keeps its callback. A promise's callback would keep the text as well, so that
 * a few long answers would make V8 collect all of its memory.
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

/** Chooses the `Content-Encoding` of an answer, or null to send it uncompressed. */
export function chooseEncoding(accepted: string | string[] | undefined, length: number): Encoding | null {
  if (accepted === undefined || !isWorthCompressing(length)) return null;
  // Encodings are in order of preference, and Brotli is the first one because it produces the smallest
  // answer.
  const encoding = negotiate(String(accepted), ['br', 'gzip', 'identity']);
  return encoding === 'identity' ? null : encoding;
}

export const isWorthCompressing = (length: number): boolean => length >= MIN_COMPRESSED_LENGTH;

/**
 * Compresses every answer that is a text, including error answers. Static files are compressed elsewhere,
 * once for all requests (static-files.ts). @fastify/compress is not used, because it answers a HEAD with the
 * uncompressed length: 9,953 bytes where a GET sends 286. @fastify/compress also sends long answers without a
 * `Content-Length`, and does not compress the pages of unknown paths (test/plugins/compression.test.ts).
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
