import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MAX_DELIVERIES_OF_WEBHOOK } from '../../../../src/domain/limits.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { at, openInn, times } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { until } from '../../../helpers/waiting.ts';
import { answer, deliverFor, deliveriesOf as deliveries, follow, happen, openReceiver } from '../receiver.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] }, poolMax: 12 });

describe('a webhook that is made active again', () => {
  it('a webhook that is made active again gets all outstanding events at once, in order for each booking', async () => {
    await using receiver = await openReceiver();
    receiver.behave(answer(500));
    const inn = await openInn(world);
    const { id } = await follow(inn, receiver.url, { types: ['booking.*', 'guest.*'] });
    const booking = await inn.book();
    await inn.data(inn.change(booking.id, { check_out: day(5) }));
    await happen(inn);
    await using _service = deliverFor(world);
    for (const [attempts, moment] of [
      [1, '10:00:00'],
      [2, '10:00:06'],
      [3, '10:06:00'],
    ] as const) {
      world.clock.set(`2031-05-05T${moment}Z`);
      await until(async () =>
        (await deliveries(inn, id, '&status=pending')).some((delivery) => delivery.attempts === attempts),
      );
    }
    await inn.data(inn.send('PUT', `/webhooks/${id}`, { status: 'paused' }));
    await inn.data(inn.cancel(booking.id));
    receiver.behave(answer(204));
    receiver.received.length = 0;
    // The next tries are due in half an hour.
    await inn.data(inn.send('PUT', `/webhooks/${id}`, { status: 'active' }));
    await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
    const types = receiver.received.map(({ body }) => body.type);
    expect(types.filter((type) => type.startsWith('booking.'))).toEqual([
      ...['booking.created', 'booking.changed', 'booking.cancelled'],
    ]);
    expect(types.filter((type) => type.startsWith('guest.'))).toHaveLength(2);
  });

  it('a webhook that is made active again has five days again before failures disable it', async () => {
    await using receiver = await openReceiver();
    receiver.behave(answer(500));
    const inn = await openInn(world);
    const { id } = await follow(inn, receiver.url, { types: ['guest.*'] });
    await happen(inn);
    await using _service = deliverFor(world);
    await until(async () => (await deliveries(inn, id))[0]?.attempts === 1);
    await inn.data(inn.send('PUT', `/webhooks/${id}`, { status: 'paused' }));
    world.clock.set('2031-05-11T10:00:00Z');
    await inn.data(inn.send('PUT', `/webhooks/${id}`, { status: 'active' }));
    await until(async () => (await deliveries(inn, id))[0]?.attempts === 2);
    expect((await inn.read(`/webhooks/${id}`)).status).toBe('active');
    world.clock.set('2031-05-16T10:00:00Z');
    await until(async () => (await inn.read(`/webhooks/${id}`)).status === 'disabled');
  });
});

describe('a replay', () => {
  it('a replay keeps a delivery that is being sent, even if that fails afterwards', async () => {
    await using receiver = await openReceiver();
    const held = Promise.withResolvers<void>();
    receiver.behave(async (response, nth, received) => {
      if (nth === 2) await held.promise;
      answer(nth === 2 ? 500 : 204)(response, nth, received);
    });
    const inn = await openInn(world);
    const { id } = await follow(inn, receiver.url, { types: ['guest.*'] });
    for (const _ of times(6, () => 0)) await happen(inn);
    await using _service = deliverFor(world);
    await until(async () => (await deliveries(inn, id, '&status=delivered')).length === 5);
    const [last] = await deliveries(inn, id);
    const underWay = at(receiver.positions(), 1);
    expect(underWay).toBeLessThan(last.position);
    const replayed = await inn.send('POST', `/webhooks/${id}/replay`, { after: last.position });
    expect([replayed.status, replayed.body.data.behind]).toEqual([202, 1]);
    held.resolve();
    await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
    // It came again, and nothing else that is not after the position did.
    expect(receiver.positions().filter((position) => position === underWay)).toHaveLength(2);
    expect(receiver.received).toHaveLength(7);
    expect(await deliveries(inn, id, '&status=delivered')).toHaveLength(6);
  });

  it('a webhook’s events may be replayed ten times an hour', async () => {
    const inn = await openInn(world);
    const [one, other] = [await follow(inn, 'http://127.0.0.1:1/'), await follow(inn, 'http://127.0.0.1:1/')];
    const replay = async (id: string = one.id, key?: string) => {
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      const answer = await inn.send('POST', `/webhooks/${id}/replay`, { after: 0 }, headers);
      return [answer.status, answer.headers['retry-after']];
    };
    const accepted = [202, undefined];
    expect(await Promise.all(times(5, () => replay()))).toEqual(times(5, () => accepted));
    world.clock.set('2031-05-05T10:20:00Z');
    for (const n of times(5, (each) => each)) expect(await replay(one.id, `${n}`)).toEqual(accepted);
    expect(await replay()).toEqual([429, '2400']);
    // Repeating an accepted request replays nothing.
    expect(await replay(one.id, '4')).toEqual(accepted);
    expect(await replay(other.id)).toEqual(accepted);
    world.clock.set('2031-05-05T11:00:00Z');
    expect(await Promise.all(times(5, () => replay()))).toEqual(times(5, () => accepted));
    expect(await replay()).toEqual([429, '1200']);
  });
});

describe('kept deliveries', () => {
  const MOST = 20;

  it('the newest 100,000 deliveries of a webhook are kept', async () => {
    expect(MAX_DELIVERIES_OF_WEBHOOK).toBe(100_000);
    await using receiver = await openReceiver();
    const inn = await openInn(world);
    const { id } = await follow(inn, receiver.url, { types: ['guest.*'] });
    await using _service = deliverFor(world, { mostDeliveries: MOST });
    for (const _ of times(MOST + 5, () => 0)) await happen(inn);
    await until(() => receiver.received.length === MOST + 5);
    await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
    const kept = await deliveries(inn, id);
    const positions = receiver.positions().toSorted((a, b) => b - a);
    expect(kept.map(({ position }) => position)).toEqual(positions.slice(0, MOST));

    // Also if a replay delivers all of it again.
    await inn.data(inn.send('POST', `/webhooks/${id}/replay`, { after: 0 }), 202);
    await until(() => receiver.received.length === 2 * (MOST + 5));
    await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
    expect(await deliveries(inn, id)).toHaveLength(MOST);
  });

  it('pending deliveries of a webhook are kept up to a limit, and further events wait in the feed', async () => {
    await using receiver = await openReceiver();
    receiver.behave(answer(500));
    const inn = await openInn(world);
    const { id } = await follow(inn, receiver.url, { types: ['guest.*'] });
    await using _service = deliverFor(world, { mostDeliveries: MOST });
    for (const _ of times(MOST + 5, () => 0)) await happen(inn);
    await until(async () => (await deliveries(inn, id, '&status=pending')).length === MOST);
    await sleep(300);
    expect(receiver.received).toHaveLength(MOST);
    expect(await deliveries(inn, id)).toHaveLength(MOST);
    expect((await inn.read(`/webhooks/${id}`)).behind).toBe(MOST + 5);
    receiver.behave(answer(204));
    world.clock.set('2031-05-05T10:00:10Z');
    await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
    expect(new Set(receiver.positions()).size).toBe(MOST + 5);
    expect(await deliveries(inn, id)).toHaveLength(MOST);
  });
});
