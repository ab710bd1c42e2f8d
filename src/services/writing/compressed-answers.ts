import { deflateSync, inflateSync } from 'node:zlib';

/** Shorter answers are left to PostgreSQL, because starting zlib takes a tenth of a millisecond. */
const COMPRESSED_FROM_CHARACTERS = 8_192;
/** zlib data begins with it, and other answers do not: they are JSON or empty. */
const ZLIB_MARK = 0x78;
const FAST = { level: 1 };

/** Long answers take about a tenth of their size. */
export const packAnswer = (body: string): Buffer =>
  body.length < COMPRESSED_FROM_CHARACTERS ? Buffer.from(body) : deflateSync(body, FAST);

export const unpackAnswer = (stored: Buffer): string =>
  (stored[0] === ZLIB_MARK ? inflateSync(stored) : stored).toString();
