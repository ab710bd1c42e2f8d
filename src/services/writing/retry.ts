import { setTimeout as sleep } from 'node:timers/promises';
import { classifyDatabaseError, findSqlError } from '../../db/errors.ts';
import { ChangedMeanwhile } from '../errors.ts';

const MAX_ATTEMPTS = 4;
const MAX_JITTER_MS = 50;

/**
 * A deadlock, a serialization failure, or a row that changed before it was locked. A random confirmation code
 * that another booking has is drawn anew, which happens to one booking in 10^12.
 */
export const isConflict = (error: unknown): boolean =>
  error instanceof ChangedMeanwhile ||
  classifyDatabaseError(error) === 'conflict' ||
  findSqlError(error)?.constraint === 'bookings_confirmation_code_key';

/** Repeats the work a moment later. */
export async function retryOn<Result>(
  mayPass: (error: unknown) => boolean,
  work: () => Promise<Result>,
  maxAttempts: number = MAX_ATTEMPTS,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error) || attempt === maxAttempts) throw error;
      await sleep(Math.random() * MAX_JITTER_MS * attempt);
    }
  }
}
