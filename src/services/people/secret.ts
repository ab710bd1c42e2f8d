import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A random text that serves as a secret in a cookie or a link. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** The stored form of a secret. A secret is random enough that a plain hash of it cannot be reversed. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
