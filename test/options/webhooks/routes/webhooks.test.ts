import { describe, expect, it } from 'vitest';
import { webhookFields } from '../../../../src/options/webhooks/schemas/webhook.ts';
import { rotateWebhookSecretKeys } from '../../../../src/options/webhooks/services/key-rotation.ts';
import { createKeyring } from '../../../../src/services/keys/keyring.ts';
import { openSharedApp, openTestApp, TEST_APP_KEY } from '../../../helpers/app.ts';
import { clientOf, openInn, times } from '../../../helpers/bookings.ts';
import { buildToken } from '../../../helpers/factories.ts';
import { listBlanks } from '../../../helpers/row-fields.ts';
import { expectTooLong, WRONG_ITEMS } from '../../../routes/too-long.ts';
import { happen } from '../receiver.ts';

const outbound = { lookUpAll: async () => [{ address: '8.8.8.8', family: 4 }] };
const world = await openSharedApp({ outbound });
const URL = 'https://hooks.example/in';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

it('a webhook is added, read, changed, paused and deleted', async () => {
  const inn = await openInn(world);
  const made = await inn.send('POST', '/webhooks', { url: URL, types: ['booking.*', 'guest.created'] });
  const { secret, ...webhook } = made.body.data;
  expect([made.status, secret, webhook]).toEqual([
    201,
    expect.stringMatching(SECRET),
    {
      ...listBlanks(webhookFields),
      id: expect.any(String),
      url: URL,
      types: ['booking.*', 'guest.created'],
      status: 'active',
      disabled_reason: null,
      created_at: '2031-05-05T10:00:00+00:00',
      last_success_at: null,
      behind: 0,
    },
  ]);
  const path = `/webhooks/${webhook.id}`;
  await happen(inn);
  expect(await inn.read(path)).toEqual({ ...webhook, behind: 1 });
  expect((await inn.send('GET', '/webhooks')).body).toMatchObject({
    data: [{ ...webhook, behind: 1 }],
    meta: { total: 1 },
  });
  const change = { types: null, description: ' Ours ', status: 'paused' };
  const changed = await inn.data(inn.send('PUT', path, change));
  expect(changed).toMatchObject({ types: null, description: 'Ours', status: 'paused', url: URL });
  expect(await inn.read(`${path}/secret`)).toEqual({ secret });
  const rotated = await inn.data(inn.send('POST', `${path}/secret/rotate`));
  expect(rotated.secret).toMatch(SECRET);
  expect(rotated.secret).not.toBe(secret);
  expect(await inn.read(`${path}/secret`)).toEqual(rotated);
  expect((await inn.send('GET', `${path}/deliveries`)).body).toMatchObject({ data: [], meta: { total: 0 } });
  const replayed = await inn.send('POST', `${path}/replay`, { after: 0 });
  expect([replayed.status, replayed.body.data.behind]).toEqual([202, 2]);

  const other = await openInn(world);
  for (const tail of ['', '/secret', '/deliveries'])
    expect((await other.send('GET', path + tail)).status).toBe(404);
  expect((await inn.send('DELETE', path)).status).toBe(204);
  expect((await inn.send('GET', path)).status).toBe(404);
});

it('a webhook’s secret is shown only to a token that may write', async () => {
  const inn = await openInn(world);
  const { id, secret } = await inn.data(inn.send('POST', '/webhooks', { url: URL }), 201);
  const { teamId } = inn;
  const reader = clientOf(world, await buildToken(world, { teamId, name: 'Reader', access: 'read-only' }));
  const path = `/webhooks/${id}/secret`;
  // Unless the team enforces scopes, any token may write.
  expect(await reader.read(path)).toEqual({ secret });
  await inn.data(inn.send('PUT', '/team', { enforce_token_scope: true }));
  const refused = await reader.send('GET', path);
  expect([refused.status, refused.body]).toEqual([403, { message: expect.stringContaining('read-only') }]);
  expect((await reader.send('GET', '/webhooks/1/secret')).status).toBe(403);
  expect((await reader.send('GET', `/webhooks/${id}`)).text).not.toContain('secret');
  expect(await inn.read(path)).toEqual({ secret });
});

