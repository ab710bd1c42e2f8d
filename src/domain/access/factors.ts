/** An authenticator app of a person, as it is stored. The secret is encrypted under the key `keyId`. */
export type StoredFactor = {
  id: string;
  name: string;
  ciphertext: string;
  keyId: string;
  /** RFC 3339. */
  createdAt: string;
};
