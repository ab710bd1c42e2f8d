import { expect, test } from 'vitest';
import { createRefreshQueue } from '../../../../src/options/calendars/services/feeds/refreshing.ts';
import { isUnavailable } from '../../../../src/services/errors.ts';
import { times } from '../../../helpers/bookings.ts';

const refusalOf = (run: Promise<void>) => run.then(() => null, isUnavailable);

test('a team may refresh three calendars at once and fifty more wait, and further ones are a 503', async () => {
  const begun: number[] = [];
  const letGo = Promise.withResolvers<void>();
  const queue = createRefreshQueue();
  const refresh = (teamId: number) =>
    queue(teamId, async () => {
      begun.push(teamId);
      await letGo.promise;
    });
  const accepted = times(53, () => refusalOf(refresh(1)));
  expect(await refusalOf(refresh(1))).toBe(true);
  expect(begun).toEqual([1, 1, 1]);
  const ofOther = refusalOf(refresh(2));
  expect(begun).toEqual([1, 1, 1, 2]);
  letGo.resolve();
  expect(await Promise.all([...accepted, ofOther])).toEqual(times(54, () => null));
  expect(begun).toHaveLength(54);
  expect(await refusalOf(refresh(1))).toBeNull();
});

test('a refresh that fails gives its place to the next one', async () => {
  const refresh = createRefreshQueue();
  const fail = async () => {
    throw new Error('broken');
  };
  for (const _ of times(60, String)) await expect(refresh(1, fail)).rejects.toThrow('broken');
});
