import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { disableSilentWebhooks } from '../../../../src/options/webhooks/services/disabling.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { openInn, times } from '../../../helpers/bookings.ts';
import { until } from '../../../helpers/waiting.ts';
import {
  answer,
  type Behaviour,
  deliverFor,
  deliveriesOf as deliveries,
  follow,
  happen,
  openReceiver,
} from '../receiver.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] }, poolMax: 12 });

/** A receiver that once behaves badly, and then well. */
const once =
  (behaviour: Behaviour): Behaviour =>
  (response, nth, received) =>
    (nth === 1 ? behaviour : answer(204))(response, nth, received);
const hang: Behaviour = () => {};
/** Sends a piece every 20 ms, until the connection ends. */
const drip =
  (piece: string): Behaviour =>
  ({ socket }) => {
    const timer = setInterval(() => (socket?.writable ? socket.write(piece) : clearInterval(timer)), 20);
  };

it.each([
  ['hangs', hang],
  ['drips headers without an end', drip('HTTP/1.1 200 OK\r\nx')],
])('a webhook’s receiver that %s is cut off, and gets the event again later', async (_what, behaviour) => {
  world.clock.set('2031-05-05T10:00:00Z');
  await using receiver = await openReceiver();
  receiver.behave(once(behaviour));
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url);
  await happen(inn);
  await using _service = deliverFor(world, { answersWithinMs: 2_000 });
  await until(async () => (await deliveries(inn, id))[0]?.attempts === 1);
  expect(await deliveries(inn, id)).toMatchObject([
    { status: 'pending', response_status: null, error: expect.stringMatching(/2 seconds|not HTTP/) },
  ]);
  world.clock.set('2031-05-05T10:01:00Z');
  await until(async () => (await deliveries(inn, id))[0]?.status === 'delivered');
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

it('a webhook’s receiver whose status arrives in time has succeeded, however slowly the rest of its answer comes', async () => {
  await using receiver = await openReceiver();
  receiver.behave((response, nth, received) => {
    response.writeHead(200, { 'transfer-encoding': 'identity' }).flushHeaders();
    drip('x')(response, nth, received);
  });
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url);
  await happen(inn);
  await using _service = deliverFor(world, { answersWithinMs: 2_000 });
  await until(async () => (await deliveries(inn, id))[0]?.status === 'delivered');
  expect((await deliveries(inn, id))[0].response_body).toMatch(/^x+$/);
});

it('sixty webhooks that hang leave room for one that answers', { timeout: 120_000 }, async () => {
  await using hanging = await openReceiver();
  hanging.behave(hang);
  await using receiver = await openReceiver();
  for (const inn of await Promise.all(times(3, () => openInn(world)))) {
    await Promise.all(times(20, () => follow(inn, hanging.url)));
    for (const _ of times(80, () => 0)) await happen(inn);
  }
  const service = deliverFor(world, { answersWithinMs: 1_000 });
  await until(() => hanging.received.length >= 50);
  const inn = await openInn(world);
  await follow(inn, receiver.url);
  await happen(inn);
  // Each of the others has work for 80 seconds.
  await until(() => receiver.received.length === 1, 40_000);
  await hanging[Symbol.asyncDispose]();
  await service.stop();
});

it('an event that is already delivered does not count as pending, although an earlier one is', async () => {
  await using receiver = await openReceiver();
  const held = Promise.withResolvers<void>();
  receiver.behave(async (response, nth, received) => {
    if (nth === 2) await held.promise;
    answer(204)(response, nth, received);
  });
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url);
  for (const _ of times(6, () => 0)) await happen(inn);
  const behind = async () => (await inn.read(`/webhooks/${id}`)).behind;
  expect(await behind()).toBe(6);
  await using _service = deliverFor(world);
  await until(async () => (await behind()) === 1);
  expect((await inn.send('GET', '/webhooks')).body.data).toMatchObject([{ id, behind: 1 }]);
  held.resolve();
  await until(async () => (await behind()) === 0);
});

it('if results cannot be stored, at most 60 deliveries are made that would be repeated after a crash', async () => {
  // Those of other tests would wait for the lock as well, and take every connection.
  await world.db.execute(`update webhooks set status = 'paused'`);
  await using receiver = await openReceiver();
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url, { types: ['guest.*'] });
  const held = Promise.withResolvers<void>();
  receiver.behave(async (response, nth, received) => {
    if (nth === 1) await held.promise;
    answer(204)(response, nth, received);
  });
  await world.db.execute(`
    insert into team_events (team_id, id, type, in_feed, actor_type, data, created_at)
    select ${inn.teamId}, gen_random_uuid(), 'guest.changed', true, 'system', '{}', '2031-05-05 10:00:00+00'
    from generate_series(1, 200)`);
  await using _service = deliverFor(world);
  await until(() => receiver.received.length === 1);
  await world.db.transaction(async (tx) => {
    // Changes of rows wait for this lock, and reading goes on.
    await tx.execute('lock table webhook_deliveries in share mode');
    held.resolve();
    await until(() => receiver.received.length >= 50);
    await sleep(200);
    expect(receiver.received.length).toBeLessThanOrEqual(60);
  });
  await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
  expect(new Set(receiver.positions()).size).toBe(200);
});

