/**
 * Mutates src/domain, or what else is named, as Stryker's configurations say. Records the figures for the page of a
 * reliability run, unless files are named too: then only they are mutated.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { openEmbedded } from '../../src/db/embedded.ts';
import { seed } from '../../vitest.mutation.config.ts';
import { every, isSampled } from '../mutations/sample.ts';
import { type Figures, storeFigures } from './figures.ts';
import type { RowName } from './rows.ts';

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];
type Kind = { row: RowName; leastPercent: number; configFile: string; mutate: string[] };

const HOUSE = path.join(import.meta.dirname, '..', '..');
const EXPLAINED = 'docs/mutations.md';

const ofServices = { leastPercent: 90, configFile: 'stryker.services.config.json' };
const KINDS: Partial<Record<string, Kind>> = {
  domain: {
    row: 'mutations',
    leastPercent: 97,
    configFile: 'stryker.config.json',
    mutate: ['src/domain/**/*.ts'],
  },
  bookings: { ...ofServices, row: 'mutations-bookings', mutate: ['src/services/bookings/*.ts'] },
  search: {
    ...ofServices,
    row: 'mutations-search',
    mutate: ['src/services/search.ts', 'src/services/many-offers.ts'],
  },
  feeds: {
    ...ofServices,
    row: 'mutations-feeds',
    mutate: [
      'src/services/feed.ts',
      'src/services/team-events.ts',
      'src/db/queries/feed.ts',
      'src/db/queries/team-events.ts',
      'src/services/calendar-feeds/*.ts',
      // Its thread would run without the mutation.
      '!src/services/calendar-feeds/parsing-thread.ts',
    ],
  },
};

const [name = 'domain', ...files] = process.argv.slice(2);
const kind = KINDS[name];
if (!kind) throw new Error(`There are no mutations of "${name}".`);
const { row, leastPercent, configFile } = kind;
const figuresFile = path.join(HOUSE, '.data', 'reliability', `${row}.json`);
const isWhole = files.length === 0;
if (isWhole) await rm(figuresFile, { force: true });
const mutants = await withPostgres(() =>
  new Stryker({
    configFile,
    mutate: isWhole ? kind.mutate : files,
    tempDirName: `.data/mutations/${name}`,
    jsonReporter: { fileName: `.data/mutations/${name}.json` },
  }).runMutationTest(),
);
const { percent, ...figures } = await figuresOf(mutants);
process.stdout.write(`${figures.load}: ${figures.seen}\n`);
if (isWhole) {
  await storeFigures(row, { ...figures, seed });
  if (percent < leastPercent) process.exitCode = 1;
}

/** Runs `work` with one PostgreSQL for all processes of the run, which otherwise start one each. */
async function withPostgres<Result>(work: () => Promise<Result>): Promise<Result> {
  process.env.MUTATED = name;
  if (name === 'domain' || process.env.TEST_DATABASE_URL) return work();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'innkeep-mutations-'));
  const postgres = await openEmbedded({ dataDir, durable: false });
  process.env.TEST_DATABASE_URL = postgres.url;
  try {
    return await work();
  } finally {
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function figuresOf(made: readonly Mutant[]): Promise<Figures & { percent: number }> {
  const all = made.filter(({ id }) => isSampled(id));
  const countOf = (status: Mutant['status']) => all.filter((mutant) => mutant.status === status).length;
  // If a test file's preparations fail, none of its tests does.
  const failed = countOf('Killed') + countOf('RuntimeError');
  const [timedOut, survived, uncovered] = [countOf('Timeout'), countOf('Survived'), countOf('NoCoverage')];
  const percent = ((failed + timedOut) / (failed + timedOut + survived + uncovered)) * 100;
  const fileCount = new Set(made.map(({ fileName }) => fileName)).size;
  const sample = every === 1 ? '' : `${all.length} (one in ${every}) of the `;
  return {
    load: `${sample}${made.length} mutations of ${fileCount} files`,
    seen:
      `${percent.toFixed(1)} % are noticed: ${failed} fail a test, ${timedOut} never end; ` +
      `${survived} survive, and no test comes by ${uncovered}. ${await explanationOf(all)}`,
    percent,
  };
}

/** How many survivors are explained in docs/mutations.md, which names each by file, code and outcome. */
async function explanationOf(all: readonly Mutant[]): Promise<string> {
  const left = all.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  if (left.length === 0) return '';
  const page = await readFile(path.join(HOUSE, EXPLAINED), 'utf8');
  const names = await Promise.all(left.map(nameOf));
  const unexplained = names.filter((one) => !page.includes(one));
  for (const one of unexplained) process.stdout.write(`Not explained: ${one}\n`);
  return `${EXPLAINED} says of ${unexplained.length === 0 ? 'each' : `all but ${unexplained.length}`} why it cannot be noticed.`;
}

async function nameOf({ fileName, location: { start, end }, replacement }: Mutant): Promise<string> {
  // Lines and columns are counted from 1.
  const lines = (await readFile(fileName, 'utf8')).split('\n').slice(start.line - 1, end.line);
  lines.push((lines.pop() ?? '').slice(0, end.column - 1));
  const code = lines.join('\n').slice(start.column - 1);
  return `\`${path.basename(fileName)}\`: \`${code}\` → \`${replacement}\``;
}
