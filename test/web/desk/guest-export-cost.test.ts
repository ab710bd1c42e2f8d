import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { times } from '../../helpers/bookings.ts';
import { buildGuest } from '../../helpers/factories.ts';
import { createHeldRequests } from '../../helpers/held-cost.ts';
import { openDesk } from './desk.ts';

const requests = createHeldRequests();
const world = await openSharedApp({ extend: requests.extend });

test('the page’s export counts as under way, like that of the API, because it is sent while it is read', async () => {
  const { visitor, base, team } = await openDesk(world);
  const { id } = await buildGuest(world, { teamId: team.id });
  const hold = (nights: number) => world.get(`/held/${team.id}/${nights}`);
  const held = [hold(500_000), ...times(25, () => hold(10_000))];
  await expect.poll(requests.count).toBe(held.length);
  expect((await visitor.get(`${base}/guests/${id}/export`)).statusCode).toBe(503);
  requests.release();
  await Promise.all(held);
  expect((await visitor.get(`${base}/guests/${id}/export`)).statusCode).toBe(200);
});
