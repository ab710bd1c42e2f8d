/**
 * Who may import whom: the floors of the core and of each option, and no circle. Types count. Biome says the rest (biome.json).
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SRC = path.join(import.meta.dirname, '../src');

/** What each floor may import besides itself. Files that lie in no floor's folder are `process`: servers, commands, doors. */
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
} satisfies Record<string, string[]>;
type Floor = keyof typeof FLOORS;

const HTTP = /^@?fastify/;
const DATABASE = /^(drizzle-orm|pg)\b/;
/** Used by every floor above `domain`: it knows nothing but timers. */
const FOR_ALL_FLOORS = ['pauses.ts'];

/** Packages that a floor may not import. `domain` is pure: it has dates and a checksum, and nothing else. */
const FORBIDDEN_PACKAGES: Partial<Record<Floor, RegExp[]>> = {
  domain: [/^(?!date-fns\b|@date-fns\/tz$|node:zlib$)/],
  db: [HTTP],
  services: [HTTP],
  schemas: [HTTP, DATABASE],
  plugins: [DATABASE],
  file: [HTTP],
  routes: [DATABASE],
  web: [DATABASE],
  commands: [HTTP, DATABASE],
};

type Import = { file: string; from: string; isType: boolean };

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const imports: Import[] = files.flatMap((file) =>
  [
    ...readFileSync(path.join(SRC, file), 'utf8').matchAll(
      /(?:^(?:import|export)\s+([^'"]*?\sfrom\s+)?|\bimport\(\s*|\bnew URL\(\s*)['"]([^'"]+)['"]/gm,
    ),
  ].map(([, names = '', from = '']) => ({
    file,
    from: from.startsWith('.') ? path.join(path.dirname(file), from) : from,
    isType: /^type\s|^\{(\s*type\s[^,}]*,?)+\s*\}/.test(names),
  })),
);
const isOwn = ({ from }: Import) => from.endsWith('.ts') && files.includes(from);

/** The option and the floor of a file: `options/mail/db/queries/mails.ts` is on the floor `db` of `mail`. */
function locate(file: string): { option: string | null; floor: Floor } {
  const parts = file.split('/');
  const option = parts[0] === 'options' ? (parts[1] ?? null) : null;
  const folder = (option ? parts[2] : parts[0]) ?? '';
  const floor = folder === 'team-file' ? 'file' : folder;
  return { option, floor: Object.hasOwn(FLOORS, floor) ? (floor as Floor) : 'process' };
}

const describe = ({ file, from }: Import) => `${file} -> ${from}`;

test('there are files and imports to look at', () => {
  expect(files.length).toBeGreaterThan(700);
  expect(imports.filter(isOwn).length).toBeGreaterThan(3_000);
});

test('no file imports a floor above its own', () => {
  const up = imports.filter(isOwn).filter(({ file, from, isType }) => {
    const [{ floor }, { floor: other, option }] = [locate(file), locate(from)];
    if (option !== locate(file).option) return false;
    const below: readonly string[] = FLOORS[floor];
    if (FOR_ALL_FLOORS.includes(from)) return false;
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
