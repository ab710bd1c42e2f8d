import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { createKeyring } from '../../../src/services/keys/keyring.ts';
import { rotateWebhookSecretKeys } from '../../../src/services/webhooks/key-rotation.ts';
import { openSharedApp, TEST_APP_KEY } from '../../helpers/app.ts';
import { at, openInn } from '../../helpers/bookings.ts';
import { deliverFor, follow, happen, openReceiver, until } from '../../helpers/receiver.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });

it('after APP_KEY changed, deliveries are still signed with a webhook’s previous secret for a day', async () => {
  await using receiver = await openReceiver();
  const inn = await openInn(world);
  const { id, secret: previous } = await follow(inn, receiver.url);
  const { secret } = await inn.data(inn.send('POST', `/webhooks/${id}/secret/rotate`));
  const newKey = Buffer.alloc(32, 'another key');
  await rotateWebhookSecretKeys({ db: world.db, keyring: createKeyring(newKey, [TEST_APP_KEY]) });
  await happen(inn);
  await using _service = deliverFor(world, { keyring: createKeyring(newKey) });
  await until(() => receiver.received.length === 1);
  const { headers, text } = at(receiver.received, 0);
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const signatures = [secret, previous].map((key) =>
    new Webhook(key).sign(String(headers['webhook-id']), sentAt, text),
  );
  expect(headers['webhook-signature']).toBe(signatures.join(' '));
  expect(world.backgroundErrors).toEqual([]);
});
