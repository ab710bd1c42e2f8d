/** The codes of a second factor: those of authenticator apps, and recovery codes (docs/rules.md, 27.10 and 27.11). */
import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../../db/client.ts';
import {
  closeFactorStep,
  replaceRecoveryCodes,
  useRecoveryCode,
} from '../../../db/queries/people/factors.ts';
import type { StoredFactor } from '../../../domain/access/factors.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { hashSecret } from '../secret.ts';
import { openFactorSecret } from './secrets.ts';
import { findTotpStep } from './totp.ts';

const RECOVERY_CODES = 10;
/** 80 bits, so a plain hash cannot be reversed. */
const LETTERS_OF_CODE = 16;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

type Holder = { id: string; factors: readonly StoredFactor[] };

/**
 * Uses the code up: the step of an app's code is closed with all earlier ones, and a recovery code is used. Of several
 * attempts at once with one code, over all processes, one is accepted.
 */
export async function acceptCode(
  tx: Transaction,
  keyring: Keyring,
  person: Holder,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  const typed = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  if (person.factors.length === 0) return false;
  if (typed.length === LETTERS_OF_CODE) return useRecoveryCode(tx, person.id, hashSecret(typed), now);
  for (const factor of person.factors) {
    const step = findTotpStep(openFactorSecret(keyring, person.id, factor), typed, now);
    if (step !== null && (await closeFactorStep(tx, { account: person.id, factorId: factor.id }, step)))
      return true;
  }
  return false;
}

/** Returns them to be shown this once. Earlier ones no longer work. */
export async function makeRecoveryCodes(tx: Transaction, personId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  await replaceRecoveryCodes(tx, personId, codes.map(hashSecret));
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'));
}

/** 32 letters divide 256, so each is as likely as any other. */
const createRecoveryCode = (): string =>
  [...randomBytes(LETTERS_OF_CODE)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
