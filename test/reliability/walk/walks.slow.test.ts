/** Many walks, each with houses of its own, and the same steps by several callers at once. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { seed } from '../../helpers/random.ts';
import { reportFigures, sized } from '../figures.ts';
import { type Walked, walk, walkAtOnce } from './walk.ts';

const WALKS = sized(20, 2);
const STEPS = 60;
const ROUNDS = sized(100, 12);

const world = await openSharedApp({
  outbound: { allow: ['127.0.0.1'] },
  publicUrl: 'https://stay.example',
  poolMax: 8,
});
const walked: Walked[] = [];
let atOnce: Record<number, number> | null = null;

beforeEach(() => world.clock.set(TEST_NOW));

test.for(Array.from({ length: WALKS }, (_, nth) => nth))('walk %i', { timeout: 600_000 }, async (nth) => {
  walked.push(await walk(world, seed + nth, STEPS));
});

test('when several callers do it at once, nothing is lost or told twice, and everything adds up', async () => {
  const statuses = await walkAtOnce(world, seed, ROUNDS);
  expect(statuses[200]).toBeGreaterThan(ROUNDS);
  atOnce = statuses;
}, 600_000);

// The tests run in any order.
afterAll(() => {
  if (walked.length < WALKS || atOnce === null) return;
  const sum = (countOf: (one: Walked) => number) => walked.reduce((all, one) => all + countOf(one), 0);
  const byName: Record<string, number> = {};
  for (const { steps } of walked)
    for (const [name, count] of Object.entries(steps)) byName[name] = (byName[name] ?? 0) + count;
  const requests = world.log.filter((line) => line.includes('"msg":"answered"')).length;
  reportFigures('walks', {
    load: `${WALKS} walks of ${STEPS} steps, then ${ROUNDS} rounds of six requests at once; ${requests} requests in all, those that look included`,
    acknowledged: (atOnce[200] ?? 0) + (atOnce[201] ?? 0),
    lost: 0,
    seen:
      `${WALKS * STEPS} steps wrote ${sum(({ events }) => events)} events and ${sum(({ messages }) => messages)} messages, each as ruled. ` +
      `Everything was looked at ${sum(({ looks }) => looks)} times, and then found whole in ${WALKS} team files. ` +
      `Steps: ${JSON.stringify(byName)}. At once: ${JSON.stringify(atOnce)}.`,
  });
});
