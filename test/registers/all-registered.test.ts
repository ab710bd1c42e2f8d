/** Whatever exists is in a register (test/registers), so that the tests that look at everything look at it too. */
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, expect, test } from 'vitest';
import { TEAM_EVENT_TYPES, type TeamEventType } from '../../src/domain/events.ts';
import { EVENT_DATA } from '../../src/schemas/event-data.ts';
import { openTestApp } from '../helpers/app.ts';
import { buildEntries } from '../reliability/route-entries.ts';
import { REGISTERS } from './all.ts';
import { collectRoutes, type ExistingRoute } from './existing-routes.ts';

const routes: ExistingRoute[] = [];
/** Routes are registered without a look at the database, so there is none. */
const world = await openTestApp({
  url: 'postgresql://localhost/none',
  extend: (app) => collectRoutes(app, routes),
});
await world.app.ready();
afterAll(() => world.close());

type Kind = 'routes' | 'tables' | 'events';
/** What exists, under the name of the register that must name it. */
type Existing = { name: string; owner: string };

/** Most options have one file. The core, and the option of most routes, have some more. */
const fileOf = (owner: string, kind: Kind): string => {
  const folder = owner === 'core' ? 'test/registers/core' : `test/options/${owner}`;
  const part = `${folder}/${kind === 'events' ? 'tables' : kind}.ts`;
  return existsSync(part) ? part : `${folder}/registers.ts`;
};

/** What is wrong with the registers of one kind, as what to do in which file. */
function findProblems(kind: Kind, existing: readonly Existing[], lineOf: (name: string) => string) {
  const registered = REGISTERS.flatMap((one) =>
    Object.keys(one[kind] ?? {}).map((name) => ({ name, owner: one.name })),
  );
  const isSame = (one: Existing, other: Existing) => one.name === other.name && one.owner === other.owner;
  const missing = existing.filter((one) => !registered.some((other) => isSame(one, other)));
  const gone = registered.filter((one) => !existing.some((other) => isSame(one, other)));
  const problems = [
    ...missing.map(({ name, owner }) => `Add to \`${kind}\` in ${fileOf(owner, kind)}: ${lineOf(name)}`),
    ...gone.map(({ name, owner }) => `Remove from \`${kind}\` in ${fileOf(owner, kind)}: ${name}`),
  ];
  return [...new Set(problems)];
}

async function listTables(): Promise<Existing[]> {
  const files = await Array.fromAsync(glob('src/{,options/*/}db/schema/*.ts'));
  const tables = await Promise.all(
    files.map(async (file) => {
      const owner = /options\/([^/]+)/.exec(file)?.[1] ?? 'core';
      const exported = Object.values<unknown>(await import(path.resolve(file)));
      return exported
        .filter((one) => is(one, PgTable))
        .map((table) => ({ name: getTableName(table), owner }));
    }),
  );
  return tables.flat();
}
const tables = await listTables();

test('every table is in the register of its option or of the core', () => {
  expect(tables.length).toBeGreaterThan(30);
  expect(findProblems('tables', tables, (name) => `${name}: {},`)).toEqual([]);
});

const tableOfEvent = (type: TeamEventType): string => `${type.split('.')[0]}s`;

/** A new one belongs where the table of its thing is: `guest.created` to `guests`. */
const ownerOfEvent = (type: TeamEventType): string =>
  REGISTERS.find(({ events = {} }) => type in events)?.name ??
  tables.find(({ name }) => name === tableOfEvent(type))?.owner ??
  'core';

/** With the ids in its data. */
function lineOfEvent(type: string): string {
  const ids = Object.keys(EVENT_DATA[type as TeamEventType].shape).filter((field) => field.endsWith('_id'));
  return `'${type}': { ${ids.map((field) => `${field}: '${field.replace(/_id$/, 's')}'`).join(', ')} },`;
}

/** The words of events are the core's, and the migrations those of all: so an option that is left out has some of both. */
async function listTypesLeftOut(): Promise<string[]> {
  const [last] = (await Array.fromAsync(glob('migrations/meta/*_snapshot.json'))).toSorted().slice(-1);
  const snapshot = JSON.parse(await readFile(last ?? '', 'utf8'));
  return TEAM_EVENT_TYPES.filter((type) => {
    const table = tableOfEvent(type);
    return `public.${table}` in snapshot.tables && !tables.some(({ name }) => name === table);
  });
}

test('every type of event is in the register of an option or of the core', async () => {
  const leftOut = await listTypesLeftOut();
  const existing = TEAM_EVENT_TYPES.filter((name) => !leftOut.includes(name)).map((name) => ({
    name,
    owner: ownerOfEvent(name),
  }));
  expect(findProblems('events', existing, lineOfEvent)).toEqual([]);
});

test('every route is in the register of its option or of the core', () => {
  const named = routes.filter(({ isFormAddress }) => !isFormAddress);
  const lineOf = (name: string) => {
    const isDear = named.some((route) => route.name === name && route.options.config?.dear !== undefined);
    return `'${name}': ${isDear ? "'dear'" : "'small'"},`;
  };
  expect(named.length).toBeGreaterThan(100);
  expect(findProblems('routes', named, lineOf)).toEqual([]);
});

test('every parameter and text field is an id, a name, or neither, by the register of its option or of the core', async () => {
  const named = routes.filter(({ isFormAddress }) => !isFormAddress).map(({ name }) => name);
  const document = (await world.get('/openapi.json')).json();
  expect(Object.keys(buildEntries(document, named)).length).toBeGreaterThan(100);
});
