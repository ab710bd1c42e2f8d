import { expect, test } from 'vitest';
import { createMetrics } from '../../../../src/metrics.ts';
import { watchEventFigures } from '../../../../src/options/webhooks/metrics.ts';
import { readEventFigures } from '../../../../src/options/webhooks/services/deliveries.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { openInn } from '../../../helpers/bookings.ts';

const world = await openSharedApp();
const inn = await openInn(world);

test('metrics have the number of undelivered events and the age of the oldest', async () => {
  const watching = createMetrics();
  watchEventFigures(watching.registry, () => readEventFigures(world.services));
  const figures = async () => {
    const text = await watching.text();
    return ['events_numbered', 'events_unnumbered', 'webhook_oldest_undelivered_seconds'].map((name) =>
      Number(new RegExp(`^innkeep_${name} (.*)$`, 'm').exec(text)?.[1]),
    );
  };
  const [numbered = 0, unnumbered = 0, age] = await figures();
  expect(age).toBe(0);
  await inn.send('GET', '/events');
  expect(await figures()).toEqual([numbered + unnumbered, 0, 0]);
  const outcome = await inn.send('POST', '/webhooks', { url: 'https://8.8.8.8/hook' });
  expect(outcome.status).toBe(201);
  await inn.data(inn.send('POST', '/guests', { name: 'Ida' }), 201);
  const now = world.clock.now();
  world.clock.set(new Date(now.getTime() + 90_000).toISOString());
  expect(await figures()).toEqual([numbered + unnumbered, 1, 90]);
  await inn.send('GET', '/events');
  expect(await figures()).toEqual([numbered + unnumbered + 1, 0, 90]);
  world.clock.set(now.toISOString());

  const other = createMetrics();
  watchEventFigures(other.registry, () => Promise.reject(new Error('The database is away.')));
  expect(await other.text()).toMatch(/^innkeep_events_numbered nan$/im);
});
