import { deflateSync, inflateSync } from 'node:zlib';

/**
 * Answers shorter than this are left to PostgreSQL to compress, which is faster, because starting zlib takes a
 * tenth of a millisecond.
 */
const COMPRESSED_FROM_CHARACTERS = 8_192;
/**
 * The byte with which zlib data begins. An answer that is not compressed never begins with zlib's first byte,
 * because it is JSON or empty.
 */
const ZLIB_MARK = 0x78;
const FAST = { level: 1 };

/** An answer's body as it is stored, compressed to about a tenth of its size if it is long. */
export const packAnswer = (body: string): Buffer =>
  body.length < COMPRESSED_FROM_CHARACTERS ? Buffer.from(body) : deflateSync(body, FAST);

export const unpackAnswer = (stored: Buffer): string =>
  (stored[0] === ZLIB_MARK ? inflateSync(stored) : stored).toString();
