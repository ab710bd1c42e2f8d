/** Whatever exists is in a register (test/registers), so that the tests that look at everything look at it too. */
import { existsSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { openTestApp } from '../helpers/app.ts';
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

/** What exists, under the name of the register that must name it. */
type Existing = { name: string; owner: string };

const fileOf = (owner: string, kind: string): string => {
  const folder = owner === 'core' ? 'test/registers/core' : `test/options/${owner}`;
  return [`${folder}/${kind}.ts`, `${folder}/registers.ts`].find(existsSync) ?? `${folder}/registers.ts`;
};

/** What is wrong with the registers of one kind, as what to do in which file. */
function findProblems(kind: 'routes', existing: readonly Existing[], lineOf: (name: string) => string) {
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

test('every route is in the register of its option or of the core', () => {
  const named = routes.filter(({ isFormAddress }) => !isFormAddress);
  const lineOf = (name: string) => {
    const isHeavy = named.some((route) => route.name === name && route.options.config?.heavy !== undefined);
    return `'${name}': ${isHeavy ? "'heavy'" : "'small'"},`;
  };
  expect(named.length).toBeGreaterThan(300);
  expect(findProblems('routes', named, lineOf)).toEqual([]);
});
