import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { type Client, type Json, openInn, times } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
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

/** The events of a team, which its own token begins. */
const feed = async (client: Client): Promise<Json[]> =>
  (await client.send('GET', '/events?after=1')).body.data;

it('a webhook gets every event once, in order, signed as Standard Webhooks says, with two secrets for a day', async () => {
  await using receiver = await openReceiver();
  const inn = await openInn(world);
  const { id, secret } = await follow(inn, receiver.url);
  const booking = await inn.book();
  await inn.data(inn.change(booking.id, { check_out: day(5) }));
  await inn.data(inn.cancel(booking.id));
  await using _service = deliverFor(world);
  const events = await feed(inn);
  await until(() => receiver.received.length >= events.length);
  await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
  const byPosition = receiver.received.toSorted((a, b) => a.body.data.position - b.body.data.position);
  expect(byPosition.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual(
    events.map(({ id: eventId, type, created_at, position, data }) => [
      eventId,
      { type, timestamp: created_at, data: { ...data, position } },
    ]),
  );
  const ofBooking = receiver.received.filter(({ body }) => body.type.startsWith('booking.'));
  expect(ofBooking.map(({ body }) => body.type)).toEqual([
    ...['booking.created', 'booking.changed', 'booking.cancelled'],
  ]);
  expect(await inn.read(`/webhooks/${id}`)).toMatchObject({ last_success_at: '2031-05-05T10:00:00+00:00' });

  const verify = (key: string, { headers, text }: Json) => {
    const now = Math.floor(Date.now() / 1_000);
    const shift = (text: string) => text; // The package refuses old messages by its own clock.
    expect(Math.abs(Number(headers['webhook-timestamp']) - now)).toBeGreaterThan(0);
    return new Webhook(key).sign(
      headers['webhook-id'],
      new Date(Number(headers['webhook-timestamp']) * 1_000),
      shift(text),
    );
  };
  const [one] = receiver.received;
  expect(one?.headers['webhook-signature']).toBe(verify(secret, one));
  expect(one?.headers['content-type']).toBe('application/json');

  const rotated = await inn.data(inn.send('POST', `/webhooks/${id}/secret/rotate`));
  const signaturesOfTest = async () => {
    await inn.data(inn.send('POST', `/webhooks/${id}/test`));
    const last = receiver.received.at(-1);
    expect(last?.body).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } });
    const expected = [verify(rotated.secret, last), verify(secret, last)];
    return [last?.headers['webhook-signature'], expected];
  };
  const [both, expected] = await signaturesOfTest();
  expect(both).toBe((expected as string[]).join(' '));
  world.clock.set('2031-05-06T09:59:59Z');
  const [stillBoth, stillExpected] = await signaturesOfTest();
  expect(stillBoth).toBe((stillExpected as string[]).join(' '));
  world.clock.set('2031-05-06T10:00:01Z');
  const [alone, [present] = []] = (await signaturesOfTest()) as [string, string[]];
  expect(alone).toBe(present);
});

