/**
 * The secret key with which a visitor of the booking site reads and withdraws their booking. The key of a
 * booking is derived from `APP_KEY` and the booking's id, and is never stored.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../keys/keyring.ts';
import { packAnswer, unpackAnswer } from '../writing/compressed-answers.ts';
import type { Booking } from './read.ts';

const PURPOSE = 'site booking';
const KEY_LENGTH = 32;
/**
 * The id for which a key is derived and compared if there is no booking, so that a wrong code takes as long
 * as a right one.
 */
export const NO_BOOKING = '00000000-0000-0000-0000-000000000000';

/** A booking and the key with which its guest finds it again. */
export type BookingWithKey = { booking: Booking; key: string };

const toKey = (signature: string) => signature.slice(0, KEY_LENGTH);

export const computeSiteKey = (keyring: Keyring, bookingId: string): string =>
  toKey(keyring.sign(PURPOSE, bookingId));

/**
 * Whether a visitor's key is the key of a booking, by the present or an earlier `APP_KEY`. Checking a booking's
 * key takes the same time whether or not it is right.
 */
export function isSiteKey(keyring: Keyring, bookingId: string, key: string): boolean {
  const sentDigest = computeDigest(key);
  const matches = keyring
    .signatures(PURPOSE, bookingId)
    .map((signature) => timingSafeEqual(computeDigest(toKey(signature)), sentDigest));
  return bookingId !== NO_BOOKING && matches.includes(true);
}

const computeDigest = (text: string) => hash('sha256', text, 'buffer');

/** What a stored answer has in place of a booking's key: the ids from which the key is derived again. */
const DERIVED = /"key":"([0-9a-f]{16})\/([0-9a-f-]{36})"/;

/**
 * Stores the answer to a new booking without the booking's secret key, and puts the key back if the answer is
 * repeated.
 */
export const createSiteKeyCodec = (keyring: Keyring) => ({
  pack(body: string, { booking: { booking }, key }: BookingWithKey): Buffer {
    const stored = body.replace(`"key":"${key}"`, `"key":"${keyring.currentKeyId}/${booking.id}"`);
    if (stored === body) throw new Error('An answer does not show the key of its booking.');
    return packAnswer(stored);
  },
  /**
   * A repeated answer shows the same booking key again. If the `APP_KEY` from which the booking's key was
   * derived has been removed, the answer shows a key derived from the present `APP_KEY`.
   */
  unpack(stored: Buffer): string {
    return unpackAnswer(stored).replace(DERIVED, (_whole, keyId: string, id: string) => {
      const signature = keyring.signatureWith(keyId, PURPOSE, id);
      return `"key":"${signature === null ? computeSiteKey(keyring, id) : toKey(signature)}"`;
    });
  },
});
