import type { Database } from '../db/client.ts';
import {
  countAttempt,
  countFailures,
  findNextAttempt,
  forgetAttempts,
  type Pace,
} from '../db/queries/sign-in-attempts.ts';
import type { Clock } from './clock.ts';
import type { Keyring } from './keyring.ts';

/** After a pause this long wrong passwords are forgotten. */
export const FORGET_ATTEMPTS_AFTER_SECONDS = 15 * 60;

/** For attempts on one account from one place: from the sixth on they must keep apart, by 2 s, 4 s and up to 30 s. */
const PACE: Pace = { free: 5, maxWaitSeconds: 30, forgetAfterSeconds: FORGET_ATTEMPTS_AFTER_SECONDS };
/** For an account as a whole: after this many wrong passwords every answer to a place unknown to it takes longer. */
const UNSLOWED_FAILURES = 10;
const SLOWER_BY_MS = 250;
const SLOWEST_MS = 3_000;
const NO_PACE: Pace = {
  free: 2_000_000_000,
  maxWaitSeconds: 0,
  forgetAfterSeconds: FORGET_ATTEMPTS_AFTER_SECONDS,
};

/**
 * Where an attempt comes from: a browser that has signed in to this very account before, or else an address; of IPv6
 * its network, as one customer has many addresses and they cost nothing.
 */
export type AttemptSource = { device: string } | { address: string };

type Dependencies = {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  /** Waits, or in a test takes note. */
  pause: (ms: number) => Promise<unknown>;
};

/**
 * Slows guessing down without letting anybody keep somebody else out (contract, section 10). What may be refused for
 * a while is only who has failed in the same place before; failures elsewhere make the answer slower, by seconds, and
 * a browser that its owner has used before is not concerned at all. Counted in the database, for all processes, and for
 * emails that nobody has as well.
 */
export function createSignInPace({ db, clock, keyring, pause }: Dependencies) {
  const hidden = (text: string) => keyring.sign('sign-in attempts', text);
  const placeOf = (emailKey: string, source: AttemptSource) => ({
    account: hidden(emailKey),
    source: hidden('device' in source ? `device ${source.device}` : `address ${source.address}`),
  });
  const anywhere = (emailKey: string) => ({ account: hidden(emailKey), source: hidden('anywhere') });

  return {
    /** Counts an attempt before its password is looked at; the seconds to wait where it comes too early. */
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
