import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** For a cookie or a link. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Random enough that a plain hash cannot be reversed. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
