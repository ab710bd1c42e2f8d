import { Secret } from 'otpauth';
import type { StoredFactor } from '../../../domain/access/factors.ts';
import { toInstantText } from '../../../domain/formats.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { newId } from '../../new-id.ts';

const SECRET_BYTES = 20;
/** From the page that shows the secret to the first code of the app. */
const SETUP_MS = 3_600_000;

/** An app that is being added. Nothing of it is stored: `sealed` goes to the browser and back. */
export type FactorSetup = { id: string; secret: string; sealed: string };

export const openFactorSecret = (
  keyring: Keyring,
  personId: string,
  { id, ciphertext, keyId }: StoredFactor,
): string => keyring.open(ciphertext, keyId, { personId, factorId: id });

export const sealFactorSecret = (
  keyring: Keyring,
  personId: string,
  { id, secret }: { id: string; secret: string },
): Pick<StoredFactor, 'ciphertext' | 'keyId'> => ({
  ciphertext: keyring.seal(secret, { personId, factorId: id }),
  keyId: keyring.currentKeyId,
});

/** The secret is in base32. */
export function createFactorSetup(keyring: Keyring, personId: string, now: Date): FactorSetup {
  const id = newId();
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const text = JSON.stringify({ secret, endsAt: now.getTime() + SETUP_MS });
  const { ciphertext, keyId } = sealFactorSecret(keyring, personId, { id, secret: text });
  return {
    id,
    secret,
    sealed: [id, keyId, Buffer.from(ciphertext, 'base64').toString('base64url')].join('.'),
  };
}

/** Null if it is another person's, too old, or not one of ours. */
export function openFactorSetup(
  keyring: Keyring,
  personId: string,
  sealed: string,
  now: Date,
): FactorSetup | null {
  const [id = '', keyId = '', ciphertext = ''] = sealed.split('.');
  if (!keyring.keyIds.includes(keyId)) return null;
  try {
    const text = keyring.open(ciphertext, keyId, { personId, factorId: id });
    const { secret, endsAt } = JSON.parse(text) as { secret: string; endsAt: number };
    return now.getTime() < endsAt ? { id, secret, sealed } : null;
  } catch {
    return null;
  }
}

export const buildStoredFactor = (
  keyring: Keyring,
  personId: string,
  { id, secret }: FactorSetup,
  { name, now }: { name: string; now: Date },
): StoredFactor => ({
  id,
  name,
  ...sealFactorSecret(keyring, personId, { id, secret }),
  createdAt: toInstantText(now),
});
