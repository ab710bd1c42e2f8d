import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Keyring } from '../../../services/keys/keyring.ts';
import type { WebhookRecord } from '../db/queries/webhooks.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** The previous secret also signs for this time. */
const BOTH_FOR_MS = 24 * 3_600_000;

type SealedWebhook = Pick<
  WebhookRecord,
  'teamId' | 'id' | 'ciphertext' | 'keyId' | 'previousCiphertext' | 'previousKeyId' | 'previousUntil'
>;

export const createWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

const toSealedRow = ({ teamId, id }: Pick<WebhookRecord, 'teamId' | 'id'>) => ({ teamId, tokenId: id });

export const sealWebhookSecret = (
  keyring: Keyring,
  webhook: Pick<WebhookRecord, 'teamId' | 'id'>,
  secret: string,
) => ({ ciphertext: keyring.seal(secret, toSealedRow(webhook)), keyId: keyring.currentKeyId });

export const openWebhookSecret = (keyring: Keyring, webhook: SealedWebhook): string =>
  keyring.open(webhook.ciphertext, webhook.keyId, toSealedRow(webhook));

export const buildRotatedSecret = (keyring: Keyring, webhook: SealedWebhook, secret: string, now: Date) => ({
  ...sealWebhookSecret(keyring, webhook, secret),
  previousCiphertext: webhook.ciphertext,
  previousKeyId: webhook.keyId,
  previousUntil: new Date(now.getTime() + BOTH_FOR_MS),
});

const findPrevious = ({ previousCiphertext, previousKeyId, previousUntil }: SealedWebhook) =>
  previousCiphertext !== null && previousKeyId !== null && previousUntil !== null
    ? { ciphertext: previousCiphertext, keyId: previousKeyId, until: previousUntil }
    : null;

export type WebhookSigner = ReturnType<typeof createWebhookSigner>;

/**
 * By Standard Webhooks. Decrypting a secret is slower than signing, so each secret is decrypted only once.
 */
export function createWebhookSigner(keyring: Keyring) {
  const opened = new Map<string, KeyObject>();

  function openKey(webhook: SealedWebhook, ciphertext: string, keyId: string): KeyObject {
    const known = opened.get(ciphertext);
    if (known) return known;
    const secret = keyring.open(ciphertext, keyId, toSealedRow(webhook));
    const key = createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));
    opened.set(ciphertext, key);
    return key;
  }

  return (webhook: SealedWebhook, signed: string, now: Date): string => {
    const present = computeSignature(openKey(webhook, webhook.ciphertext, webhook.keyId), signed);
    const previous = findPrevious(webhook);
    if (!previous || now >= previous.until) return present;
    return `${present} ${computeSignature(openKey(webhook, previous.ciphertext, previous.keyId), signed)}`;
  };
}

const computeSignature = (key: KeyObject, signed: string): string =>
  `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;

export const resealWebhookSecrets = (keyring: Keyring, webhook: SealedWebhook) => {
  const { previousCiphertext, previousKeyId } = webhook;
  const former =
    previousCiphertext === null || previousKeyId === null || !keyring.keyIds.includes(previousKeyId)
      ? null
      : sealWebhookSecret(
          keyring,
          webhook,
          keyring.open(previousCiphertext, previousKeyId, toSealedRow(webhook)),
        );
  return {
    ...sealWebhookSecret(keyring, webhook, openWebhookSecret(keyring, webhook)),
    previousCiphertext: former?.ciphertext ?? null,
    previousKeyId: former?.keyId ?? null,
  };
};
