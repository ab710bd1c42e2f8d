import { crc32 } from 'node:zlib';

/**
 * `ink_`, 40 random base62 characters, and 6 of checksum. Prefix and checksum let secret scanners recognise a
 * token, and a mistyped one be refused without a query.
 */
const PREFIX = 'ink_';
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/**
 * Random bytes from this value on are skipped: they would make the first characters of the alphabet more
 * likely.
 */
const UNBIASED_BYTES = 248;

/** More than `toToken` uses, because it skips some. */
export const TOKEN_BYTES = 256;

/** Throws if too few of the bytes are usable, which never happens by chance. */
export function toToken(bytes: Uint8Array): string {
  const characters = [...bytes]
    .filter((byte) => byte < UNBIASED_BYTES)
    .slice(0, RANDOM_LENGTH)
    .map((byte) => BASE62[byte % BASE62.length]);
  if (characters.length < RANDOM_LENGTH) throw new RangeError('Too few random bytes for a token.');
  const body = characters.join('');
  return PREFIX + body + computeChecksum(body);
}

/**
 * 24 to 255 visible ASCII characters and, with our prefix, a correct checksum. Tokens that were imported from
 * other systems may have another form.
 */
export function isPossibleToken(text: string): boolean {
  if (!/^[\x21-\x7e]{24,255}$/.test(text)) return false;
  if (!/^ink_[0-9A-Za-z]*$/.test(text)) return true;
  const body = text.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return body.length === RANDOM_LENGTH && text.endsWith(computeChecksum(body));
}

/** CRC-32 in base62. 62^6 is more than 2^32, so six characters always suffice. */
function computeChecksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let position = 0; position < CHECKSUM_LENGTH; position += 1) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
