/** What `cross-team-sweep.ts` says, for the routes that `npm test` leaves to it. */
import { test } from 'vitest';
import { isOfFirstPart, openSweep } from './cross-team-sweep.ts';

const { sweepPart } = await openSweep();

test(
  'an id of another team is answered like an unknown id in the other routes, and nothing of that team changes',
  {
    timeout: 1_800_000,
  },
  () => sweepPart((index, entry) => !isOfFirstPart(index, entry)),
);
