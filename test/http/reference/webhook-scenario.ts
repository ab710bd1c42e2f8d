/** The examples of webhooks. Their receiver's name does not resolve, so that no example calls anybody. */
import type { Database } from '../../../src/db/client.ts';
import type { Recorder } from './recorder.ts';

const BAD_KEY = { 'idempotency-key': 'not one word' };

export async function tellWebhooks({ ask }: Recorder, db: Database) {
  const body = { url: 'https://hooks.example/innkeep', types: ['booking.*'], description: 'Channel manager' };
  const made = { as: ['made', 'Follows the bookings from now on'] as [string, string], status: 201, body };
  const { data } = await ask('createWebhook', made);
  const webhook: string = data.id;
  const parameters = { webhook };
  await ask('createWebhook', {
    as: ['notPublic', 'An address inside a network'],
    status: 422,
    body: { url: 'https://192.168.0.7/hook' },
  });
  await db.execute(`insert into webhook_deliveries (team_id, id, webhook_id, event_id, position, round, type, status,
      attempts, response_status, error, response_body, next_attempt_at, created_at)
    select team_id, '01943600-0000-7000-8000-0000000000de', '${webhook}', id, position, 1, type, 'pending',
      1, 503, 'The receiver answered 503.', 'Back soon', created_at + interval '5 s', created_at
    from team_events where type = 'booking.created' and position is not null order by position limit 1`);
  const delivery = '01943600-0000-7000-8000-0000000000de';
  const ok = (operation: string, name: string, summary: string, more: object = {}, status = 200) =>
    ask(operation, { as: [name, summary], status, parameters, ...more });
  await ok('listWebhookDeliveries', 'page', 'One that is tried again', {
    parameters: { ...parameters, status: 'pending' },
  });
  await ok('listWebhookDeliveries', 'invalid', 'A state that does not exist', {
    parameters: { ...parameters, status: 'lost' },
    status: 422,
  });
  await ok('redeliver', 'due', 'It is tried at once', { parameters: { ...parameters, delivery } }, 202);
  for (const operation of ['deleteWebhook', 'rotateWebhookSecret', 'redeliver', 'testWebhook'])
    await ok(
      operation,
      'badKey',
      'A key of several words',
      { headers: BAD_KEY, parameters: operation === 'redeliver' ? { ...parameters, delivery } : parameters },
      422,
    );
  await ok('testWebhook', 'unreachable', 'The receiver’s name does not resolve');
  await ok('getWebhook', 'webhook', 'A webhook');
  await ok('listWebhooks', 'page', 'All webhooks', { parameters: {} });
  await ok('getWebhookSecret', 'secret', 'Its secret');
  await ok('changeWebhook', 'paused', 'Paused: it keeps its place', { body: { status: 'paused' } });
  await ok(
    'changeWebhook',
    'invalid',
    'A type that does not exist',
    { body: { types: ['booking.lost'] } },
    422,
  );
  await ok('rotateWebhookSecret', 'rotated', 'A new secret');
  await ok('replayWebhook', 'replayed', 'Everything again', { body: { after: 0 } }, 202);
  await ok('replayWebhook', 'tooFar', 'A position that is not reached', { body: { after: 1_000_000 } }, 422);
  await ok('listWebhooks', 'invalid', 'A page number below 1', { parameters: { page: '0' } }, 422);
  await ok('deleteWebhook', 'gone', 'Deleted', {}, 204);
}
