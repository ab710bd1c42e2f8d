import { describe, expect, test } from 'vitest';
import { openSharedApp, openTestApp, type TestApp } from '../helpers/app.ts';
import { buildTeam, buildToken } from '../helpers/factories.ts';
import { type Answer, openSocket, readAnswer, speak } from '../helpers/socket.ts';
import { openSlow } from './slow.ts';

const CLOSE = 'Host: localhost\r\nConnection: close\r\n\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const SHOWN = { ...HEADERS, 'cross-origin-resource-policy': 'cross-origin' };
const STRICT = { 'strict-transport-security': 'max-age=31536000' };

let slug: string;

const world = await openSharedApp({
  limits: { public: 0, token: 0, signIn: 1 },
  extend: (app) => {
    app.get('/throws', async () => {
      throw new Error('a reason of our own');
    });
    app.register(async (scope) => {
      scope.post('/sign-in', { config: { limit: 'sign-in' } }, async () => ({}));
    });
    // Like a scope with pages.
    app.register(
      (pages, _options, done) => {
        pages.addHook('onRequest', (_request, reply, hookDone) => {
          reply.header('content-security-policy', "default-src 'self'");
          hookDone();
        });
        pages.get('/', async () => 'a page');
        done();
      },
      { prefix: '/pages' },
    );
  },
});
const port = await world.listen();
const team = await buildTeam(world);
({ slug } = team);
const token = await buildToken(world, { teamId: team.id });

/** The security headers of an answer, and headers that must never appear. */
function securityOf({ headers }: Pick<Answer, 'headers'>): Record<string, string> {
  expect(headers['x-request-id']).toBeTruthy();
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
  return Object.fromEntries(
    [...Object.keys(HEADERS), ...Object.keys(STRICT)].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    ),
  );
}

const bearer = () => `Authorization: Bearer ${token}\r\n`;
const ask = (start: string, headers = '', body = '') =>
  speak(port, `${start} HTTP/1.1\r\n${headers}${CLOSE}${body}`);

describe('security headers', () => {
  const KINDS: [number, string, () => Promise<Answer>][] = [
    [200, 'a good one', () => ask('GET /v1/me', bearer())],
    [200, 'one without body', () => ask('HEAD /v1/me', bearer())],
    [200, 'that it lives', () => ask('GET /livez')],
    [400, 'noise', () => speak(port, '\x00\x01\r\n\r\n')],
    [400, 'a path that is no URL', () => ask('GET /v1/%')],
    [400, 'no host', () => speak(port, 'GET /v1/me HTTP/1.1\r\nConnection: close\r\n\r\n')],
    [
      400,
      'a body that is no JSON',
      () => ask('POST /v1/guests', `${bearer()}${JSON_TYPE}Content-Length: 1\r\n`, '{'),
    ],
    [401, 'no token', () => ask('GET /v1/me')],
    [404, 'nothing there', () => ask('GET /nothing')],
    [404, 'a long part of a path', () => ask(`GET /v1/listings/${'x'.repeat(101)}`, bearer())],
    [405, 'no such method', () => ask('OPTIONS /v1/me')],
    [413, 'a large body', () => ask('POST /v1/guests', `${bearer()}${JSON_TYPE}Content-Length: 1048577\r\n`)],
    [415, 'a body of another type', () => ask('POST /v1/guests', `${bearer()}Content-Length: 1\r\n`, 'x')],
    [422, 'a bad parameter', () => ask('GET /v1/listings?page=x', bearer())],
    [431, 'large headers', () => ask('GET /v1/me', `X: ${'x'.repeat(20_000)}\r\n`)],
    [431, 'a long URL', () => ask(`GET /${'x'.repeat(20_000)}`)],
    [500, 'something unexpected', () => ask('GET /throws')],
  ];
  test.each(KINDS)(
    'security headers are on every kind of answer, such as %i: %s',
    async (status, _what, answered) => {
      const answer = await answered();
      expect([answer.status, securityOf(answer)]).toEqual([status, HEADERS]);
    },
  );

  test('security headers are on the 408 for a request that takes too long', async () => {
    world.app.server.headersTimeout = 100;
    try {
      const answer = await speak(port, 'GET /v1/me HTTP/1.1\r\nHost: localhost\r\nX: ');
      expect([answer.status, securityOf(answer)]).toEqual([408, HEADERS]);
    } finally {
      world.app.server.headersTimeout = 10_000;
    }
  });

  test('security headers are on the 429 for too many requests', async () => {
    const statuses = [];
    for (let round = 0; round < 2; round += 1) {
      const answer = await ask('POST /sign-in');
      statuses.push(answer.status);
      expect(securityOf(answer)).toEqual(HEADERS);
    }
    expect(statuses).toEqual([200, 429]);
  });

  test('security headers are on the 503 while the server stops', async () => {
    const { world: stopping, release, untilArrived, untilStopping } = await openSlow({ url: world.url });
    const socket = openSocket(await stopping.listen());
    socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await untilArrived(1);
    const closed = stopping.close();
    await untilStopping;
    socket.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await untilArrived(2);
    release();
    const { body } = await readAnswer(socket);
    const second = body.slice(body.indexOf('HTTP/1.1 503'));
    for (const [name, value] of Object.entries(HEADERS)) expect(second).toContain(`${name}: ${value}\r\n`);
    expect(second).toContain('"The service is shutting down."');
    await closed;
  });
});

test('answers for other websites have cross-origin-resource-policy: cross-origin', async () => {
  expect(securityOf(await ask(`GET /v1/public/${slug}/listings`))).toEqual(SHOWN);
  expect(securityOf(await ask('GET /v1/public/nobody/listings'))).toEqual(SHOWN);
});

test('pages have their own content security policy, and the other security headers', async () => {
  expect(securityOf(await ask('GET /pages/'))).toEqual({
    ...HEADERS,
    'content-security-policy': "default-src 'self'",
  });
});

describe('strict-transport-security', () => {
  const strictly = async ({ app }: TestApp, proto?: string) => {
    const headers = proto === undefined ? {} : { 'x-forwarded-proto': proto };
    return (await app.inject({ url: '/livez', headers })).headers['strict-transport-security'];
  };

  test('strict-transport-security is sent if PUBLIC_URL begins with https', async () => {
    const plain = await openTestApp({ url: world.url, publicUrl: 'http://inns.example' });
    expect(await strictly(plain)).toBeUndefined();
    await plain.close();
    const other = await openTestApp({ url: world.url, publicUrl: 'https://inns.example' });
    expect(await strictly(other)).toBe('max-age=31536000');
    const noise = await speak(await other.listen(), 'noise\r\n\r\n');
    await other.close();
    expect([noise.status, securityOf(noise)]).toEqual([400, { ...HEADERS, ...STRICT }]);
  });

  test('strict-transport-security is sent if a trusted proxy says that the caller uses HTTPS', async () => {
    const behind = await openTestApp({ url: world.url, trustProxy: true });
    for (const proto of ['https', 'HTTPS']) expect(await strictly(behind, proto)).toBe('max-age=31536000');
    for (const proto of ['http', 'httpsx', 'javascript', ''])
      expect(await strictly(behind, proto)).toBeUndefined();
    await behind.close();
    expect(await strictly(world, 'https')).toBeUndefined();
  });
});
