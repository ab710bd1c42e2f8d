import { expect, test } from 'vitest';
import { eachWithPauses } from '../../src/pauses.ts';
import { turnsDuring } from '../helpers/waiting.ts';

test('long work on many items is done in order and pauses for other work', async () => {
  const done: number[] = [];
  const work = () =>
    eachWithPauses(Array(20).keys(), (item) => {
      const end = performance.now() + 2;
      while (performance.now() < end);
      done.push(item);
    });
  // Each of these items takes longer than a piece may.
  expect(await turnsDuring(work)).toBeGreaterThanOrEqual(20);
  expect(done).toEqual([...Array(20).keys()]);
});
