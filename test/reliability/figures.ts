/** The size of a reliability run, and the figures that it prints. */
import { seed } from '../helpers/random.ts';

/** Whether this is a run at full load (`npm run test:reliability`). Otherwise the same tests run at a small size. */
export const isFull = process.env.FULL_LOAD === 'true';

/** A size at full load, and in an ordinary run. */
export const sized = (full: number, small: number): number => (isFull ? full : small);

/** The deadline of a run at full load, which has the machine for itself. Others run beside other tests. */
export const allowed = (ms: number): number => (isFull ? ms : 5 * ms);

export type Figures = {
  /** In words: "2, 5, 10, 20 and 50 clients × 500 requests". */
  load: string;
  /** In words: "20 kills, 0.2 to 1.5 s into the load". Left out if nothing was broken on purpose. */
  faults?: string;
  /** Writes that were answered with a 2xx. */
  acknowledged?: number;
  /** Acknowledged writes that are missing afterwards. */
  lost?: number;
  /** Requests that were answered with a 4xx or an expected 503. */
  refused?: number;
  /** The slowest answer, and the 99th percentile. */
  slowestMs?: number;
  p99Ms?: number;
  /** One or more sentences about other observations. */
  seen: string;
};

/** Prints the figures of a run at full load. Call it last in its test, after every expectation. */
export function reportFigures(title: string, figures: Figures): void {
  if (isFull) process.stdout.write(`${title}: ${JSON.stringify({ ...figures, seed })}\n`);
}

/** The smallest value that is not below `share` (0 to 1) of all values. 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
