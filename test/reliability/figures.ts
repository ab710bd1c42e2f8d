/** What a reliability run has seen, told to the page that it writes (docs/reliability.md). */
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { seed } from '../support/seed.ts';
import type { RowName } from './rows.ts';

/** Where the figures lie until all are there; set by the configuration of a reliability run alone. */
const directory = process.env.RELIABILITY_FIGURES;

/** Whether this is a reliability run, at full load; otherwise the same tests run with all others, at a small one. */
export const isFull = directory !== undefined;

/** The size of something in a reliability run, and with all other tests. */
export const sized = (full: number, small: number): number => (isFull ? full : small);

export type Figures = {
  /** In words: "2, 5, 10, 20 and 50 clients × 500 requests". */
  load: string;
  /** In words: "20 kills, 0.2 to 1.5 s into the load"; none if nothing was broken on purpose. */
  faults?: string;
  /** Writes that were answered with a 2xx. */
  acknowledged?: number;
  /** Those of them that are not there afterwards. */
  lost?: number;
  /** Requests that were answered with a 4xx or a 503 as the contract says. */
  refused?: number;
  /** The answer that was waited for longest, and that which 99 of 100 were sooner than. */
  slowestMs?: number;
  p99Ms?: number;
  /** One sentence or more on what else was seen. */
  seen: string;
};

/** Notes what a row has shown; call it last in its test, after every expectation. Does nothing but in a reliability run. */
export async function reportFigures(row: RowName, figures: Figures): Promise<void> {
  if (directory === undefined) return;
  await mkdir(directory, { recursive: true });
  await writeFile(
    path.join(directory, `${row}.json`),
    JSON.stringify({ ...figures, seed, commit: commitNow() }),
  );
}

/** Forgets what an earlier run of a test file has seen: it is named by its row. */
export async function forgetFigures(testFile: string): Promise<void> {
  if (directory === undefined) return;
  await rm(path.join(directory, `${path.basename(testFile, '.test.ts')}.json`), { force: true });
}

/** The commit that a run tries; marked where the files are not quite those of the commit. */
export const commitNow = (): string =>
  execFileSync('git', ['describe', '--always', '--dirty=+'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim();

/** The value that `share` (0 to 1) of all are not above; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
