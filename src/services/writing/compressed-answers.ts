import { deflateSync, inflateSync } from 'node:zlib';

/** PostgreSQL compresses shorter answers itself, in less time: starting zlib takes a tenth of a millisecond. */
const COMPRESSED_FROM_CHARACTERS = 8_192;
/**
 * zlib data begins with this byte. An answer that is stored as it is never begins with it, because it is JSON or empty.
 */
const ZLIB_MARK = 0x78;
const FAST = { level: 1 };

/** An answer's body as it is stored. Long ones are compressed, to about a tenth of their size. */
export const packAnswer = (body: string): Buffer =>
  body.length < COMPRESSED_FROM_CHARACTERS ? Buffer.from(body) : deflateSync(body, FAST);

export const unpackAnswer = (stored: Buffer): string =>
  (stored[0] === ZLIB_MARK ? inflateSync(stored) : stored).toString();
