import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookRecord } from '../../db/queries/webhooks.ts';
import type { Keyring } from '../keyring.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** How long deliveries are also signed with the previous secret. */
const BOTH_FOR_MS = 24 * 3_600_000;

type Sealed = Pick<
  WebhookRecord,
  'teamId' | 'id' | 'ciphertext' | 'keyId' | 'previousCiphertext' | 'previousKeyId' | 'previousUntil'
>;

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

const rowOf = ({ teamId, id }: Pick<WebhookRecord, 'teamId' | 'id'>) => ({ teamId, tokenId: id });

/** The stored form of a secret: encrypted like a token, for its own row. */
export const sealedSecret = (
  keyring: Keyring,
  webhook: Pick<WebhookRecord, 'teamId' | 'id'>,
  secret: string,
) => ({ ciphertext: keyring.seal(secret, rowOf(webhook)), keyId: keyring.currentKeyId });

export const openSecret = (keyring: Keyring, webhook: Sealed): string =>
  keyring.open(webhook.ciphertext, webhook.keyId, rowOf(webhook));

/** The columns that change as a webhook gets a new secret. */
export const rotatedSecret = (keyring: Keyring, webhook: Sealed, secret: string, now: Date) => ({
  ...sealedSecret(keyring, webhook, secret),
  previousCiphertext: webhook.ciphertext,
  previousKeyId: webhook.keyId,
  previousUntil: new Date(now.getTime() + BOTH_FOR_MS),
});

/** Opening a secret costs as much as the rest of a signature, and a session signs many messages for one webhook. */
const opened = new WeakMap<Sealed, { present: string; previous: string | null }>();

/** The secrets with which a delivery is signed: the present one, and for a day the previous one as well. */
export function signingSecrets(keyring: Keyring, webhook: Sealed, now: Date): string[] {
  const { previousCiphertext, previousKeyId, previousUntil } = webhook;
  const hasPrevious = previousCiphertext !== null && previousKeyId !== null && previousUntil !== null;
  const secrets = opened.get(webhook) ?? {
    present: openSecret(keyring, webhook),
    previous:
      hasPrevious && now < previousUntil
        ? keyring.open(previousCiphertext, previousKeyId, rowOf(webhook))
        : null,
  };
  opened.set(webhook, secrets);
  const { present, previous } = secrets;
  return previous !== null && hasPrevious && now < previousUntil ? [present, previous] : [present];
}

/** The columns of the secrets under the current key. */
export const resealed = (keyring: Keyring, webhook: Sealed) => {
  const { previousCiphertext, previousKeyId } = webhook;
  const former =
    previousCiphertext === null || previousKeyId === null || !keyring.keyIds.includes(previousKeyId)
      ? null
      : sealedSecret(keyring, webhook, keyring.open(previousCiphertext, previousKeyId, rowOf(webhook)));
  return {
    ...sealedSecret(keyring, webhook, openSecret(keyring, webhook)),
    previousCiphertext: former?.ciphertext ?? null,
    previousKeyId: former?.keyId ?? null,
  };
};

/** The value of `webhook-signature`, by Standard Webhooks. */
export const signatureOf = (secrets: readonly string[], signed: string): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    })
    .join(' ');
