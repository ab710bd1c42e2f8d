import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { words } from './support/words.ts';

const HOUSE = fileURLToPath(new URL('..', import.meta.url));
const BIOME = path.join(HOUSE, 'node_modules', '.bin', 'biome');

/** What a file in each folder may import, and what it may not: `domain ← db ← services ← http, web ← app`. */
const FOLDERS = {
  'src/domain': {
    allowed: ['./stay.ts', 'date-fns', 'date-fns/addDays', '@date-fns/tz'],
    refused: words(`
      ../db/client.ts ../services/clock.ts ../http/errors.ts ../config.ts zod pg fastify node:fs
      node:crypto`),
  },
  'src/db': {
    allowed: ['./client.ts', '../domain/stay.ts', 'pg', 'drizzle-orm', 'node:path'],
    refused: words(`
      ../services/clock.ts ../http/errors.ts ../web/pages.ts ../app.ts ../server.ts ../cli.ts
      ../config.ts fastify @fastify/sensible`),
  },
  'src/db/queries': {
    allowed: ['../client.ts', '../../domain/stay.ts'],
    refused: ['../../services/clock.ts', '../../http/errors.ts', '../../config.ts'],
  },
  'src/services': {
    allowed: ['./clock.ts', '../db/client.ts', '../domain/stay.ts', 'zod'],
    refused: words(`
      ../http/errors.ts ../web/pages.ts ../app.ts ../server.ts ../cli.ts ../config.ts fastify
      @fastify/sensible`),
  },
  'src/services/team-file': {
    allowed: ['../clock.ts', '../../db/client.ts'],
    refused: ['../../http/errors.ts', '../../config.ts', 'fastify'],
  },
  'src/http': {
    allowed: ['./errors.ts', '../services/clock.ts', '../domain/stay.ts', 'fastify', 'zod'],
    refused: words(`
      ../db/client.ts ../db/queries/guests.ts ../app.ts ../server.ts ../cli.ts ../config.ts pg
      drizzle-orm drizzle-orm/pg-core`),
  },
  'src/http/routes': {
    allowed: ['../errors.ts', '../../services/clock.ts'],
    refused: ['../../db/client.ts', '../../config.ts', 'pg'],
  },
  'src/web': {
    allowed: ['../services/clock.ts', 'fastify'],
    refused: ['../db/client.ts', '../app.ts', 'drizzle-orm', 'pg'],
  },
} as const;

/** The forms of an import. */
const FORMS = {
  value: (from: string) => `import { thing } from '${from}';\nexport const other = thing;\n`,
  type: (from: string) => `import type { Thing } from '${from}';\nexport type Other = Thing;\n`,
  reExport: (from: string) => `export { thing } from '${from}';\n`,
  dynamic: (from: string) => `export const thing = () => import('${from}');\n`,
};

type Case = { file: string; what: string; isRefused: boolean; source: string };

const cases: Case[] = Object.entries(FOLDERS).flatMap(([folder, { allowed, refused }], place) =>
  Object.entries(FORMS).flatMap(([form, sourceOf]) =>
    [...allowed.map((from) => [from, false] as const), ...refused.map((from) => [from, true] as const)].map(
      ([from, isRefused], index) => ({
        file: `${folder}/probe-${place}-${form.toLowerCase()}-${index}.ts`,
        what: `${folder}: ${form} of ${from}`,
        isRefused,
        source: sourceOf(from),
      }),
    ),
  ),
);

let copy: string;
let refusedFiles: Set<string>;

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'innkeep-directions-'));
  await cp(path.join(HOUSE, 'biome.json'), path.join(copy, 'biome.json'));
  for (const { file, source } of cases) {
    await mkdir(path.join(copy, path.dirname(file)), { recursive: true });
    await writeFile(path.join(copy, file), source);
  }
  refusedFiles = await lint();
});
afterAll(() => rm(copy, { recursive: true }));

/** The files in which the linter refuses an import. */
async function lint(): Promise<Set<string>> {
  const args = words('lint --only=style/noRestrictedImports --reporter=json --max-diagnostics=none src');
  const report = await new Promise<string>((resolve) => {
    execFile(BIOME, args, { cwd: copy, maxBuffer: 50_000_000 }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(report) as {
    diagnostics: { category: string; location: { path: unknown } }[];
  };
  const refused = diagnostics.filter(({ category }) => category === 'lint/style/noRestrictedImports');
  return new Set(refused.map(({ location }) => pathOf(location.path)));
}

const pathOf = (location: unknown): string =>
  typeof location === 'string' ? location : (location as { file: string }).file;

describe('the linter refuses what goes against the directions, and nothing else', () => {
  test.each(Object.keys(FOLDERS))('%s', (folder) => {
    const own = cases.filter(({ file }) => path.dirname(file) === folder);
    const wrong = own.filter(({ file, isRefused }) => refusedFiles.has(file) !== isRefused);
    expect(
      wrong.map(({ what, isRefused }) => `${what} ${isRefused ? 'is let through' : 'is refused'}`),
    ).toEqual([]);
  });
});
