import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Holder } from '../sharing/shares.ts';
import { createTurns } from '../sharing/turns.ts';

const derive = promisify(argon2);
/** Checking a password takes a thread and 19 MiB, so a flood of sign-ins is refused instead of waiting for minutes. */
const TURNS = { atOnce: { process: 4 }, inLine: { process: 68, caller: 34 }, waitMs: 60_000 };
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Null if no request brings the password. */
type Address = Holder['caller'];

type Derivation = {
  nonce: Buffer;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
};

export type Passwords = ReturnType<typeof createPasswords>;

export function createPasswords() {
  const turns = createTurns(TURNS);
  let placeholder: Promise<string> | undefined;

  const inTurn = (address: Address, password: string, derivation: Derivation): Promise<Buffer> =>
    turns.run({ team: null, caller: address }, () =>
      // Keyboards may send a character such as "é" as one code point or as two.
      derive('argon2id', { message: password.normalize('NFKC'), ...derivation }),
    );

  /** By argon2id, as a PHC string with its own parameters and salt. */
  async function hash(password: string, address: Address): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES };
    const hash = await inTurn(address, password, { ...cost, nonce: salt, tagLength: HASH_BYTES });
    return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${toBase64(salt)}$${toBase64(hash)}`;
  }

  /** A stored hash may have other argon2id parameters than new ones. */
  async function verify(password: string, stored: string, address: Address): Promise<boolean> {
    const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
      stored,
    );
    if (!parts) return false;
    const [, memory, passes, parallelism, salt = '', hash = ''] = parts;
    const expected = Buffer.from(hash, 'base64');
    const actual = await inTurn(address, password, {
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    });
    return timingSafeEqual(actual, expected);
  }

  return {
    hash,
    verify,

    /** Takes the same time as `verify`, so that the time does not reveal that there is no password to compare with. */
    async verifyNothing(password: string, address: Address): Promise<false> {
      placeholder ??= hash(randomBytes(16).toString('hex'), null);
      await verify(password, await placeholder, address);
      return false;
    },
  };
}

const toBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
