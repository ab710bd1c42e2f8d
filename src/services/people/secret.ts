import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** For a cookie or a link. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Random enough that a plain hash cannot be reversed. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** In a time that does not depend on where they differ. */
export function areEqualTexts(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
