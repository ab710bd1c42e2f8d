import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { times } from '../../helpers/bookings.ts';
import { buildGuest } from '../../helpers/factories.ts';
import { openDesk } from './desk.ts';

const gate = Promise.withResolvers<void>();
let heldCount = 0;

const world = await openSharedApp({
  extend: (app) => {
    app.get<{ Params: { team: string; nights: string } }>('/held/:team/:nights', async (request) => {
      const { team, nights } = request.params;
      request.ofTeam = Number(team);
      request.cost.hold(Number(nights));
      heldCount += 1;
      await gate.promise;
      return {};
    });
  },
});

test('the page’s export counts as under way, like that of the API, because it is sent while it is read', async () => {
  const { visitor, base, team } = await openDesk(world);
  const { id } = await buildGuest(world, { teamId: team.id });
  const hold = (nights: number) => world.get(`/held/${team.id}/${nights}`);
  const held = [hold(500_000), ...times(25, () => hold(10_000))];
  await expect.poll(() => heldCount).toBe(held.length);
  expect((await visitor.get(`${base}/guests/${id}/export`)).statusCode).toBe(503);
  gate.resolve();
  await Promise.all(held);
  expect((await visitor.get(`${base}/guests/${id}/export`)).statusCode).toBe(200);
});
