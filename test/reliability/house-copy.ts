/** A copy of the repository in which tests run after a part was removed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seed } from '../support/seed.ts';
import { type Edit, edited } from './syntax-edits.ts';

const HOUSE = path.join(import.meta.dirname, '..', '..');
/** drizzle's separator between the statements of a migration. */
const BREAKPOINT = '--> statement-breakpoint';
const LEFT_OUT = new Set(['.git', '.data', 'node_modules']);

/** What to remove from a file: places in source code, or a constraint that a migration adds. */
export type Change = { file: string } & ({ edits: readonly Edit[] } | { constraint: string });

/** Tests are identified by their full names. */
export type TestsRun = {
  failed: string[];
  passed: string[];
  /** Errors that stopped a file from running, or were thrown outside tests. */
  broken: string[];
};

/** A file with a change made. Throws unless every place is found exactly once. */
export async function changed(change: Change, house = HOUSE): Promise<string> {
  const content = await readFile(path.join(house, change.file), 'utf8');
  if ('edits' in change) return edited(content, change.edits);
  const statements = content.split(BREAKPOINT);
  const others = statements.filter(
    (statement) => !statement.includes(`ADD CONSTRAINT "${change.constraint}"`),
  );
  if (others.length !== statements.length - 1)
    throw new Error(`not added exactly once: ${change.constraint}`);
  return others.join(BREAKPOINT);
}

/** Runs tests of some files, by name, in a copy of the repository with or without a change. */
export async function runTests(
  adminUrl: string,
  change: Change | null,
  files: readonly string[],
  names: RegExp,
): Promise<TestsRun> {
  const house = await mkdtemp(path.join(tmpdir(), 'innkeep-guards-'));
  try {
    await cp(HOUSE, house, { recursive: true, filter: (source) => !LEFT_OUT.has(path.basename(source)) });
    await symlink(path.join(HOUSE, 'node_modules'), path.join(house, 'node_modules'));
    if (change) await writeFile(path.join(house, change.file), await changed(change, house));
    const report = path.join(house, 'report.json');
    const vitest = path.join(house, 'node_modules', 'vitest', 'vitest.mjs');
    // Conditions that never come true time out soon.
    const options = ['--reporter=json', `--outputFile=${report}`, '--expect.poll.timeout=8000'];
    const child = spawn(process.execPath, [vitest, 'run', ...files, '-t', names.source, ...options], {
      cwd: house,
      // The same PostgreSQL, but with databases of its own.
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TEST_DATABASE_URL: adminUrl,
        SEED: String(seed),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
    await once(child, 'close');
    return runOf(await readFile(report, 'utf8'), told);
  } finally {
    await rm(house, { recursive: true, force: true });
  }
}

type Report = {
  testResults: {
    name: string;
    message: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
    }[];
  }[];
};

function runOf(report: string, told: string): TestsRun {
  const { testResults } = JSON.parse(report) as Report;
  const namesOf = (wanted: string) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === wanted)
      .map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(': '));
  return {
    failed: namesOf('failed'),
    passed: namesOf('passed'),
    broken: [
      ...testResults
        .filter(({ assertionResults }) => assertionResults.length === 0)
        .map(({ name, message }) => `${name}: ${message}`),
      ...(/Unhandled Error|Unhandled Rejection/.test(told) ? [told] : []),
    ],
  };
}
