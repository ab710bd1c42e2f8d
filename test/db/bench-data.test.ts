import { expect, it } from 'vitest';
import { SIZES } from '../../bench/dataset.ts';
import { loadData } from '../../bench/load-data.ts';
import { teamEvents } from '../../src/db/schema/team-events.ts';
import { openTestApp } from '../helpers/app.ts';
import { verifyAll } from '../helpers/verify.ts';

it('the generated teams that measurements use keep every invariant, as `verify` checks it', async () => {
  const world = await openTestApp();
  await loadData(world.url, { ...SIZES.tiny, teams: 2 });
  expect(await world.db.$count(teamEvents)).toBe(2 * SIZES.tiny.bookings);
  const checks = await verifyAll(world);
  expect(checks.filter(({ violations }) => violations > 0)).toEqual([]);
  await world.close();
});
