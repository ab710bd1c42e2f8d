import type { TokenScope } from './vocabulary.ts';

/**
 * The form of an API token (contract, section 10): `ink_`, 40 random base62 characters, and 6 that check the rest, so
 * that a mistyped token is refused without asking the database and secret scanners can recognise one.
 */
const PREFIX = 'ink_';
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes from here on would make the first characters of the alphabet likelier than the others. */
const UNBIASED_BYTES = 248;

/** How many random bytes `tokenFromBytes` wants to be given: far more than it needs, as it passes some over. */
export const TOKEN_BYTES = 256;

/** Makes a token of random bytes. Throws where too few of them are usable, which by chance never happens. */
export function tokenFromBytes(bytes: Uint8Array): string {
  const characters = [...bytes]
    .filter((byte) => byte < UNBIASED_BYTES)
    .slice(0, RANDOM_LENGTH)
    .map((byte) => BASE62[byte % BASE62.length]);
  if (characters.length < RANDOM_LENGTH) throw new RangeError('Too few random bytes for a token.');
  const body = characters.join('');
  return PREFIX + body + checksumOf(body);
}

/**
 * Whether a text can be a token at all: 24 to 255 visible ASCII characters, and where it has our own form, a right
 * checksum. Tokens brought from other systems may have another form.
 */
export function isPossibleToken(text: string): boolean {
  if (!/^[\x21-\x7e]{24,255}$/.test(text)) return false;
  if (!/^ink_[0-9A-Za-z]*$/.test(text)) return true;
  const body = text.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return body.length === RANDOM_LENGTH && text.endsWith(checksumOf(body));
}

/** CRC-32 of the body in base62: 62^6 is more than 2^32, so six characters always do. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let position = 0; position < CHECKSUM_LENGTH; position += 1) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Whether a scope allows writes, where its team enforces scopes. */
export const mayWrite = (scope: TokenScope): boolean => MAY_WRITE[scope];

const MAY_WRITE = { 'read-write': true, 'read-only': false } satisfies Record<TokenScope, boolean>;
