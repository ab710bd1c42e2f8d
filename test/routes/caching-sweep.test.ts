/** What `caching-sweep.ts` says: of reads with GET for all routes, because a register names them, and else for a part. */
import { expect, test } from 'vitest';
import { isOfPart, openCachingSweep } from './caching-sweep.ts';

const { world, sweepReads, sweepRefusals } = await openCachingSweep();

test('answers to a token must not be cached, and public answers only as they declare', () =>
  sweepReads((route, index) => route.method === 'GET' || isOfPart(route, index)));

test('answers to writes, and refusals, must not be cached in a part of the routes', () =>
  sweepRefusals(isOfPart));

test('answers from before the routing, such as to malformed requests, must not be cached', async () => {
  for (const url of ['/none', '/v1/%zz', `/v1/listings/${'x'.repeat(101)}`]) {
    const answer = await world.get(url, null, { 'if-none-match': '*' });
    expect([url, answer.headers['cache-control']]).toEqual([url, 'no-store']);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  }
});
