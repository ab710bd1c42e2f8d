import { uuidv7 } from 'uuidv7';

/**
 * A UUIDv7 (RFC 9562) that is greater than every id that this process has made, even within a millisecond and
 * after the clock was set back by some seconds: sorting by id sorts by creation.
 */
export const newId = (): string => uuidv7();
