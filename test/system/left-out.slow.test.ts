/**
 * Each option is left out of a copy, with those that stand on it: the rest compiles, starts and answers, and with
 * `CORE_TESTS=true` the core's tests pass. `LEFT_OUT=mail` tries one option alone.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { listFiles, listImports, locate } from '../../docs/imports.ts';
import { CORE_TESTS } from '../core-tests.ts';
import { freePort, type Running, run } from '../helpers/process.ts';
import { stop } from './server-process.ts';

const TREE = path.join(import.meta.dirname, '../..');
const COPIED = [
  'src',
  'test',
  'docs',
  'bench',
  'examples',
  'migrations',
  'package.json',
  'require-node.cjs',
  'vitest.config.ts',
];
/** The files that name options: each option has its lines there. */
const LISTS = ['src/options.ts', 'src/options/team-file/parts.ts', 'test/registers/all.ts'];

const imports = listFiles().flatMap((file) => listImports(file));
const options = [...new Set(imports.flatMap(({ file }) => locate(file).option ?? []))].sort();

/** The option, and those that cannot be without it. */
function listLeftOut(option: string): string[] {
  const standing = imports.filter(
    ({ file, from }) =>
      locate(from).option === option &&
      locate(file).option !== option &&
      locate(file).option !== null &&
      !LISTS.includes(`src/${file}`),
  );
  const names = new Set(standing.flatMap(({ file }) => locate(file).option ?? []));
  return [...new Set([option, ...[...names].flatMap(listLeftOut)])];
}

/** Removes the import of each option, and what it names from the list. */
function removeLines(file: string, leftOut: readonly string[]): void {
  const folders = leftOut.map((name) => `(?:\\.\\.?/)+(?:options/)?${name}/`).join('|');
  let content = readFileSync(file, 'utf8');
  for (const [line, names = ''] of content.matchAll(
    new RegExp(`^import \\{ ([^}]+) \\} from '(?:${folders})[^']+';\\n`, 'gm'),
  )) {
    content = content.replace(line, '');
    for (const name of names.split(', '))
      content = content.replaceAll(new RegExp(`(?:\\.\\.\\.)?\\b${name}\\b(?:\\.\\w+)?,? ?`, 'g'), '');
  }
  writeFileSync(file, content);
}

function copyWithout(leftOut: readonly string[]): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'innkeep-left-out-'));
  for (const name of COPIED) cpSync(path.join(TREE, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(TREE, 'node_modules'), path.join(copy, 'node_modules'));
  for (const name of leftOut)
    for (const folder of ['src', 'test'])
      rmSync(path.join(copy, folder, 'options', name), { recursive: true, force: true });
  for (const list of LISTS) {
    const isGone = leftOut.some((name) => list.startsWith(`src/options/${name}/`));
    if (!isGone) removeLines(path.join(copy, list), leftOut);
  }
  const { compilerOptions } = JSON.parse(readFileSync(path.join(TREE, 'tsconfig.json'), 'utf8'));
  const config = { compilerOptions: { ...compilerOptions, incremental: false }, include: ['src'] };
  delete config.compilerOptions.tsBuildInfoFile;
  writeFileSync(path.join(copy, 'tsconfig.json'), JSON.stringify(config));
  return copy;
}

/** Returns what it says if it fails. */
function runTool(copy: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

const started: Running[] = [];
const copies: string[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => stop(server)));
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true, force: true });
});

/** Answers of a server without a demo team, by path. */
async function ask(copy: string, paths: readonly string[]): Promise<Record<string, number>> {
  const port = await freePort();
  const env = { DATA_DIR: path.join(copy, '.data'), PORT: String(port), DEMO: 'false', LOG_LEVEL: 'error' };
  started.push(run('server', { env, cwd: copy, house: copy }));
  const address = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${address}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200);
  const statuses: Record<string, number> = {};
  for (const one of paths)
    statuses[one] = (await fetch(address + one, { headers: { accept: 'text/html, */*' } })).status;
  return statuses;
}

/** What they compare has everything that exists: the recorded reference, and the migrations of all tables. */
const ABOUT_ALL = ['test/routes/openapi/recorded.test.ts', 'test/db/schema-agreement.test.ts'];

/**
 * The test files of the core that load the options through their list. Others, such as those of `domain`, say the same
 * as always.
 */
function listCoreTests(copy: string): string[] {
  const known = new Map<string, boolean>();
  function reaches(file: string): boolean {
    if (file === 'src/options.ts') return true;
    if (known.has(file) || !existsSync(path.join(copy, file))) return known.get(file) ?? false;
    known.set(file, false);
    const imported = listImports(file, copy).map(({ from }) => from);
    const result = imported.some((from) => from.includes('/') && from.endsWith('.ts') && reaches(from));
    known.set(file, result);
    return result;
  }
  return CORE_TESTS.flatMap((folder) =>
    readdirSync(path.join(copy, 'test', folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join('test', folder, file),
    ),
  )
    .filter((file) => file.endsWith('.test.ts') && !file.includes('.slow.') && !ABOUT_ALL.includes(file))
    .filter(reaches);
}

type Results = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
};

function runCoreTests(copy: string, files: readonly string[]): Results {
  const results = path.join(copy, '.results.json');
  const report = ['--reporter', 'json', '--outputFile', results];
  // They run beside this one, on whatever the machine has left.
  const limits = ['--testTimeout', '600000', '--hookTimeout', '600000'];
  const projects = ['--project', 'domain', '--project', 'app'];
  const said = runTool(copy, [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects,
    ...limits,
    ...report,
    ...files,
  ]);
  if (!existsSync(results)) throw new Error(said);
  return JSON.parse(readFileSync(results, 'utf8'));
}

test.for(options.filter((option) => [undefined, option].includes(process.env.LEFT_OUT)))(
  'without %s the service compiles, starts and answers',
  { timeout: 3_600_000 },
  async (option) => {
    const leftOut = listLeftOut(option);
    const copy = copyWithout(leftOut);
    copies.push(copy);
    expect(runTool(copy, ['node_modules/typescript/bin/tsc', '--noEmit'])).toBe('');
    expect(await ask(copy, ['/', '/docs', '/openapi.json', '/livez', '/app', '/v1/me'])).toEqual({
      '/': 200,
      '/docs': 200,
      '/openapi.json': 200,
      '/livez': 200,
      '/app': 200,
      '/v1/me': 401,
    });
    if (!process.env.CORE_TESTS) return;
    const files = listCoreTests(copy);
    expect(files.length).toBeGreaterThan(140);
    const { numPassedTests, numFailedTests, testResults } = runCoreTests(copy, files);
    process.stdout.write(
      `Without ${leftOut.join(', ')}: ${numPassedTests} tests in ${files.length} files of the core pass, ${numFailedTests} fail.\n`,
    );
    const failed = testResults.flatMap(({ name, status, message, assertionResults }) => [
      ...(status === 'failed' ? [`${path.relative(copy, name)} ${message}`] : []),
      ...assertionResults.flatMap((one) => (one.status === 'failed' ? [one.fullName] : [])),
    ]);
    expect(failed).toEqual([]);
    expect(numPassedTests).toBeGreaterThan(2_000);
  },
);
