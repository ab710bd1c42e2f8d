import { createHash } from 'node:crypto';

/**
 * An id that is always the same for a name, so that the reference's examples name entities that every demo has. A UUID
 * of version 8.
 */
export function idFor(name: string): string {
  const hex = createHash('sha256').update(`innkeep demo ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
