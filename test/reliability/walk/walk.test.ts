/**
 * Anything that a team, its guests and its channels do, in any order: previews are what the writes then do, each write
 * has its events and messages and no other, undo restores, another team's ids do nothing, and everything adds up.
 */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { walk } from './walk.ts';

/** This walk is always the same one; those of walks.slow.test.ts are drawn anew each time. */
const SEED = 305932572;
const STEPS = 8;
const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] }, publicUrl: 'https://stay.example' });

test('whatever a team, its guests and its channels do, each step tells what it did, and everything adds up', async () => {
  const { steps } = await walk(world, SEED, STEPS);
  expect(Object.values(steps).reduce((sum, count) => sum + count, 0)).toBe(STEPS);
}, 180_000);
