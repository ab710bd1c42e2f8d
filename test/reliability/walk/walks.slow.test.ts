/** Many walks, each with houses of its own, and the same steps by several callers at once. */
import { beforeEach, expect, test } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { seed } from '../../helpers/random.ts';
import { reportFigures, sized } from '../figures.ts';
import { walk, walkAtOnce } from './walk.ts';

const WALKS = sized(20, 2);
const STEPS = 60;
const ROUNDS = sized(100, 12);

const world = await openSharedApp({
  outbound: { allow: ['127.0.0.1'] },
  publicUrl: 'https://stay.example',
  poolMax: 8,
});
const counts: Record<string, number> = {};
const add = (more: Record<string, number>) => {
  for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count;
};

beforeEach(() => world.clock.set(TEST_NOW));

test.for(Array.from({ length: WALKS }, (_, nth) => nth))('walk %i', { timeout: 600_000 }, async (nth) => {
  add(await walk(world, seed + nth, STEPS));
});

test('when several callers do it at once, nothing is lost or told twice, and everything adds up', async () => {
  const statuses = await walkAtOnce(world, seed, ROUNDS);
  expect(statuses[200]).toBeGreaterThan(ROUNDS);
  reportFigures('walks', {
    load: `${WALKS} walks of ${STEPS} steps; ${ROUNDS} rounds of six requests at once`,
    acknowledged: (statuses[200] ?? 0) + (statuses[201] ?? 0),
    lost: 0,
    seen: `Steps: ${JSON.stringify(counts)}. At once: ${JSON.stringify(statuses)}.`,
  });
}, 600_000);
