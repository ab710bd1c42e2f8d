import { expect, it } from 'vitest';
import { PERMISSIONS } from '../../../src/domain/access/permissions.ts';
import { requireDeclaredPermission } from '../../../src/plugins/permissions.ts';
import { openSharedApp } from '../../helpers/app.ts';
import type { Json } from '../../helpers/bookings.ts';

const world = await openSharedApp();
const { paths } = (await world.get('/openapi.json')).json();
const operations = Object.entries<Json>(paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    needed: operation['x-permission'],
  })),
);

it('every operation says what it needs, in words that are permissions', () => {
  for (const { name, needed } of operations) {
    expect(needed, name).not.toBeUndefined();
    const words = needed === null ? [] : typeof needed === 'string' ? [needed] : (needed.all ?? needed.any);
    expect(PERMISSIONS, name).toEqual(expect.arrayContaining(words));
    expect(words.length, name).toBe(new Set(words).size);
  }
});

it('only the token’s own account, the team’s settings and what is public need nothing', () => {
  const open = operations.filter(({ needed }) => needed === null).map(({ name }) => name);
  expect(open.filter((name) => !name.includes('/v1/public/'))).toEqual(['GET /v1/me', 'GET /v1/team']);
  expect(operations.filter(({ name, needed }) => name.includes('/v1/public/') && needed !== null)).toEqual(
    [],
  );
});

it('what reads needs only read, save secrets; what writes needs write', () => {
  const levelOf = (needed: Json): string[] => JSON.stringify(needed).match(/:(read|write)/g) ?? [];
  const isReading = (name: string) => name.startsWith('GET ');
  const writers = operations.filter(
    ({ name, needed }) => isReading(name) && levelOf(needed).includes(':write'),
  );
  expect(writers.map(({ name }) => name)).toEqual([
    'GET /v1/webhooks/{webhook}/secret',
    'GET /v1/units/{unit}/calendar',
    'GET /v1/calendar-feeds/{feed}/calendar',
  ]);
  const readers = operations.filter(
    ({ name, needed }) => !isReading(name) && levelOf(needed).includes(':read'),
  );
  expect(readers).toEqual([]);
});

it('a route that does not say what it needs does not start', () => {
  const route = { method: 'GET', url: '/v1/secrets' };
  expect(() => requireDeclaredPermission(route)).toThrow('GET /v1/secrets does not say what it needs');
  expect(() => requireDeclaredPermission({ ...route, config: { permission: null } })).not.toThrow();
});
