import { randomUUID } from 'node:crypto';

/** 12 bits of each id count the ids of one millisecond. */
const IDS_PER_MS = 4096;

let lastMs = 0;
let idsInMs = 0;

/**
 * A new UUIDv7 (RFC 9562) that is greater than every id that this process has made before, also within a millisecond
 * and after the clock was set back. So rows sorted by id stay in the order of their creation.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    idsInMs = 0;
  } else if (++idsInMs === IDS_PER_MS) {
    lastMs += 1;
    idsInMs = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const count = idsInMs.toString(16).padStart(3, '0');
  // The variant and the 62 random bits come from a UUIDv4.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}${randomUUID().slice(18)}`;
}
