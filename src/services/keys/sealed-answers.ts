/** Answers under idempotency keys that show a secret are encrypted. `key rotate` encrypts them again. */

import type { TeamScope } from '../team-scope.ts';
import type { WriteOptions } from '../write.ts';
import type { Keyring } from './keyring.ts';

/** The first byte of an encrypted answer. Others are JSON or zlib data, which begin with other bytes. */
export const SEALED_MARK = 0x01;
const KEY_ID_LENGTH = 16;

const toSealedRow = (teamId: number, key: string) => ({ teamId, tokenId: `answer ${key}` });

export const sealAnswer = (keyring: Keyring, teamId: number, key: string, body: string): Buffer =>
  Buffer.concat([
    Buffer.from([SEALED_MARK]),
    Buffer.from(keyring.currentKeyId + keyring.seal(body, toSealedRow(teamId, key))),
  ]);

export function openAnswer(keyring: Keyring, teamId: number, key: string, stored: Buffer): string {
  const text = stored.subarray(1).toString();
  return keyring.open(text.slice(KEY_ID_LENGTH), text.slice(0, KEY_ID_LENGTH), toSealedRow(teamId, key));
}

export const readKeyIdOfAnswer = (stored: Buffer): string => stored.subarray(1, 1 + KEY_ID_LENGTH).toString();

export function withSealedAnswer<Value>(
  { keyring, teamId }: Pick<TeamScope, 'keyring' | 'teamId'>,
  options: WriteOptions<Value>,
): WriteOptions<Value> {
  const { idempotency } = options;
  if (!idempotency) return options;
  const { key } = idempotency;
  const pack = (body: string) => sealAnswer(keyring, teamId, key, body);
  const unpack = (stored: Buffer) => openAnswer(keyring, teamId, key, stored);
  return { ...options, idempotency: { ...idempotency, pack, unpack } };
}
