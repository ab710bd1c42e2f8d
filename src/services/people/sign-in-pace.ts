import type { Database } from '../../db/client.ts';
import {
  countAttempt,
  countFailures,
  findNextAttempt,
  forgetAttempts,
  type Pace,
} from '../../db/queries/people/sign-in-attempts.ts';
import type { Clock } from '../clock.ts';
import type { Keyring } from '../keys/keyring.ts';

/** After a pause of this length, wrong passwords are forgotten. */
export const FORGET_ATTEMPTS_AFTER_SECONDS = 15 * 60;

/** The pace of attempts on one account from one place. From the sixth on they must be 2 s, 4 s and up to 30 s apart. */
const PACE: Pace = { free: 5, maxWaitSeconds: 30, forgetAfterSeconds: FORGET_ATTEMPTS_AFTER_SECONDS };
/** After this many wrong passwords for an account, answers to places unknown to it slow down. */
const UNSLOWED_FAILURES = 10;
const SLOWER_BY_MS = 250;
const SLOWEST_MS = 3_000;
const NO_PACE: Pace = {
  free: 2_000_000_000,
  maxWaitSeconds: 0,
  forgetAfterSeconds: FORGET_ATTEMPTS_AFTER_SECONDS,
};

/**
 * The origin of an attempt: a browser that has signed in to this account before, or else an address. For IPv6 it is the
 * network, because one customer has many addresses at no cost.
 */
export type AttemptSource = { device: string } | { address: string };

type Dependencies = {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  /** Waits. Tests record the time instead. */
  pause: (ms: number) => Promise<unknown>;
};

/**
 * Slows guessing down without letting anybody lock somebody else out (contract, section 10). Only attempts from a place
 * that has failed before can be refused for a while. Failures elsewhere make the answer slower, by seconds, and never
 * affect a browser that the owner has used before. Attempts are counted in the database, for all processes, and also
 * for unknown emails.
 */
export function createSignInPace({ db, clock, keyring, pause }: Dependencies) {
  const hidden = (text: string) => keyring.sign('sign-in attempts', text);
  const placeOf = (emailKey: string, source: AttemptSource) => ({
    account: hidden(emailKey),
    source: hidden('device' in source ? `device ${source.device}` : `address ${source.address}`),
  });
  const anywhere = (emailKey: string) => ({ account: hidden(emailKey), source: hidden('anywhere') });

  return {
    /** Counts an attempt before its password is checked. Returns the seconds to wait if it comes too early. */
    async begin(emailKey: string, source: AttemptSource): Promise<{ waitSeconds: number } | null> {
      const place = placeOf(emailKey, source);
      const now = clock();
      if ((await countAttempt(db, place, PACE, now)) === null) {
        const next = await findNextAttempt(db, place, PACE);
        return { waitSeconds: Math.max(1, Math.ceil(((next ?? now).getTime() - now.getTime()) / 1_000)) };
      }
      if ('device' in source) return null;
      const since = new Date(now.getTime() - FORGET_ATTEMPTS_AFTER_SECONDS * 1_000);
      const failures = await countFailures(db, anywhere(emailKey), since);
      const slowness = Math.min(SLOWEST_MS, (failures - UNSLOWED_FAILURES) * SLOWER_BY_MS);
      if (slowness > 0) await pause(slowness);
      return null;
    },

    async fail(emailKey: string, source: AttemptSource): Promise<void> {
      if ('address' in source) await countAttempt(db, anywhere(emailKey), NO_PACE, clock());
    },

    async succeed(emailKey: string, source: AttemptSource): Promise<void> {
      await forgetAttempts(db, placeOf(emailKey, source));
    },
  };
}
