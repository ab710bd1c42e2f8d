import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAX_RECENT = 10_000;

/** The row is authenticated with the ciphertext, which does not decrypt if it is copied to another row. */
type SealedFor = { teamId: number; tokenId: string } | { personId: string; factorId: string };

export type Keyring = ReturnType<typeof createKeyring>;

type Key = { id: string; lookup: KeyObject; encryption: Buffer; signing: Buffer };

/**
 * From 32-byte application keys: `current` writes, and `previous` ones only read. A key's id is stored with
 * everything that it wrote, so that a missing key can be told from a wrong token.
 */
export function createKeyring(current: Buffer, previous: readonly Buffer[] = []) {
  const own = deriveKey(current);
  const keys = [own, ...previous.map(deriveKey)];
  const recentHashes = new Map<string, string[]>();

  return {
    currentKeyId: own.id,
    keyIds: keys.map((key) => key.id),

    hash: (token: string): string => computeLookupHash(own, token),

    /**
     * One for every key. Hashes of recently used tokens are kept, because every request needs them and an
     * HMAC is slow to set up. They are found by a digest, so that no token stays in memory.
     */
    hashes(token: string): string[] {
      const digest = hash('sha256', token, 'base64url');
      const known = recentHashes.get(digest);
      if (known) return known;
      const hashes = keys.map((key) => computeLookupHash(key, token));
      if (recentHashes.size === MAX_RECENT) recentHashes.clear();
      recentHashes.set(digest, hashes);
      return hashes;
    },

    /** A signature for one purpose is invalid for another. */
    sign: (purpose: string, text: string): string => computeSignature(own, purpose, text),

    /** One for every key, beginning with the current one. */
    signatures: (purpose: string, text: string): string[] =>
      keys.map((key) => computeSignature(key, purpose, text)),

    /** Null if the key is unknown. */
    signatureWith(keyId: string, purpose: string, text: string): string | null {
      const key = keys.find(({ id }) => id === keyId);
      return key ? computeSignature(key, purpose, text) : null;
    },

    /** Base64 of IV, tag and ciphertext. */
    seal(token: string, row: SealedFor): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, own.encryption, iv).setAAD(buildRowBinding(row));
      const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },

    /** Throws if the key is unknown or the ciphertext belongs to another row. */
    open(ciphertext: string, keyId: string, row: SealedFor): string {
      const key = keys.find((candidate) => candidate.id === keyId);
      if (!key)
        throw new Error('A token was encrypted with a key that is neither APP_KEY nor in APP_KEY_PREVIOUS.');
      const bytes = Buffer.from(ciphertext, 'base64');
      const decipher = createDecipheriv(CIPHER, key.encryption, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(buildRowBinding(row))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return (
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}

function deriveKey(secret: Buffer): Key {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `innkeep ${purpose}`, bytes));
  return {
    id: derive('key id', 8).toString('hex'),
    lookup: createSecretKey(derive('token look-up', 32)),
    encryption: derive('token encryption', 32),
    signing: derive('signatures', 32),
  };
}

const computeLookupHash = (key: Key, token: string) =>
  createHmac('sha256', key.lookup).update(token).digest('base64url');

const computeSignature = (key: Key, purpose: string, text: string) =>
  createHmac('sha256', key.signing).update(`${purpose}\0${text}`).digest('base64url');

const buildRowBinding = (row: SealedFor) =>
  Buffer.from('teamId' in row ? `${row.teamId}/${row.tokenId}` : `person ${row.personId}/${row.factorId}`);
