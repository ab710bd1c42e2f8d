/** What `caching-sweep.ts` says, for all routes. */
import { test } from 'vitest';
import { openCachingSweep } from './caching-sweep.ts';

const { sweepReads, sweepRefusals } = await openCachingSweep();

test('answers to a token must not be cached, and public answers only as they declare', () => sweepReads());

test('answers to writes, and refusals, must not be cached', () => sweepRefusals());
