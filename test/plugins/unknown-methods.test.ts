/** Every path under `/v1` with every method (docs/rules.md, 3.2). */
import type { HTTPMethods, RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { buildToken } from '../helpers/factories.ts';

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE', 'PROPFIND'];
const ID = '01943600-0000-7000-8000-ffffffffffff';

const routes: RouteOptions[] = [];
const world = await openSharedApp({
  extend: (app) => app.addHook('onRoute', (route) => void routes.push({ ...route })),
});
await world.app.ready();
const token = await buildToken(world);

const methodsByPath = new Map<string, Set<string>>();
for (const { url, method } of routes.filter(
  (route) => route.url.startsWith('/v1/') && !route.url.endsWith('*'),
))
  methodsByPath.set(url, (methodsByPath.get(url) ?? new Set()).union(new Set([method].flat())));

const send = (method: string, url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: method as HTTPMethods, url, headers });

test('the sweep of methods finds all paths', () => {
  expect(methodsByPath.size).toBeGreaterThan(60);
});

test.each([...methodsByPath])(
  '%s is a 405 with Allow for each method that it does not have',
  async (path, own) => {
    const url = path.replaceAll(/:\w+/g, ID);
    // A path of words may also be that of an id, as for /listings/adjust and /listings/:listing.
    const allowed = new Set(
      [...methodsByPath].flatMap(([other, methods]) =>
        other === path || (other.includes(':') && isOfPattern(url, other)) ? [...methods] : [],
      ),
    );
    expect(allowed.isSupersetOf(own)).toBe(true);
    for (const method of METHODS) {
      const answer = await send(method, `${url}?x=1`);
      if (allowed.has(method)) expect([url, method, answer.statusCode]).not.toEqual([url, method, 405]);
      else {
        const list = [...allowed].sort().join(', ');
        expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, list]);
        if (method !== 'HEAD')
          expect(answer.json()).toEqual({ message: `This path has other methods: ${list}.` });
      }
    }
  },
);

/** Whether a path fits a pattern, segment by segment. */
function isOfPattern(url: string, pattern: string): boolean {
  const [one, other] = [url.split('/'), pattern.split('/')];
  return one.length === other.length && other.every((part, at) => part.startsWith(':') || part === one[at]);
}

test('Allow names HEAD after GET, and a token changes nothing', async () => {
  for (const headers of [{}, { authorization: `Bearer ${token}` }, { authorization: 'Bearer wrong' }]) {
    const { result, statements } = await world.statements.during(() =>
      send('PATCH', `/v1/bookings/${ID}`, headers),
    );
    expect([result.statusCode, result.headers.allow, statements]).toEqual([405, 'GET, HEAD, PUT', []]);
    expect(result.headers['x-request-id']).toEqual(expect.any(String));
  }
  expect((await send('DELETE', '/v1/public/no-such-team/bookings')).headers.allow).toBe('POST');
});

test('outside /v1 and under unknown paths, any method is a 404 without Allow', async () => {
  for (const url of [
    '/',
    '/livez',
    '/openapi.json',
    '/app/sign-in',
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/me/',
    '/V1/me',
  ])
    for (const method of ['PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const answer = await send(method, url);
      expect([url, method, answer.statusCode, answer.headers.allow]).toEqual([url, method, 404, undefined]);
    }
});