it('a replay may begin at the last delivered event, even before the webhook’s own row shows that', async () => {
  world.clock.set('2031-05-05T10:00:00Z');
  await using receiver = await openReceiver();
  const held = Promise.withResolvers<void>();
  receiver.behave(async (response, nth, received) => {
    if (nth === 12) await held.promise;
    answer(204)(response, nth, received);
  });
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url, { types: ['guest.*'] });
  for (const _ of times(12, () => 0)) await happen(inn);
  await using _service = deliverFor(world);
  await until(async () => (await deliveries(inn, id, '&status=delivered')).length === 11);
  const reached = (await deliveries(inn, id))[0]?.position;
  expect((await inn.send('POST', `/webhooks/${id}/replay`, { after: reached })).status).toBe(202);
  held.resolve();
  await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
  expect(Math.max(...receiver.positions())).toBeGreaterThanOrEqual(reached);
});

it('a webhook that failed for five days is disabled even if nothing more is tried', async () => {
  world.clock.set('2031-06-01T10:00:00Z');
  await using receiver = await openReceiver();
  receiver.behave(answer(500));
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url);
  await happen(inn);
  const service = deliverFor(world);
  await until(async () => (await deliveries(inn, id))[0]?.attempts === 1);
  await service.stop();
  const statusAt = async (moment: string) => {
    await disableSilentWebhooks({ ...world.services, clock: () => new Date(moment) });
    return (await inn.read(`/webhooks/${id}`)).status;
  };
  expect(await statusAt('2031-06-06T09:59:59Z')).toBe('active');
  expect(await statusAt('2031-06-06T10:00:00Z')).toBe('disabled');
  expect(await statusAt('2031-06-07T10:00:00Z')).toBe('disabled');
  const events = (await inn.send('GET', '/events?types=webhook.*')).body.data;
  expect(events).toMatchObject([{ data: { webhook_id: id }, actor: { type: 'system', name: null } }]);
});

it('a test event is sent once for an idempotency key', async () => {
  await using receiver = await openReceiver();
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url);
  const key = { 'idempotency-key': 'test' };
  const send = (body?: object) => inn.send('POST', `/webhooks/${id}/test`, body, key);
  const first = await send();
  const again = await send();
  expect([first.status, again.headers['idempotent-replay'], again.text]).toEqual([200, 'true', first.text]);
  expect((await send({ other: 1 })).status).toBe(409);
  expect(receiver.received).toHaveLength(1);
  await inn.send('POST', `/webhooks/${id}/test`);
  expect(receiver.received).toHaveLength(2);
});

it('of several tests of a webhook at once under one idempotency key one is sent, and all get its answer', async () => {
  await using receiver = await openReceiver();
  const held = Promise.withResolvers<void>();
  receiver.behave(async (response, nth, received) => {
    await held.promise;
    answer(200)(response, nth, received);
  });
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url);
  const send = () => inn.send('POST', `/webhooks/${id}/test`, undefined, { 'idempotency-key': 'at-once' });
  const all = times(4, send);
  await until(() => receiver.received.length > 0);
  await sleep(300);
  const other = { 'idempotency-key': 'at-once' };
  expect((await inn.send('POST', `/webhooks/${id}/test`, { other: 1 }, other)).status).toBe(409);
  held.resolve();
  const answers = await Promise.all(all);
  expect(receiver.received).toHaveLength(1);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotent-replay'] === 'true')).toHaveLength(3);
});

it('deleting a webhook during a delivery causes no error', async () => {
  await using receiver = await openReceiver();
  const held = Promise.withResolvers<void>();
  receiver.behave(async (response, nth, received) => {
    if (nth === 2) await held.promise;
    answer(204)(response, nth, received);
  });
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url);
  const service = deliverFor(world);
  await happen(inn);
  await until(async () => (await deliveries(inn, id))[0]?.status === 'delivered');
  await happen(inn);
  await until(() => receiver.received.length === 2);
  const waiting = async (count: number) => {
    const {
      rows: [row],
    } = await world.db.execute<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row?.count === count;
  };
  // The deletion has locked the webhook, and waits for a delivery when the outcome of the other one is stored.
  const deleted = await world.db.transaction(async (tx) => {
    await tx.execute(`select from webhook_deliveries where webhook_id = '${id}' for update`);
    const answered = inn.send('DELETE', `/webhooks/${id}`);
    await until(() => waiting(1));
    held.resolve();
    await until(() => waiting(2));
    return { answered };
  });
  expect((await deleted.answered).status).toBe(204);
  await service.stop();
  expect(world.backgroundErrors).toEqual([]);
  expect((await inn.send('GET', `/webhooks/${id}`)).status).toBe(404);
});
