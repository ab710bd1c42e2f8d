/**
 * Who may import whom: the floors of the core and of each option, the core no option, options apart but for a
 * declared list, and no circle. Types count. Biome says the rest (biome.json).
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Floor, type Import, listFiles, listImports, locate } from '../docs/imports.ts';
import { CORE_TESTS } from './core-tests.ts';

/** What each floor may import besides itself. */
const FLOORS = {
  domain: [],
  db: ['domain'],
  services: ['domain', 'db'],
  schemas: ['domain', 'types of services'],
  plugins: ['domain', 'services', 'schemas'],
  file: ['domain', 'db', 'services', 'schemas'],
  routes: ['domain', 'services', 'schemas', 'plugins', 'file'],
  web: ['domain', 'services', 'schemas', 'plugins'],
  commands: ['domain', 'services', 'file', 'process'],
  process: ['domain', 'db', 'services', 'schemas', 'plugins', 'file', 'routes', 'web', 'commands'],
} satisfies Record<Floor, string[]>;

const HTTP = /^@?fastify/;
const DATABASE = /^(drizzle-orm|pg)\b/;
/** Used by every floor above `domain`: it knows nothing but timers. */
const FOR_ALL_FLOORS = ['pauses.ts'];

/** The lists that name options: all of them, and those that have lists of their own in the team file. */
const PARTS_OF_TEAM_FILE = 'options/team-file/parts.ts';
const LISTS_OF_OPTIONS = ['options.ts', PARTS_OF_TEAM_FILE];
/** The list of what tests know of all options. */
const REGISTERS = 'test/registers/all.ts';
const ROOT = path.join(import.meta.dirname, '..');

/** Packages that a floor may not import. `domain` is pure: it has dates, a checksum and the form of domains, and nothing else. */
const FORBIDDEN_PACKAGES: Partial<Record<Floor, RegExp[]>> = {
  domain: [/^(?!date-fns\b|@date-fns\/tz$|node:(?:zlib|url)$)/],
  db: [HTTP],
  services: [HTTP],
  schemas: [HTTP, DATABASE],
  plugins: [DATABASE],
  file: [HTTP],
  routes: [DATABASE],
  web: [DATABASE],
  commands: [HTTP, DATABASE],
};

/** Options that stand on others. Whoever leaves an option out leaves out those that stand on it. */
const STANDS_ON: Record<string, readonly string[]> = {
  desk: ['calendars', 'mail', 'pictures'],
  mail: ['calendars'],
  'team-file': ['pictures'],
};

const IN_OPTION = /^(?:src|test)\/options\/(?<option>[^/]+)\//;
const listTestFiles = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);

const files = listFiles();
const imports = files.flatMap((file) => listImports(file));
const isOwn = ({ from }: Import) => from.endsWith('.ts') && files.includes(from);

const describe = ({ file, from }: Import) => `${file} -> ${from}`;

test('there are files and imports to look at', () => {
  expect(files.length).toBeGreaterThan(700);
  expect(imports.filter(isOwn).length).toBeGreaterThan(3_000);
});

test('no file imports a floor above its own', () => {
  const up = imports.filter(isOwn).filter(({ file, from, isType }) => {
    const [floor, other] = [locate(file).floor, locate(from).floor];
    const below: readonly string[] = FLOORS[floor];
    if ([...FOR_ALL_FLOORS, PARTS_OF_TEAM_FILE].includes(from)) return false;
    return other !== floor && !below.includes(other) && !(isType && below.includes(`types of ${other}`));
  });
  expect(up.map(describe)).toEqual([]);
});

test('each floor keeps to its packages', () => {
  const foreign = imports
    .filter(({ from }) => /^[@a-z]/.test(from) && !isOwn({ from } as Import) && !from.includes('.ts'))
    .filter(({ file, from }) =>
      FORBIDDEN_PACKAGES[locate(file).floor]?.some((pattern) => pattern.test(from)),
    );
  expect(foreign.map(describe)).toEqual([]);
});

test('the core imports no option', () => {
  const edges = imports.filter(
    ({ file, from }) =>
      locate(file).option === null && locate(from).option !== null && !LISTS_OF_OPTIONS.includes(file),
  );
  expect(edges.map(describe)).toEqual([]);
});

test('a test of the core loads no option, so that it runs without', () => {
  const known = new Map<string, string[]>();
  /** The imports of options by a file of the tests, and by those that it imports. */
  function listOptions(file: string): string[] {
    const before = known.get(file);
    if (before || file === REGISTERS) return before ?? [];
    known.set(file, []);
    const own = listImports(file, ROOT);
    const found = own.flatMap((one) => {
      if (/^(src|test)\/options\//.test(one.from)) return [describe(one)];
      return one.from.startsWith('test/') && one.from.endsWith('.ts') ? listOptions(one.from) : [];
    });
    known.set(file, found);
    return found;
  }
  const tests = CORE_TESTS.flatMap((folder) => listTestFiles(`test/${folder}`)).filter(
    (name) => name.endsWith('.test.ts') && !name.includes('.slow.'),
  );
  expect(tests.length).toBeGreaterThan(200);
  expect([...new Set(tests.flatMap(listOptions))]).toEqual([]);
});

test('an option imports only the options that it is declared to stand on', () => {
  const edges = imports
    .filter((one) => isOwn(one) && !LISTS_OF_OPTIONS.includes(one.file))
    .map((one) => ({ ...one, option: locate(one.file).option, other: locate(one.from).option }))
    .filter(({ option, other }) => option !== null && other !== null && option !== other);
  const undeclared = edges.filter(({ option, other }) => !STANDS_ON[option ?? '']?.includes(other ?? ''));
  expect(undeclared.map(describe)).toEqual([]);
  const used = new Set(edges.map(({ option, other }) => `${option} -> ${other}`));
  const declared = Object.entries(STANDS_ON).flatMap(([option, others]) =>
    others.map((other) => `${option} -> ${other}`),
  );
  expect([...used].sort()).toEqual(declared.sort());
});

test('a test of an option imports only that option and those that it stands on', () => {
  const edges = listTestFiles('test/options')
    .flatMap((file) => listImports(file, ROOT))
    .filter(({ file, from }) => {
      const [option, other] = [file, from].map((name) => IN_OPTION.exec(name)?.groups?.option ?? '');
      return other && other !== option && !STANDS_ON[option ?? '']?.includes(other);
    });
  expect(edges.map(describe)).toEqual([]);
});

test('a test between options is named by all whose files it imports, so that it goes with each of them', () => {
  const edges = listTestFiles('test/between')
    .flatMap((file) => listImports(file, ROOT))
    .filter(({ file, from }) => {
      const option = IN_OPTION.exec(from)?.groups?.option;
      return option && !path.basename(file).replace(/\..*/, '').split('-and-').includes(option);
    });
  expect(edges.map(describe)).toEqual([]);
});

test('no file imports itself, through whatever files', () => {
  const importsByFile = Map.groupBy(imports.filter(isOwn), ({ file }) => file);
  const finished = new Set<string>();
  const circles: string[] = [];
  function visit(file: string, way: readonly string[]): void {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (way.includes(file) || finished.has(file)) return;
    for (const { from } of importsByFile.get(file) ?? []) visit(from, [...way, file]);
    finished.add(file);
  }
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});
