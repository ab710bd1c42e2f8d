/**
 * A link's secret is derived from `APP_KEY` and the id of its row, so it is stored nowhere, and every try of
 * its message sends the same. Each is derived from `APP_KEY` and the id of its row, so it is stored nowhere,
 * and every try of its message sends the same.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../keys/keyring.ts';

export type LinkPurpose = 'password_reset' | 'invitation';

const buildPurpose = (purpose: LinkPurpose): string => `link of ${purpose}`;
const computeDigest = (text: string) => hash('sha256', text, 'buffer');

export const deriveLinkSecret = (keyring: Keyring, purpose: LinkPurpose, id: string): string =>
  keyring.sign(buildPurpose(purpose), id);

/** Whether this is the secret of a row's link, with the present or an earlier `APP_KEY`. */
export function isLinkSecret(keyring: Keyring, purpose: LinkPurpose, id: string, secret: string): boolean {
  const sent = computeDigest(secret);
  const matches = keyring
    .signatures(buildPurpose(purpose), id)
    .map((signature) => timingSafeEqual(computeDigest(signature), sent));
  return matches.includes(true);
}
