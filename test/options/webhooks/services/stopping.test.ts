/** A webhook that gets nothing more: what is under way ends, and no request begins (docs/rules.md, 17.5). */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { type Inn, openInn, times } from '../../../helpers/bookings.ts';
import { until } from '../../../helpers/waiting.ts';
import { answer, deliverFor, follow, openReceiver } from '../receiver.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] }, poolMax: 12 });

const AT_ONCE = 10;
const EVENTS = 60;

const writeEvents = (inn: Inn) =>
  Promise.all(times(EVENTS, (n) => inn.data(inn.send('POST', '/guests', { name: `Guest ${n}` }), 201)));

it.each<[string, (inn: Inn, id: string) => Promise<unknown>]>([
  ['deleted', (inn, id) => inn.send('DELETE', `/webhooks/${id}`)],
  ['paused', (inn, id) => inn.data(inn.send('PUT', `/webhooks/${id}`, { status: 'paused' }))],
])('a webhook that is %s gets nothing after the deliveries that are being sent', async (_what, stop) => {
  await using receiver = await openReceiver();
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url);
  await writeEvents(inn);
  receiver.behave(async (response) => {
    await sleep(20);
    response.writeHead(204).end();
  });
  await using _service = deliverFor(world);
  await until(() => receiver.received.length >= 15);
  await stop(inn, id);
  const begun = receiver.received.length;
  expect(begun).toBeLessThan(EVENTS - AT_ONCE);
  await sleep(200);
  // Requests that were being sent at that moment may still arrive.
  expect(receiver.received.length - begun).toBeLessThanOrEqual(AT_ONCE);
  expect(world.backgroundErrors).toEqual([]);
});

it('a webhook whose receiver answers 410 gets nothing after the deliveries that are being sent', async () => {
  await using receiver = await openReceiver();
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url);
  await writeEvents(inn);
  receiver.behave((response, nth) => {
    if (nth >= 15) return answer(410)(response, nth, receiver.received[0] as never);
    return sleep(20).then(() => response.writeHead(204).end());
  });
  await using _service = deliverFor(world);
  await until(async () => (await inn.read(`/webhooks/${id}`)).status === 'disabled');
  await sleep(200);
  expect(receiver.received.length).toBeLessThanOrEqual(15 + AT_ONCE);
});

it('a webhook’s new address and new secret are used from the next request on', async () => {
  await using first = await openReceiver();
  await using second = await openReceiver();
  const inn = await openInn(world);
  const { id } = await follow(inn, first.url);
  await writeEvents(inn);
  first.behave(async (response) => {
    await sleep(20);
    response.writeHead(204).end();
  });
  await using _service = deliverFor(world);
  await until(() => first.received.length >= 5);
  await inn.data(inn.send('PUT', `/webhooks/${id}`, { url: second.url }));
  const begun = first.received.length;
  await inn.data(inn.send('POST', `/webhooks/${id}/secret/rotate`));
  await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
  expect(first.received.length - begun).toBeLessThanOrEqual(AT_ONCE);
  const signatures = second.received.map(({ headers }) => String(headers['webhook-signature']).split(' '));
  expect(signatures.at(-1)).toHaveLength(2);
});

it('deliveries of a webhook begin in the order of the events, although the webhook is read before each of them', async () => {
  await using receiver = await openReceiver();
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url);
  await writeEvents(inn);
  await writeEvents(inn);
  const { outboundClient } = world.services;
  const begun: number[] = [];
  await using _service = deliverFor(world, {
    outboundClient: {
      ...outboundClient,
      send(request) {
        begun.push(JSON.parse(String(request.body)).data.position);
        return outboundClient.send(request);
      },
    },
  });
  await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
  expect(begun).toEqual(begun.toSorted((a, b) => a - b));
  expect(new Set(begun).size).toBeGreaterThanOrEqual(2 * EVENTS);
});
