/** Mutates src/domain as stryker.config.json says, and records the figures for the page of a reliability run. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { seed } from '../../vitest.mutation.config.ts';
import { commitNow, type Figures } from './figures.ts';

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const HOUSE = path.join(import.meta.dirname, '..', '..');
const FIGURES = path.join(HOUSE, '.data', 'reliability', 'mutations.json');
const EXPLAINED = 'docs/mutations.md';

await rm(FIGURES, { force: true });
// Below the threshold, Stryker sets the exit code itself.
const mutants = await new Stryker({}).runMutationTest();
const figures: Figures & { seed: number; commit: string } = {
  ...(await figuresOf(mutants)),
  seed,
  commit: commitNow(),
};
await mkdir(path.dirname(FIGURES), { recursive: true });
await writeFile(FIGURES, JSON.stringify(figures));
process.stdout.write(`${figures.load}: ${figures.seen}\n`);

async function figuresOf(all: readonly Mutant[]): Promise<Figures> {
  const countOf = (status: Mutant['status']) => all.filter((mutant) => mutant.status === status).length;
  const [killed, timedOut, survived, uncovered] = [
    countOf('Killed'),
    countOf('Timeout'),
    countOf('Survived'),
    countOf('NoCoverage'),
  ];
  const score = ((killed + timedOut) / (killed + timedOut + survived + uncovered)) * 100;
  const files = new Set(all.map(({ fileName }) => fileName)).size;
  return {
    load: `${all.length} mutations of ${files} files`,
    seen:
      `${score.toFixed(1)} % are noticed: ${killed} fail a test, ${timedOut} never end; ` +
      `${survived} survive, and no test comes by ${uncovered}. ${await explanationOf(all)}`,
  };
}

/** How many survivors are explained in docs/mutations.md, which names each by file, code and outcome. */
async function explanationOf(all: readonly Mutant[]): Promise<string> {
  const left = all.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  if (left.length === 0) return '';
  const page = await readFile(path.join(HOUSE, EXPLAINED), 'utf8');
  const told = await Promise.all(left.map(async (mutant) => page.includes(await nameOf(mutant))));
  const unexplained = told.filter((isTold) => !isTold).length;
  return `${EXPLAINED} says of ${unexplained === 0 ? 'each' : `all but ${unexplained}`} why it cannot be noticed.`;
}

async function nameOf({ fileName, location: { start, end }, replacement }: Mutant): Promise<string> {
  // Lines and columns are counted from 1.
  const lines = (await readFile(fileName, 'utf8')).split('\n').slice(start.line - 1, end.line);
  lines.push((lines.pop() ?? '').slice(0, end.column - 1));
  const code = lines.join('\n').slice(start.column - 1);
  return `\`${path.basename(fileName)}\`: \`${code}\` → \`${replacement}\``;
}
