/** Every route is heavy or small by name (test/registers), so that a new one cannot forget to say so. */
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { LOADS } from '../registers/all.ts';
import { collectRoutes, type ExistingRoute } from '../registers/existing-routes.ts';

const routes: ExistingRoute[] = [];
const world = await openSharedApp({ extend: (app) => collectRoutes(app, routes) });
await world.app.ready();

const LIGHT: unknown[] = ['small', 'text'];
const heavyRoutes = Object.entries(LOADS).filter(([, load]) => !LIGHT.includes(load));
const sorted = (names: string[]) => [...new Set(names)].sort();

test('the routes that are admitted as heavy are exactly the listed ones', () => {
  const heavy = routes.filter(({ options }) => options.config?.heavy !== undefined);
  expect(sorted(heavy.map(({ name }) => name))).toEqual(sorted(heavyRoutes.map(([name]) => name)));
});

test('the routes that wait in the line of texts are exactly the listed ones', () => {
  const rendering = routes.filter(({ options }) => options.config?.rendersTexts);
  const texts = Object.keys(LOADS).filter((name) => LOADS[name] === 'text');
  expect(sorted(rendering.map(({ name }) => name))).toEqual(sorted(texts));
});

test.each(heavyRoutes)(
  '%s is admitted as a heavy request whenever its parameters make it one',
  (name, load) => {
    const { config } = routes.find((route) => route.name === name)?.options ?? {};
    const isHeavy = ({ query = {}, body }: { query?: object; body?: object }) =>
      typeof config?.heavy === 'function'
        ? config.heavy({ query, body, headers: {}, method: name.split(' ')[0] } as unknown as FastifyRequest)
        : config?.heavy;
    if (load === 'heavy') return expect(config?.heavy).toBe(true);
    if (typeof load === 'string') throw new Error(`${name} is not heavy.`);
    for (const heavy of load.heavy) expect([heavy, isHeavy(heavy)]).toEqual([heavy, true]);
    for (const small of load.small) expect([small, isHeavy(small)]).toEqual([small, false]);
  },
);
