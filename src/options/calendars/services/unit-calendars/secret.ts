import { createHash, randomBytes, randomInt } from 'node:crypto';

/**
 * 32 characters with 128 random bits and the team's id, which they mask. The secret says the team, so a
 * request for a calendar needs only that team's node of a cluster.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);
const LENGTH = 32;
const FORM = /^[0-9A-Za-z]{32}$/;

const RANDOM_BYTES = 16;
const TEAM_BITS = 56n;
const TEAM_MASK = (1n << TEAM_BITS) - 1n;
const VALUE_BITS = BigInt(RANDOM_BYTES * 8) + TEAM_BITS;
const VALUE_MASK = (1n << VALUE_BITS) - 1n;
/**
 * A value is moved by a random multiple of its range, so that no character is always the same. This is how often
 * the range fits into 32 characters.
 */
const TIMES = Number((BASE ** BigInt(LENGTH)) >> VALUE_BITS);

const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

function computeMask(random: bigint): bigint {
  const digest = createHash('sha256').update(`calendar ${random}`).digest();
  return toNumber(digest) & TEAM_MASK;
}

export function createCalendarSecret(teamId: number): string {
  const random = toNumber(randomBytes(RANDOM_BYTES));
  const value = (random << TEAM_BITS) | (BigInt(teamId) ^ computeMask(random));
  let rest = (BigInt(randomInt(TIMES)) << VALUE_BITS) | value;
  let text = '';
  for (let position = 0; position < LENGTH; position += 1) {
    text = (DIGITS[Number(rest % BASE)] ?? '') + text;
    rest /= BASE;
  }
  return text;
}

/** Null if no team can have the secret. */
export function findTeamIdInSecret(secret: string): number | null {
  if (!FORM.test(secret)) return null;
  let number = 0n;
  for (const digit of secret) number = number * BASE + BigInt(DIGITS.indexOf(digit));
  const value = number & VALUE_MASK;
  const teamId = Number((value & TEAM_MASK) ^ computeMask(value >> TEAM_BITS));
  return Number.isSafeInteger(teamId) ? teamId : null;
}
