import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fp from 'fastify-plugin';

export type Encoding = 'br' | 'gzip';

/** The length of an answer below which compressing saves less than its headers cost. */
const MIN_COMPRESSED_LENGTH = 1_024;
/**
 * Up to this length, an answer is compressed at once. Passing an answer to another thread and back would take
 * the event loop longer than compressing it (docs/decisions.md has the figures).
 */
const MAX_SYNC_COMPRESSION_LENGTH = 65_536;

/**
 * The compression level of answers that are made for one request: a third of the default level's time, and a
 * tenth more bytes.
 */
const FAST_BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const FAST_GZIP_OPTIONS = { level: constants.Z_BEST_SPEED };

const TEXT_COMPRESSORS = {
  br: {
    now: (text: string) => brotliCompressSync(text, FAST_BROTLI_OPTIONS),
    later: (text: string) => promisify(brotliCompress)(text, FAST_BROTLI_OPTIONS),
  },
  gzip: {
    now: (text: string) => gzipSync(text, FAST_GZIP_OPTIONS),
    later: (text: string) => promisify(gzip)(text, FAST_GZIP_OPTIONS),
  },
} satisfies Record<Encoding, object>;

/** The encoding of an answer, or null to send its content as it is. */
export function chooseEncoding(accepted: string | string[] | undefined, length: number): Encoding | null {
  if (accepted === undefined || !isWorthCompressing(length)) return null;
  // Encodings of answers in the order of the smallest result.
  const encoding = negotiate(String(accepted), ['br', 'gzip', 'identity']);
  return encoding === 'identity' ? null : encoding;
}

export const isWorthCompressing = (length: number): boolean => length >= MIN_COMPRESSED_LENGTH;

/**
 * Compresses every text that a route or an error answers with. Static files are compressed once
 * (static-files.ts). Compression is our own because @fastify/compress answers a HEAD with the length of the
 * text, 9,953 bytes where a GET sends 286. The plugin @fastify/compress also sends long answers without a
 * length, and leaves the pages of unknown paths as they are (test/plugins/compression.test.ts).
 */
export const compression = fp(async (app) => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string') return done();
    const encoding = chooseEncoding(request.headers['accept-encoding'], payload.length);
    if (encoding === null) return done();
    reply.header('content-encoding', encoding).vary('Accept-Encoding');
    if (payload.length <= MAX_SYNC_COMPRESSION_LENGTH)
      return done(null, TEXT_COMPRESSORS[encoding].now(payload));
    TEXT_COMPRESSORS[encoding].later(payload).then((compressed) => done(null, compressed), done);
  });
});
