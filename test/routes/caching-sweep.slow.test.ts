/** What `caching-sweep.ts` says, for the routes that `npm test` leaves to it. */
import { test } from 'vitest';
import { isOfFirstPart, openCachingSweep } from './caching-sweep.ts';

const { sweepReads, sweepRefusals } = await openCachingSweep();

test('answers to HEAD must not be cached either, or as they declare', () =>
  sweepReads((route, index) => route.method === 'HEAD' && !isOfFirstPart(route, index)));

test('answers to writes, and refusals, must not be cached in the other routes', () =>
  sweepRefusals((route, index) => !isOfFirstPart(route, index)));
