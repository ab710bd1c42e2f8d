/** The figures of a reliability run, for the page that it writes (docs/reliability.md). */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { seed } from '../support/seed.ts';
import type { RowName } from './rows.ts';

/** The directory of the figures until all are there. Only a reliability run sets it. */
const directory = process.env.RELIABILITY_FIGURES;

const USUAL_DIRECTORY = path.join(import.meta.dirname, '..', '..', '.data', 'reliability');

/** Whether this is a reliability run at full load. Otherwise the same tests run at a small size with all others. */
export const isFull = directory !== undefined;

/** A size in a reliability run, and in an ordinary run. */
export const sized = (full: number, small: number): number => (isFull ? full : small);

export type Figures = {
  /** In words: "2, 5, 10, 20 and 50 clients × 500 requests". */
  load: string;
  /** In words: "20 kills, 0.2 to 1.5 s into the load". Left out if nothing was broken on purpose. */
  faults?: string;
  /** Writes that were answered with a 2xx. */
  acknowledged?: number;
  /** Acknowledged writes that are missing afterwards. */
  lost?: number;
  /** Requests that were answered with a 4xx or a 503 as the contract says. */
  refused?: number;
  /** The slowest answer, and the 99th percentile. */
  slowestMs?: number;
  p99Ms?: number;
  /** One or more sentences about other observations. */
  seen: string;
};

/**
 * Records the figures of a row. Call it last in its test, after every expectation. Outside a reliability run it does
 * nothing.
 */
export async function reportFigures(row: RowName, figures: Figures): Promise<void> {
  if (directory !== undefined) await storeFigures(row, { ...figures, seed }, directory);
}

/** Records the figures of a command that is no test, for the page of the next run. */
export async function storeFigures(
  row: RowName,
  figures: Figures & { seed: number },
  into = USUAL_DIRECTORY,
): Promise<void> {
  await keep(row, { ...figures, commit: commitNow(), machine: machineNow() }, into);
}

/** Replaces the figures of a test file's earlier runs, in case it fails. The file is named after its row. */
export async function forgetFigures(testFile: string): Promise<void> {
  if (directory === undefined) return;
  await keep(path.basename(testFile, '.test.ts'), null, directory);
}

async function keep(row: string, figures: object | null, into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  await writeFile(path.join(into, `${row}.json`), JSON.stringify(figures));
}

/** The tested commit, marked if the files differ from it. */
export const commitNow = (): string =>
  execFileSync('git', ['describe', '--always', '--dirty=+'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim();

const machineNow = () =>
  `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;

/** The smallest value that is not below `share` (0 to 1) of all values. 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