describe('refused webhooks', () => {
  it.each([
    [{}, ['url']],
    [{ url: 'http://hooks.example' }, ['url']],
    [{ url: 'https://127.0.0.1' }, ['url']],
    [{ url: 'https://a:b@hooks.example' }, ['url']],
    [{ url: 'https://hooks.example:22' }, ['url']],
    [{ url: URL, types: [] }, ['types']],
    [{ url: URL, types: ['booking.lost'], description: 7 }, ['types.0', 'description']],
  ])('a webhook with %j is refused at its fields', async (body, fields) => {
    const { status, body: answer } = await (await openInn(world)).send('POST', '/webhooks', body);
    expect([status, Object.keys(answer.errors)]).toEqual([422, fields]);
  });

  it('a team may have 20 webhooks, and a webhook’s status and replay are checked', async () => {
    const inn = await openInn(world);
    const made = await Promise.all(times(21, () => inn.send('POST', '/webhooks', { url: URL })));
    expect(made.map(({ status }) => status).sort()).toEqual([...times(20, () => 201), 422]);
    const id = made.find(({ status }) => status === 201)?.body.data.id;
    const errors = async (method: 'PUT' | 'POST', path: string, body: object) =>
      (await inn.send(method, `/webhooks/${id}${path}`, body)).body.errors;
    expect(await errors('PUT', '', { status: 'disabled' })).toEqual({
      status: ['The status field must be one of active, paused.'],
    });
    expect(await errors('PUT', '', { url: 'https://10.0.0.1' })).toHaveProperty('url');
    expect(await errors('POST', '/replay', { after: 999 })).toHaveProperty('after');
  });
});

it('a disabled webhook can be sent back as it was read, and its address can change', async () => {
  const inn = await openInn(world);
  const { secret: _, ...made } = await inn.data(inn.send('POST', '/webhooks', { url: URL }), 201);
  const path = `/webhooks/${made.id}`;
  await world.db.execute(
    `update webhooks set status = 'disabled', disabled_reason = 'Gone.' where id = '${made.id}'`,
  );
  const disabled = await inn.read(path);
  expect(disabled).toMatchObject({ status: 'disabled', disabled_reason: 'Gone.' });
  expect(await inn.data(inn.send('PUT', path, disabled))).toEqual(disabled);
  const url = 'https://hooks.example/other';
  expect(await inn.data(inn.send('PUT', path, { ...disabled, url }))).toEqual({ ...disabled, url });
});

it('a webhook’s address is checked with its other fields, before stored things are looked up', async () => {
  const inn = await openInn(world);
  const answer = async (method: 'PUT' | 'POST', path: string, body: object) => {
    const { status, body: answered } = await inn.send(method, path, body);
    return [status, Object.keys(answered.errors ?? {})];
  };
  const notPublic = { url: 'https://10.0.0.1/' };
  const { id } = await inn.data(inn.send('POST', '/webhooks', { url: URL }), 201);
  for (const [method, path] of [
    ['POST', '/webhooks'],
    ['PUT', `/webhooks/${id}`],
  ] as const) {
    expect(await answer(method, path, { ...notPublic, description: 5 })).toEqual([
      422,
      ['description', 'url'],
    ]);
    const strict = await inn.send(method, path, { ...notPublic, colour: 1 }, { prefer: 'handling=strict' });
    expect(Object.keys(strict.body.errors)).toEqual(['colour', 'url']);
    const unknown = await inn.send(method, `${path}?dry=1`, notPublic);
    expect(Object.keys(unknown.body.errors).sort()).toEqual(['dry', 'url']);
    expect(await answer(method, path, notPublic)).toEqual([422, ['url']]);
  }
  expect(await answer('PUT', `/webhooks/${id}`, { ...notPublic, status: 'disabled' })).toEqual([
    422,
    ['url'],
  ]);
  const nobody = '/webhooks/00000000-0000-7000-8000-000000000000';
  expect(await answer('PUT', nobody, notPublic)).toEqual([422, ['url']]);
  const condition = { 'if-match': '"else"' };
  expect((await inn.send('PUT', `/webhooks/${id}`, notPublic, condition)).status).toBe(422);
});

