import { describe, expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { buildTeam, buildToken } from '../../helpers/factories.ts';

const SITE = 'https://www.example.com';
const EXPOSED =
  'Content-Language, ETag, Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id';

const world = await openSharedApp({
  publicUrl: 'https://api.example.com',
  limits: { public: 1_000, token: 1_000, signIn: 0 },
});
const choosy = await openSharedApp({
  publicUrl: 'https://api.example.com',
  url: world.url,
  corsOrigins: [SITE, 'https://other.example'],
});
const team = await buildTeam(world);
const site = `/v1/public/${team.slug}`;
const token = await buildToken(world, { teamId: team.id });

async function corsOf(
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST',
  url: string,
  headers: Record<string, string>,
  { app } = world,
) {
  const answer = await app.inject({ method, url, headers });
  const cors = Object.entries(answer.headers).filter(([name]) => /^access-control|^vary$/.test(name));
  return { status: answer.statusCode, ...Object.fromEntries(cors) };
}

const asking = (origin = SITE) => ({
  origin,
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'x-request-id',
});

describe('public endpoints and other websites', () => {
  test.each(['GET', 'HEAD'] as const)(
    'pages of any website may read public endpoints: %s',
    async (method) => {
      expect(await corsOf(method, `${site}/listings`, { origin: SITE })).toEqual({
        status: 200,
        'access-control-allow-origin': '*',
        'access-control-expose-headers': EXPOSED,
      });
    },
  );

  test('pages of any website may also read refusals of public endpoints', async () => {
    const refusals = [
      [404, '/v1/public/nobody/listings'],
      [404, `${site}/listings/nothing`],
      [422, `${site}/listings?page=x`],
    ] as const;
    for (const [status, url] of refusals)
      expect(await corsOf('GET', url, { origin: SITE })).toEqual({
        status,
        'access-control-allow-origin': '*',
        'access-control-expose-headers': EXPOSED,
      });
  });

  test('a CORS preflight for a public endpoint is answered without a statement', async () => {
    const { result, statements } = await world.statements.during(() =>
      corsOf('OPTIONS', `${site}/listings/sea-loft/availability`, asking()),
    );
    expect(result).toEqual({
      status: 204,
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'x-request-id',
      'access-control-expose-headers': EXPOSED,
      'access-control-max-age': '7200',
      vary: 'Access-Control-Request-Headers',
    });
    expect(statements).toEqual([]);
  });
});

describe('with CORS_ORIGINS', () => {
  const url = () => `${site}/listings`;

  test('a website named in CORS_ORIGINS is allowed, by its name', async () => {
    expect(await corsOf('GET', url(), { origin: SITE }, choosy)).toEqual({
      status: 200,
      'access-control-allow-origin': SITE,
      'access-control-expose-headers': EXPOSED,
      vary: 'Origin',
    });
    expect(await corsOf('OPTIONS', url(), asking(), choosy)).toMatchObject({
      status: 204,
      'access-control-allow-origin': SITE,
    });
  });

  test.each([
    'https://evil.example',
    'https://www.example.com.evil.example',
    'http://www.example.com',
    'null',
  ])('a website not named in CORS_ORIGINS is not allowed: %s', async (origin) => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const answer = await corsOf(method, url(), asking(origin), choosy);
      expect(answer).not.toHaveProperty('access-control-allow-origin');
      expect(answer).toMatchObject({ vary: expect.stringContaining('Origin') });
    }
  });
});

test('endpoints that need a token allow no other websites', async () => {
  const authorization = `Bearer ${token}`;
  const none = (status: number) => ({ status });
  for (const [status, url] of [
    [200, '/v1/me'],
    [200, '/v1/listings'],
    [404, '/v1/listings/x'],
    [404, '/nothing'],
    [200, '/livez'],
  ] as const) {
    expect(await corsOf('GET', url, { origin: SITE, authorization })).toEqual(none(status));
    expect(await corsOf('OPTIONS', url, asking())).toEqual(none(url.startsWith('/v1/') ? 405 : 404));
  }
  expect(await corsOf('GET', '/v1/me', { origin: SITE })).toEqual(none(401));
  expect(await corsOf('POST', '/v1/bookings', { origin: SITE })).toEqual(none(401));
});

test('an OPTIONS request that is not a CORS preflight is a 405, or a 404 if there is no such path', async () => {
  for (const headers of [{}, { origin: SITE }, { 'access-control-request-method': 'GET' }]) {
    const answer = await world.app.inject({ method: 'OPTIONS', url: `${site}/listings`, headers });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    const unknown = await world.app.inject({ method: 'OPTIONS', url: `${site}/nothing`, headers });
    expect([unknown.statusCode, unknown.headers.allow, unknown.json()]).toEqual([
      404,
      undefined,
      { message: 'There is nothing at this path and method.' },
    ]);
  }
});
