import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { rotateWebhookSecretKeys } from '../../../../src/options/webhooks/services/key-rotation.ts';
import { createKeyring } from '../../../../src/services/keys/keyring.ts';
import { openSharedApp, TEST_APP_KEY } from '../../../helpers/app.ts';
import { at, openInn } from '../../../helpers/bookings.ts';
import { openClient } from '../../../helpers/database.ts';
import { until, untilSomebodyWaits } from '../../../helpers/waiting.ts';
import { deliverFor, follow, happen, openReceiver } from '../receiver.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const NEW_KEY = Buffer.alloc(32, 'another key');

it('after APP_KEY changed, deliveries are still signed with a webhook’s previous secret for a day', async () => {
  await using receiver = await openReceiver();
  const inn = await openInn(world);
  const { id, secret: previous } = await follow(inn, receiver.url);
  const { secret } = await inn.data(inn.send('POST', `/webhooks/${id}/secret/rotate`));
  await rotateWebhookSecretKeys({ db: world.db, keyring: createKeyring(NEW_KEY, [TEST_APP_KEY]) });
  await happen(inn);
  await using _service = deliverFor(world, { keyring: createKeyring(NEW_KEY) });
  await until(() => receiver.received.length === 1);
  const { headers, text } = at(receiver.received, 0);
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const signatures = [secret, previous].map((key) =>
    new Webhook(key).sign(String(headers['webhook-id']), sentAt, text),
  );
  expect(headers['webhook-signature']).toBe(signatures.join(' '));
  expect(world.backgroundErrors).toEqual([]);
});

it('an answer that takes the place of a secret one while its key is changed stays as it is', async () => {
  const inn = await openInn(world);
  const key = { 'idempotency-key': 'again' };
  const url = 'https://receiver.example/';
  await inn.data(inn.send('POST', '/webhooks', { url }, key), 201);
  const plain = Buffer.from('{"plain":true}');
  const rival = await openClient(world.url);
  try {
    await rival.query('begin');
    const ofTeam = `team_id = ${inn.teamId} and idempotency_key = 'again'`;
    await rival.query(`update idempotency_records set response_body = $1 where ${ofTeam}`, [plain]);
    const keyring = createKeyring(NEW_KEY, [TEST_APP_KEY]);
    const rotation = rotateWebhookSecretKeys({ db: world.db, keyring });
    await untilSomebodyWaits(world);
    await rival.query('commit');
    await rotation;
    const { rows } = await rival.query(`select response_body from idempotency_records where ${ofTeam}`);
    expect(rows).toEqual([{ response_body: plain }]);
  } finally {
    await rival.end();
  }
});
