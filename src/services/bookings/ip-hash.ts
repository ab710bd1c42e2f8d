/** How the address of a visitor who requests a booking is kept. */
import type { Keyring } from '../keys/keyring.ts';

const PURPOSE = 'site address';

/**
 * The hashes under which a team may keep an address, one for every `APP_KEY`, beginning with the current one. The same
 * address has another hash in every team. A hash cannot be rotated, because the address itself is not kept: without the
 * key that made it, it is compared with nothing any more.
 */
export const ipHashesOf = (keyring: Keyring, teamId: number, address: string): string[] =>
  keyring.signatures(PURPOSE, `${teamId} ${address}`);
