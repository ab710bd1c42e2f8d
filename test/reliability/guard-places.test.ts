/** Whether guards.test.ts can still remove every guard. This takes no time, so it is tested with every change. */
import { expect, test } from 'vitest';
import { GUARDS, testsOf } from './guard-list.ts';
import { changed } from './house-copy.ts';

test('every guard is found exactly once, and has a name of its own and tests that notice', async () => {
  const problems = GUARDS.map((guard) =>
    changed(guard).then(
      () => (testsOf(guard).length === 0 ? `${guard.name}: no test` : null),
      (error: Error) => `${guard.name}, ${guard.file}: ${error.message}`,
    ),
  );
  expect((await Promise.all(problems)).filter(Boolean)).toEqual([]);
  expect(new Set(GUARDS.map(({ name }) => name)).size).toBe(GUARDS.length);
});
