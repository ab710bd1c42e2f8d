import type { Database } from '../../db/client.ts';
import {
  countSignInAttempt,
  countSignInFailures,
  deleteAttempts,
  findNextSignInTime,
  type WaitRules,
} from '../../db/queries/people/sign-in-attempts.ts';
import type { Clock } from '../clock.ts';
import { TooManyRequests } from '../errors.ts';
import type { Keyring } from '../keys/keyring.ts';

/** If no other wrong password or code follows for this time. */
export const FORGET_ATTEMPTS_AFTER_SECONDS = 15 * 60;

/** Wrong codes of second factors are counted apart, and slow down only further codes. */
type Guessed = 'password' | 'code';
export type Guess = { guessed: Guessed; emailKey: string; source: AttemptSource };

/**
 * For one account from one address or browser: from the sixth attempt on, the pause must be 2 s, then 4 s,
 * and up to 30 s.
 */
const PACE: WaitRules = { free: 5, maxWaitSeconds: 30, forgetAfterSeconds: FORGET_ATTEMPTS_AFTER_SECONDS };
/**
 * After this many wrong passwords, answers slow down for browsers in which nobody has signed in to the
 * account before.
 */
const UNSLOWED_FAILURES = 10;
const SLOWER_BY_MS = 250;
const SLOWEST_MS = 3_000;
const NO_PACE: WaitRules = {
  free: 2_000_000_000,
  maxWaitSeconds: 0,
  forgetAfterSeconds: FORGET_ATTEMPTS_AFTER_SECONDS,
};

/**
 * A browser that has signed in to this account before, or else an address. IPv6 counts by network, because
 * one customer has many addresses at no cost.
 */
type AttemptSource = { device: string } | { address: string };

export type SignInPaceDependencies = {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  /** Tests replace it to record the delays. */
  pause: (ms: number) => Promise<unknown>;
};

/**
 * Counts an attempt before its password or code is checked, and refuses it if it comes too early. Nobody can lock
 * somebody else out: attempts are refused only from an address or browser that has failed before, and wrong
 * guesses from other addresses delay answers by seconds, but never in a browser that the account's owner
 * has used. Counted in the database, for all processes, and also for unknown emails.
 */
export async function beginSignInAttempt(
  { db, clock, keyring, pause }: SignInPaceDependencies,
  guess: Guess,
): Promise<void> {
  const place = buildAttemptKey(keyring, guess);
  const now = clock();
  if ((await countSignInAttempt(db, place, PACE, now)) === null) {
    const next = (await findNextSignInTime(db, place, PACE)) ?? now;
    const waitSeconds = Math.max(1, Math.ceil((next.getTime() - now.getTime()) / 1_000));
    throw new TooManyRequests(`There were too many wrong ${guess.guessed}s.`, waitSeconds);
  }
  if ('device' in guess.source) return;
  const since = new Date(now.getTime() - FORGET_ATTEMPTS_AFTER_SECONDS * 1_000);
  const failures = await countSignInFailures(db, buildAccountKey(keyring, guess), since);
  const slowness = Math.min(SLOWEST_MS, (failures - UNSLOWED_FAILURES) * SLOWER_BY_MS);
  if (slowness > 0) await pause(slowness);
}

export async function recordWrongGuess(
  { db, clock, keyring }: SignInPaceDependencies,
  guess: Guess,
): Promise<void> {
  if ('address' in guess.source)
    await countSignInAttempt(db, buildAccountKey(keyring, guess), NO_PACE, clock());
}

export const forgetWrongGuesses = ({ db, keyring }: SignInPaceDependencies, guess: Guess) =>
  deleteAttempts(db, buildAttemptKey(keyring, guess));

const PURPOSES: Record<Guessed, string> = { password: 'sign-in attempts', code: 'code attempts' };

const buildAccountKey = (keyring: Keyring, { guessed, emailKey }: Guess) => ({
  account: keyring.sign(PURPOSES[guessed], emailKey),
  source: keyring.sign(PURPOSES[guessed], 'anywhere'),
});

const buildAttemptKey = (keyring: Keyring, guess: Guess) => ({
  ...buildAccountKey(keyring, guess),
  source: keyring.sign(
    PURPOSES[guess.guessed],
    'device' in guess.source ? `device ${guess.source.device}` : `address ${guess.source.address}`,
  ),
});