describe('receivers of a webhook', () => {
  const endless: Behaviour = (response) => {
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(4_096)));
    };
    response.on('drain', write);
    write();
  };
  const zoo: Record<string, { behaviour: Behaviour; first: object }> = {
    'that answers 500': {
      behaviour: answer(500, 'Out of order\0'),
      first: { response_status: 500, error: 'The receiver answered 500.', response_body: 'Out of order' },
    },
    'that resets the connection': {
      behaviour: (response) => response.socket?.resetAndDestroy(),
      first: { response_status: null, error: 'The connection was closed.', response_body: null },
    },
    'that redirects': {
      behaviour: answer(302, '', { location: 'http://127.0.0.1:1/' }),
      first: { response_status: 302, error: 'The receiver answered 302.' },
    },
    'that answers 503 for two minutes': {
      behaviour: answer(503, '', { 'retry-after': '120' }),
      first: { response_status: 503, next_attempt_at: '2031-05-05T10:02:00+00:00' },
    },
  };
  it.each(Object.entries(zoo))(
    'a webhook’s receiver that %s gets the event again later',
    async (_name, { behaviour, first }) => {
      await using receiver = await openReceiver();
      receiver.behave((response, nth, received) =>
        (nth === 1 ? behaviour : answer(200))(response, nth, received),
      );
      const inn = await openInn(world);
      const { id } = await follow(inn, receiver.url);
      await happen(inn);
      await using _service = deliverFor(world);
      await until(async () => (await deliveries(inn, id))[0]?.attempts === 1);
      expect(await deliveries(inn, id)).toEqual([
        expect.objectContaining({ status: 'pending', attempts: 1, delivered_at: null, ...first }),
      ]);
      expect((await inn.read(`/webhooks/${id}`)).behind).toBe(1);
      world.clock.set('2031-05-05T10:02:01Z');
      await until(async () => (await deliveries(inn, id, '&status=delivered')).length === 1);
      expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
        times(2, () => receiver.received[0]?.headers['webhook-id']),
      );
      expect(await deliveries(inn, id)).toMatchObject([{ attempts: 2, response_status: 200, error: null }]);
    },
  );

  it('a webhook’s receiver whose answer does not end is cut off, and counts as successful', async () => {
    await using receiver = await openReceiver();
    receiver.behave(endless);
    const inn = await openInn(world);
    const { id } = await follow(inn, receiver.url);
    await happen(inn);
    await using _service = deliverFor(world);
    await until(async () => (await deliveries(inn, id, '&status=delivered')).length === 1);
    const [{ response_body }] = await deliveries(inn, id);
    expect(response_body).toBe('x'.repeat(1_000));
  });

  it('a webhook whose receiver answers 410 is disabled, and catches up when it is made active again', async () => {
    await using receiver = await openReceiver();
    receiver.behave(answer(410));
    const inn = await openInn(world);
    const { id } = await follow(inn, receiver.url, { types: ['guest.*'] });
    await happen(inn);
    await using _service = deliverFor(world);
    await until(async () => (await inn.read(`/webhooks/${id}`)).status === 'disabled');
    expect(await inn.read(`/webhooks/${id}`)).toMatchObject({
      disabled_reason: expect.stringContaining('410'),
    });
    const events = (await inn.send('GET', '/events?types=webhook.*')).body.data;
    expect(events).toMatchObject([{ data: { webhook_id: id }, actor: { type: 'system', name: null } }]);
    await happen(inn);
    receiver.behave(answer(204));
    await inn.data(inn.send('PUT', `/webhooks/${id}`, { status: 'active' }));
    await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
    expect(await deliveries(inn, id, '&status=delivered')).toHaveLength(2);
  });

  it('a webhook’s receiver that hangs does not delay other webhooks', async () => {
    await using hanging = await openReceiver();
    hanging.behave(() => {});
    await using receiver = await openReceiver();
    const inn = await openInn(world);
    for (const _ of times(10, () => 0)) await follow(inn, hanging.url);
    for (const _ of times(12, () => 0)) await happen(inn);
    const service = deliverFor(world);
    await until(() => hanging.received.length >= 10);
    await follow(inn, receiver.url);
    await happen(inn);
    await until(() => receiver.received.length === 1, 2_000);
    // The hanging ones would be waited for. Their connections end with the receiver.
    await hanging[Symbol.asyncDispose]();
    await service.stop();
  });
});

it('later events of a booking wait for one that is being retried, and other bookings’ events do not', async () => {
  await using receiver = await openReceiver();
  const inn = await openInn(world, { units: ['A', 'B'] });
  const [first, second] = [await inn.book(), await inn.book()];
  const { id } = await follow(inn, receiver.url, { types: ['booking.*'] });
  let isDown = true;
  receiver.behave((response, nth, received) =>
    answer(isDown && received.body.data.booking_id === first.id ? 500 : 204)(response, nth, received),
  );
  for (const { id: booking } of [first, second]) {
    await inn.data(inn.change(booking, { notes: 'One.' }));
    await inn.data(inn.cancel(booking));
  }
  await using _service = deliverFor(world);
  await until(async () => (await deliveries(inn, id, '&status=delivered')).length === 2);
  await until(async () =>
    (await deliveries(inn, id, '&status=pending')).some(({ attempts }) => attempts === 1),
  );
  expect((await deliveries(inn, id, '&status=delivered')).map(({ type }) => type).sort()).toEqual([
    ...['booking.cancelled', 'booking.changed'],
  ]);
  expect((await deliveries(inn, id, '&status=pending')).map(({ attempts }) => attempts).sort()).toEqual([
    0, 1,
  ]);
  isDown = false;
  world.clock.set('2031-05-05T10:01:00Z');
  await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
  const ofFirst = receiver.received.filter(({ body }) => body.data.booking_id === first.id);
  expect(ofFirst.map(({ body }) => body.type)).toEqual([
    ...['booking.changed', 'booking.changed', 'booking.cancelled'],
  ]);
});

