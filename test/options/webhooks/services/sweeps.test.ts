import { expect, it } from 'vitest';
import { createWebhookSweeps } from '../../../../src/options/webhooks/services/sweeps.ts';
import { startSweeps } from '../../../../src/services/jobs/sweep.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { openInn } from '../../../helpers/bookings.ts';
import { until } from '../../../helpers/waiting.ts';
import { follow } from '../receiver.ts';

const world = await openSharedApp();

it('a job deletes ended webhook deliveries after 30 days, however many, and no pending ones', async () => {
  const inn = await openInn(world);
  const { id } = await follow(inn, 'https://1.1.1.1/');
  await inn.data(inn.send('POST', '/guests', { name: 'Bea' }), 201);
  const deliver = (name: string, status: string, age: string, count = 1) =>
    world.db.execute(
      `insert into webhook_deliveries
        (team_id, id, webhook_id, event_id, position, round, type, status, attempts, error, created_at)
        select team_id, gen_random_uuid(), '${id}', one.id, n, ${name.length}, type, '${status}', 1, '${name}',
          timestamptz '${world.clock.now().toISOString()}' - interval '${age}'
        from (select * from team_events where team_id = ${inn.teamId} limit 1) one, generate_series(1, ${count}) n`,
    );
  await deliver('old', 'delivered', '30 days 1 second', 2_500);
  await deliver('older', 'failed', '31 days');
  await deliver('pending', 'pending', '40 days');
  await deliver('recent', 'delivered', '29 days 23 hours');
  const left = async () =>
    (
      await world.db.execute<{ error: string }>(
        `select error from webhook_deliveries where team_id = ${inn.teamId} order by error`,
      )
    ).rows.map(({ error }) => error);
  expect(await left()).toHaveLength(2_503);
  const errors: unknown[] = [];
  const sweeps = startSweeps({
    ...world.services,
    optionSweeps: createWebhookSweeps(world.services),
    guestRetentionMonths: null,
    onError: (error) => errors.push(error),
  });
  await until(async () => (await left()).length <= 2).finally(sweeps.stop);
  expect(errors).toEqual([]);
  expect(await left()).toEqual(['pending', 'recent']);
});
