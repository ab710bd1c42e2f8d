/** How long bodies may take: 15 s, if they come fast enough. */
import { expect, test, vi } from 'vitest';
import { LATE, openArriving } from './arriving.ts';

const { begin, headOf, answered, connection } = await openArriving();

test('a body that is not complete after 15 s is a 408', async () => {
  await begin(`${headOf('/probe', 'application/json', 100)}{`);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(connection().readyState).toBe('open');
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await answered()).toEqual(LATE);
});
