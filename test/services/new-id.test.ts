import { afterEach, expect, test, vi } from 'vitest';
import { times } from '../helpers/bookings.ts';

afterEach(() => vi.useRealTimers());

const isUuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const msOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

test('new ids rise, however many are made within a millisecond and however the clock is set', async () => {
  // A copy of its own, so that other tests in this process do not get ids from the future.
  vi.resetModules();
  const { newId } = await import('../../src/services/new-id.ts');
  const at = Date.now() + 60_000;
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  const ids = times(10_000, newId);
  expect(msOf(ids[0] ?? '')).toBe(at);
  vi.setSystemTime(at - 5_000);
  ids.push(...times(10, newId));
  vi.setSystemTime(at + 5_000);
  ids.push(newId());
  expect(msOf(ids.at(-1) ?? '')).toBe(at + 5_000);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(isUuidV7);
});
