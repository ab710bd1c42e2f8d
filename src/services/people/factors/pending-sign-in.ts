/**
 * Of a sign-in whose password was right and whose code is still missing. It opens nothing by itself. The browser keeps
 * it, signed together with what was checked, so it ends when the password or a factor changes.
 */
import type { StoredFactor } from '../../../domain/access/factors.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { areEqualTexts } from '../secret.ts';

export const PENDING_MINUTES = 10;
const PURPOSE = 'pending sign-in';
const PENDING = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/;

type Checked = { id: string; passwordHash: string | null; factors: readonly StoredFactor[] };

export function createPendingSignIn(keyring: Keyring, person: Checked, now: Date): string {
  const endsAt = String(now.getTime() + PENDING_MINUTES * 60_000);
  return [person.id, endsAt, keyring.sign(PURPOSE, buildSignedText(person, endsAt))].join('.');
}

/** Null if it has ended. The signature is not checked. */
export function findPendingPersonId(pending: string, now: Date): string | null {
  const [, personId = null, endsAt] = PENDING.exec(pending) ?? [];
  return now.getTime() < Number(endsAt) ? personId : null;
}

/** The password and the factors are still those that the person had. */
export function isPendingSignInOf(keyring: Keyring, pending: string, person: Checked): boolean {
  const [, , endsAt = '', signature = ''] = PENDING.exec(pending) ?? [];
  const signatures = keyring.signatures(PURPOSE, buildSignedText(person, endsAt));
  return signatures.some((own) => areEqualTexts(own, signature));
}

const buildSignedText = ({ id, passwordHash, factors }: Checked, endsAt: string): string =>
  JSON.stringify([id, endsAt, passwordHash, factors.map((factor) => factor.id)]);
