/**
 * Anything that a team, its guests and its channels do, in any order: previews are what the writes then do, each write
 * has its events and messages and no other, undo restores, another team's ids do nothing, and everything adds up.
 */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { seed } from '../../helpers/random.ts';
import { walk } from './walk.ts';

const STEPS = 25;
const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] }, publicUrl: 'https://stay.example' });

test('whatever a team, its guests and its channels do, each step tells what it did, and everything adds up', async () => {
  const done = await walk(world, seed, STEPS);
  expect(Object.values(done).reduce((sum, count) => sum + count, 0)).toBe(STEPS);
});
