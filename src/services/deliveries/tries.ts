/**
 * The result of a failed or successful try to deliver: done, tried again after the delays of a schedule, or
 * given up.
 */

/** The delay before another try is lengthened or shortened at random by up to a tenth. */
const SPREAD = 0.1;

type Failure = {
  /** The number of tries to deliver so far, including the one that just failed. */
  attempts: number;
  at: Date;
  /**
   * A random number from 0 to 1, which moves the delay by up to a tenth, so that repeated tries do not come in
   * waves.
   */
  random: number;
  /** The minimum delay that the receiving system asks for, in seconds. */
  atLeastSeconds?: number;
};

/** The moment of the next try to deliver, to the second, or null after the last delay. */
export function computeNextTry(
  delays: readonly number[],
  { attempts, at, random, atLeastSeconds = 0 }: Failure,
): Date | null {
  const delay = delays[attempts - 1];
  if (delay === undefined) return null;
  const moved = delay * (1 + SPREAD * (2 * random - 1));
  return new Date(Math.ceil(at.getTime() / 1_000 + Math.max(moved, atLeastSeconds)) * 1_000);
}

export type TryResult = 'done' | 'retried' | 'given_up';
type SettledTry = { result: TryResult; attempts: number; nextAttemptAt: Date | null };

/**
 * Counts a failed try to deliver, and plans the next one. `planNext` says when a failed try is repeated, by the
 * number of tries so far. If `planNext` returns null, no further try follows and the delivery counts as failed.
 */
export function settleTry(
  triedBefore: number,
  isDone: boolean,
  planNext: (attempts: number) => Date | null,
): SettledTry {
  const attempts = triedBefore + 1;
  if (isDone) return { result: 'done', attempts, nextAttemptAt: null };
  const nextAttemptAt = planNext(attempts);
  return { result: nextAttemptAt === null ? 'given_up' : 'retried', attempts, nextAttemptAt };
}
