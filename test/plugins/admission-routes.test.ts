/** Every route is heavy or small by name, so that a new one cannot forget to say so. */
import type { FastifyRequest, RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { HEAVY_ROUTES, SMALL_ROUTES, TEXT_ROUTES } from './route-loads.ts';

const routes: RouteOptions[] = [];
const world = await openSharedApp({
  extend: (app) => {
    app.addHook('onRoute', (route) => void routes.push(route));
  },
});
await world.app.ready();

/** A route of a prefix alone exists with and without a slash at its end. */
const nameOf = ({ method, url }: RouteOptions) =>
  `${[method].flat().join(',')} ${url.replace(/(.)\/$/, '$1')}`;
// A HEAD has the configuration of its GET.
const named = routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS');

test('every route is listed by name as heavy or light', () => {
  expect([...new Set(named.map(nameOf))].sort()).toEqual(
    [...Object.keys(HEAVY_ROUTES), ...TEXT_ROUTES, ...SMALL_ROUTES].sort(),
  );
});

test('the routes that are admitted as heavy are exactly the listed ones', () => {
  expect(
    named
      .filter(({ config }) => config?.heavy !== undefined)
      .map(nameOf)
      .sort(),
  ).toEqual(Object.keys(HEAVY_ROUTES).sort());
});

test('the routes that wait in the line of texts are exactly the listed ones', () => {
  expect(
    named
      .filter(({ config }) => config?.rendersTexts)
      .map(nameOf)
      .sort(),
  ).toEqual(TEXT_ROUTES.toSorted());
});

test.each(Object.entries(HEAVY_ROUTES))(
  '%s is admitted as a heavy request whenever its parameters make it one',
  (name, load) => {
    const { config } = routes.find((route) => nameOf(route) === name) ?? {};
    const isHeavy = ({ query = {}, body }: { query?: object; body?: object }) =>
      typeof config?.heavy === 'function'
        ? config.heavy({ query, body, headers: {}, method: name.split(' ')[0] } as unknown as FastifyRequest)
        : config?.heavy;
    if (load === 'always') return expect(config?.heavy).toBe(true);
    for (const heavy of load.heavy) expect([heavy, isHeavy(heavy)]).toEqual([heavy, true]);
    for (const small of load.small) expect([small, isHeavy(small)]).toEqual([small, false]);
  },
);
