/** The hash of a request, and answers that are sent while they are made. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { toTextOrStream } from '../../src/plugins/long-answer.ts';
import { computeRequestHash } from '../../src/plugins/request-hash.ts';
import { openSharedApp } from '../helpers/app.ts';
import { type Json, openInn } from '../helpers/bookings.ts';

const world = await openSharedApp();

const hashed = (body: unknown, url = '/v1/days?x=1') =>
  computeRequestHash({ method: 'POST', url, body } as Parameters<typeof computeRequestHash>[0]);

/** The flat list of a body, which stored keys were hashed from in earlier versions too. */
const flat = (value: Json): unknown[] => {
  if (Array.isArray(value)) return [[value.length], ...value.flatMap(flat)];
  if (typeof value !== 'object' || value === null) return [value];
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return [{ keys: keys.length }, ...keys.flatMap((key) => [key, ...flat(value[key])])];
};

it('the hash of a request covers its method, path with query, and body, whatever the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (body) => {
      const parts = ['POST', '/v1/days?x=1', ...flat(body ?? {})];
      expect(hashed(body)).toBe(createHash('sha256').update(JSON.stringify(parts)).digest('base64url'));
    }),
  );
  expect(hashed({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(hashed({ b: [{ d: 3, c: 2 }], a: 1 }));
  expect(hashed({ a: [] })).not.toBe(hashed({ a: {} }));
  expect(hashed({}, '/v1/team')).not.toBe(hashed({}));
  expect(hashed({}, '/v1/days?x=2')).not.toBe(hashed({}));
});

it('a long list is read from the database only as fast as its caller reads it, for the request’s own team', async () => {
  const team = new AsyncLocalStorage<number>();
  const PART = 'x'.repeat(100_000);
  let read = 0;
  let isEnded = false;
  const teams = new Set<number | undefined>();
  async function* parts(most: number) {
    try {
      for (read = 0; read < most; read += 1) {
        await turn();
        teams.add(team.getStore());
        yield PART;
      }
    } finally {
      isEnded = true;
    }
  }
  expect(await toTextOrStream(parts(2))).toBe(PART + PART);
  const body = await team.run(7, () => toTextOrStream(parts(1_000)));
  if (typeof body === 'string') throw new Error('It was not sent as a stream.');
  isEnded = false;
  expect(read).toBeLessThan(5);
  teams.clear();
  let taken = 0;
  for await (const chunk of body) {
    taken += chunk.length;
    if (taken > 3_000_000) break;
  }
  expect([...teams]).toEqual([7]);
  expect(read).toBeLessThan(50);
  await vi.waitFor(() => expect(isEnded).toBe(true), { timeout: 15_000 });
});

it('a change of two years of days is answered with all of them, and again under its idempotency key', async () => {
  const inn = await openInn(world);
  const path = `/listings/${inn.listing.id}/days`;
  const ranges = [{ start_date: '2031-01-01', end_date: '2032-12-31', nightly: 9_000 }];
  const change = () => inn.send('PUT', path, { ranges }, { 'idempotency-key': 'two-years' });
  const [first, second] = [await change(), await change()];
  expect(first.body.data).toHaveLength(731);
  expect(first.body).toEqual({ data: await inn.read(`${path}?start_date=2031-01-01&end_date=2032-12-31`) });
  expect(second.headers['idempotent-replay']).toBe('true');
  expect(second.text).toBe(first.text);
});
