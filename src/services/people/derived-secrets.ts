/**
 * Secrets of links in messages are derived from `APP_KEY` and the link's id: they are not stored, and every
 * try to send a message sends the same link.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../keys/keyring.ts';

type LinkPurpose = 'password_reset' | 'invitation';

const buildPurpose = (purpose: LinkPurpose): string => `link of ${purpose}`;
const computeDigest = (text: string) => hash('sha256', text, 'buffer');

export const deriveLinkSecret = (keyring: Keyring, purpose: LinkPurpose, id: string): string =>
  keyring.sign(buildPurpose(purpose), id);

/** From the present or an earlier `APP_KEY`. */
export function isLinkSecret(keyring: Keyring, purpose: LinkPurpose, id: string, secret: string): boolean {
  const sent = computeDigest(secret);
  const matches = keyring
    .signatures(buildPurpose(purpose), id)
    .map((signature) => timingSafeEqual(computeDigest(signature), sent));
  return matches.includes(true);
}