it('a webhook loses nothing by an hour of failures, is disabled after five days, and a replay sends everything again', async () => {
  await using receiver = await openReceiver();
  receiver.behave(answer(500));
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url, { types: ['guest.*'] });
  for (const _ of times(3, () => 0)) await happen(inn);
  await using _service = deliverFor(world);
  const tries = (count: number) =>
    until(async () => (await deliveries(inn, id)).every(({ attempts }) => attempts === count));
  await until(async () => (await deliveries(inn, id)).length === 3);
  await tries(1);
  for (const [count, moment] of [
    [2, '05T10:00:06'],
    [3, '05T10:06:00'],
    [4, '05T10:45:00'],
  ] as const) {
    world.clock.set(`2031-05-${moment}Z`);
    await tries(count);
  }
  receiver.behave(answer(204));
  world.clock.set('2031-05-05T13:00:00Z');
  await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
  expect(new Set(receiver.positions()).size).toBe(3);

  receiver.behave(answer(500));
  await happen(inn);
  await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 1);
  await until(async () => (await deliveries(inn, id, '&status=pending'))[0]?.attempts === 1);
  world.clock.set('2031-05-10T13:00:00Z');
  await until(async () => (await inn.read(`/webhooks/${id}`)).status === 'disabled');
  receiver.behave(answer(204));
  receiver.received.length = 0;
  await inn.data(inn.send('POST', `/webhooks/${id}/replay`, { after: 0 }), 202);
  await inn.data(inn.send('PUT', `/webhooks/${id}`, { status: 'active' }));
  await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
  expect(receiver.positions()).toEqual(receiver.positions().toSorted((a, b) => a - b));
  expect(new Set(receiver.positions()).size).toBe(4);
});

it('a delivery can be sent again at once, even a successful one', async () => {
  await using receiver = await openReceiver();
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url);
  await happen(inn);
  await using _service = deliverFor(world);
  await until(async () => (await deliveries(inn, id, '&status=delivered')).length === 1);
  const [delivery] = await deliveries(inn, id);
  const again = await inn.send('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`);
  expect([again.status, again.body.data]).toMatchObject([202, { id: delivery.id, status: 'pending' }]);
  await until(() => receiver.received.length === 2);
  await until(async () => (await deliveries(inn, id, `&event_id=${delivery.event_id}`))[0].attempts === 2);
  expect((await inn.send('POST', `/webhooks/${id}/deliveries/${id}/redeliver`)).status).toBe(404);
});

it('two processes never send the same delivery at the same time', async () => {
  await using receiver = await openReceiver();
  const underWay = new Set<unknown>();
  let both = 0;
  receiver.behave(async (response, _nth, { headers }) => {
    if (underWay.has(headers['webhook-id'])) both += 1;
    underWay.add(headers['webhook-id']);
    await sleep(5);
    underWay.delete(headers['webhook-id']);
    response.writeHead(204).end();
  });
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url, { types: ['guest.*'] });
  await using _one = deliverFor(world);
  await using _two = deliverFor(world);
  for (const _ of times(30, () => 0)) await happen(inn);
  await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
  expect(both).toBe(0);
  expect(receiver.received).toHaveLength(30);
  expect(world.backgroundErrors).toEqual([]);
});

it('stopping waits for the delivery that is being sent, and stores its answer', async () => {
  await using receiver = await openReceiver();
  receiver.behave(async (response) => {
    await sleep(300);
    response.writeHead(204).end();
  });
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url, { types: ['guest.*'] });
  await happen(inn);
  const service = deliverFor(world);
  await until(() => receiver.received.length === 1);
  await service.stop();
  expect(await deliveries(inn, id)).toMatchObject([{ status: 'delivered' }]);
});
