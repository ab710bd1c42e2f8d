/** Every route is dear or small by name (test/registers), so that a new one cannot forget to say so. */
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { LOADS } from '../registers/all.ts';
import { collectRoutes, type ExistingRoute } from '../registers/existing-routes.ts';

const routes: ExistingRoute[] = [];
const world = await openSharedApp({ extend: (app) => collectRoutes(app, routes) });
await world.app.ready();

const LIGHT: unknown[] = ['small', 'text'];
const dearRoutes = Object.entries(LOADS).filter(([, load]) => !LIGHT.includes(load));
const sorted = (names: string[]) => [...new Set(names)].sort();

test('the routes that are admitted as dear are exactly the listed ones', () => {
  const dear = routes.filter(({ options }) => options.config?.dear !== undefined);
  expect(sorted(dear.map(({ name }) => name))).toEqual(sorted(dearRoutes.map(([name]) => name)));
});

test('the routes that wait in the line of texts are exactly the listed ones', () => {
  const rendering = routes.filter(({ options }) => options.config?.rendersTexts);
  const texts = Object.keys(LOADS).filter((name) => LOADS[name] === 'text');
  expect(sorted(rendering.map(({ name }) => name))).toEqual(sorted(texts));
});

test.each(dearRoutes)(
  '%s is admitted as a dear request whenever its parameters make it one',
  (name, load) => {
    const { config } = routes.find((route) => route.name === name)?.options ?? {};
    const isDear = ({ query = {}, body }: { query?: object; body?: object }) =>
      typeof config?.dear === 'function'
        ? config.dear({ query, body, headers: {}, method: name.split(' ')[0] } as unknown as FastifyRequest)
        : config?.dear;
    if (load === 'dear') return expect(config?.dear).toBe(true);
    if (typeof load === 'string') throw new Error(`${name} is not dear.`);
    for (const dear of load.dear) expect([dear, isDear(dear)]).toEqual([dear, true]);
    for (const small of load.small) expect([small, isDear(small)]).toEqual([small, false]);
  },
);
