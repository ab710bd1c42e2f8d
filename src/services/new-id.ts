import { uuidv7 } from 'uuidv7';

/**
 * A new UUIDv7 (RFC 9562) that is greater than every id that this process has made before, even within a
 * millisecond and after the clock was set back by some seconds. Rows that are sorted by their ids are therefore
 * in the order of their creation.
 */
export const newId = (): string => uuidv7();
