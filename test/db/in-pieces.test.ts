import { expect, test } from 'vitest';
import { inPieces } from '../../src/db/in-pieces.ts';

test('work on many items is done in order, and lets others have their turn', async () => {
  const done: number[] = [];
  let turns = 0;
  let isOver = false;
  const other = () => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  await inPieces(Array(20).keys(), (item) => {
    const end = performance.now() + 2;
    while (performance.now() < end);
    done.push(item);
  });
  isOver = true;
  expect(done).toEqual([...Array(20).keys()]);
  // Each of these items takes longer than a piece may.
  expect(turns).toBeGreaterThanOrEqual(20);
});
