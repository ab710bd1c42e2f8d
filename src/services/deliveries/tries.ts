/** Done, tried again after the delays of a schedule, or given up. */

const SPREAD = 0.1;

type Failure = {
  /** Including the one that just failed. */
  attempts: number;
  at: Date;
  /** From 0 to 1. Moves the delay by up to a tenth, so that tries do not come in waves. */
  random: number;
  /** That the receiving system asks for. */
  atLeastSeconds?: number;
};

/** To the second. Null after the last delay. */
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
 * `planNext` says when a failed try is repeated, by the number of tries so far. If it returns null, the
 * delivery has failed.
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
