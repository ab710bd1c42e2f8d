/** Writes docs/reliability.md from the figures of a reliability run, when all its tests are over. */
import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Figures } from './figures.ts';
import { ROWS } from './rows.ts';

type Seen = Figures & { seed: number };

const HOUSE = path.join(import.meta.dirname, '..', '..');
const PAGE = path.join(HOUSE, 'docs', 'reliability.md');

/** Forgets the figures of earlier runs; a run of chosen files alone leaves the page as it is. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = project.config.env.RELIABILITY_FIGURES ?? '';
  const mutations = await figuresOf(directory, 'mutations');
  await rm(directory, { recursive: true, force: true });
  return async () => {
    const seen: Partial<Record<string, Seen>> = mutations ? { mutations } : {};
    for (const row of Object.keys(ROWS)) seen[row] ??= await figuresOf(directory, row);
    const missing = Object.keys(ROWS).filter((row) => !seen[row]);
    if (missing.length === 0) await writeFile(PAGE, pageOf(seen));
    else
      project.vitest.logger.log(
        `docs/reliability.md is left as it was: no figures of ${missing.join(', ')}.`,
      );
  };
}

async function figuresOf(directory: string, row: string): Promise<Seen | undefined> {
  try {
    return JSON.parse(await readFile(path.join(directory, `${row}.json`), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function pageOf(seen: Partial<Record<string, Seen>>): string {
  return JSON.stringify({
    seen,
    commit: commit(),
    cpus: cpus()[0]?.model,
    processors: availableParallelism(),
  });
}

const commit = () =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: HOUSE, encoding: 'utf8' }).trim();
