import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce, sortedInSteps } from '../../src/domain/steps.ts';

test.each([0, 1, 499, 500, 501, 1_000, 1_001, 1_501, 2_600])('%i items are sorted whole', (count) => {
  const items = Array.from({ length: count }, (_, n) => (n * 7_919) % 10_007);
  expect(atOnce(sortedInSteps(items, (a, b) => a - b))).toEqual(items.toSorted((a, b) => a - b));
});

test('there is a pause at least after every 6,000 comparisons', () => {
  const items = Array.from({ length: 10_000 }, (_, n) => (n * 7_919) % 10_007);
  let compared = 0;
  let most = 0;
  const work = sortedInSteps(items, (a, b) => {
    compared += 1;
    return a - b;
  });
  while (!work.next().done) {
    most = Math.max(most, compared);
    compared = 0;
  }
  expect(most).toBeLessThanOrEqual(6_000);
});

test('a list sorted in steps is the list sorted at once, equal items in their order', () => {
  const keys = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 3_000, size: 'max' });
  fc.assert(
    fc.property(keys, (given) => {
      const items = given.map((key, place) => ({ key, place }));
      const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;
      expect(atOnce(sortedInSteps(items, byKey))).toEqual(items.toSorted(byKey));
    }),
  );
});
