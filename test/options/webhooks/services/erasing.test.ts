import { expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { openInn } from '../../../helpers/bookings.ts';
import { tracesOf } from '../../../helpers/traces.ts';
import { until } from '../../../helpers/waiting.ts';
import { answer, deliverFor, deliveriesOf as deliveries, follow, openReceiver } from '../receiver.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] }, poolMax: 12 });
const MARK = 'Xqzvwk';

it('erasing a guest leaves nothing that a receiver answered about them before, during or after', async () => {
  await using receiver = await openReceiver();
  const held = Promise.withResolvers<void>();
  receiver.behave(async (response, nth, received) => {
    if (received.body.type === 'booking.cancelled') await held.promise;
    answer(200, `Thank you for ${MARK}`)(response, nth, received);
  });
  const inn = await openInn(world);
  const { id } = await follow(inn, receiver.url, { types: ['booking.*', 'guest.*'] });
  await using _service = deliverFor(world);
  const guest = { name: `${MARK} Lind`, email: `${MARK}@example.com` };
  const booking = await inn.book({ guest, notes: `Note of ${MARK}` });
  const other = await inn.data(inn.send('POST', '/guests', { name: 'Bea' }), 201);
  const responses = async () =>
    Object.fromEntries((await deliveries(inn, id)).map(({ type, ...rest }) => [type, rest.response_body]));
  await until(async () => (await deliveries(inn, id, '&status=delivered')).length === 3);
  expect(await responses()).toMatchObject({ 'booking.created': `Thank you for ${MARK}` });
  await inn.data(inn.cancel(booking.id));
  await until(() => receiver.received.length === 4);

  await inn.data(inn.send('POST', `/guests/${booking.guest_id}/erase`));
  // The other guest is not erased, and what was said about them stays.
  const left = await deliveries(inn, id, '&status=delivered');
  expect(left.flatMap(({ response_body }) => response_body ?? [])).toEqual([`Thank you for ${MARK}`]);
  await inn.send('PUT', `/guests/${other.id}`, { name: 'Cora' });
  held.resolve();
  await until(async () => (await inn.read(`/webhooks/${id}`)).behind === 0);
  const delivered = await deliveries(inn, id, '&status=delivered');
  expect(delivered.map(({ type, response_body }) => [type, response_body]).sort()).toEqual([
    ['booking.cancelled', null],
    ['booking.created', null],
    ['guest.changed', `Thank you for ${MARK}`],
    ['guest.created', null],
    ['guest.created', `Thank you for ${MARK}`],
    ['guest.erased', null],
  ]);
  await inn.send('DELETE', `/webhooks/${id}`);
  expect(await tracesOf(world, MARK)).toEqual([]);
});