it('secrets of webhooks are stored encrypted, and re-encrypted when APP_KEY changes', async () => {
  const inn = await openInn(world);
  const key = { 'idempotency-key': 'one-webhook' };
  const send = (client: typeof inn | ReturnType<typeof clientOf>) =>
    client.send('POST', '/webhooks', { url: URL }, key);
  const first = await send(inn);
  const { id, secret } = first.body.data;
  const again = await send(inn);
  expect([again.headers['idempotent-replay'], again.text]).toEqual(['true', first.text]);
  const stored = async () => {
    const { rows: answers } = await world.db.execute<{ text: string | null }>(
      `select convert_from(response_body, 'SQL_ASCII') as text from idempotency_records where team_id = ${inn.teamId}`,
    );
    const { rows: webhooks } = await world.db.execute<{ text: string }>(
      `select w::text as text from webhooks w where team_id = ${inn.teamId}`,
    );
    expect(webhooks).toHaveLength(1);
    return [...answers, ...webhooks].map(({ text }) => text).join(' ');
  };
  expect(await stored()).not.toContain(secret.slice(6, 40));

  const newKey = Buffer.alloc(32, 'another key');
  await inn.send('POST', `/webhooks/${id}/secret/rotate`);
  expect(
    await rotateWebhookSecretKeys({ db: world.db, keyring: createKeyring(newKey, [TEST_APP_KEY]) }),
  ).toBeGreaterThanOrEqual(2);
  const under = await openTestApp({ url: world.url, keyring: createKeyring(newKey), outbound });
  try {
    const client = clientOf(under, await buildToken(under, { teamId: inn.teamId }));
    expect((await client.read(`/webhooks/${id}/secret`)).secret).toMatch(SECRET);
    expect((await send(client)).text).toBe(first.text);
  } finally {
    await under.close();
  }
});

it('a list of types that is too long is refused before its items are checked', async () => {
  const inn = await openInn(world);
  expectTooLong(await inn.send('POST', '/webhooks', { url: URL, types: WRONG_ITEMS }), 'types', 48);
});

describe('a webhook, which has no ETag, under If-Match', () => {
  const stale = { 'if-match': '"else"' };
  const NOBODY = '01943600-0000-7000-8000-ffffffffffff';
  const UNCHECKED = {
    message: 'If-Match cannot be checked here, because this has no ETag. Nothing was written.',
  };

  it('a webhook, which has no ETag, is not changed under If-Match, and an unknown one is a 404 first', async () => {
    const inn = await openInn(world);
    const { id, secret: _, ...made } = await inn.data(inn.send('POST', '/webhooks', { url: URL }), 201);
    const put = (webhook: string) => inn.send('PUT', `/webhooks/${webhook}`, { description: 'Other' }, stale);
    expect(await put(id)).toMatchObject({ status: 412, body: UNCHECKED });
    expect(await inn.read(`/webhooks/${id}`)).toEqual({ id, ...made });
    expect((await put(NOBODY)).status).toBe(404);
  });

  it('a test of a webhook is not sent under an If-Match that nothing can be compared with', async () => {
    const inn = await openInn(world);
    const { id } = await inn.data(inn.send('POST', '/webhooks', { url: URL }), 201);
    const send = (webhook: string, headers: Record<string, string>) =>
      inn.send('POST', `/webhooks/${webhook}/test`, {}, headers);
    expect(await send(id, stale)).toMatchObject({ status: 412, body: UNCHECKED });
    expect((await send(NOBODY, stale)).status).toBe(404);
    expect((await send(NOBODY, { 'if-match': 'else' })).status).toBe(400);
  });
});
