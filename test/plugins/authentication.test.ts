import { describe, expect, test } from 'vitest';
import { createSystemScope } from '../../src/services/team-scope.ts';
import { revokeToken } from '../../src/services/tokens/tokens.ts';
import { openSharedApp, openTestApp } from '../helpers/app.ts';
import { buildTeam, buildToken } from '../helpers/factories.ts';

const UNAUTHENTICATED = { success: false, message: 'Unauthenticated.', errors: {} };
const UNKNOWN_TOKEN = 'another-services-token-of-40-characters.';

const world = await openSharedApp();
const token = await buildToken(world);

/** A token of our form with one character of the random part replaced. */
const mistyped = (right: string) => right.replace(/.(?=.{10}$)/, (found) => (found === 'a' ? 'b' : 'a'));

function getWith(authorization: string | undefined, path = '/v1/me') {
  return world.get(path, null, authorization === undefined ? {} : { authorization });
}

/** Returns the statements that the refusal took. */
async function expectUnauthenticated(authorization: string | undefined): Promise<string[]> {
  const { result, statements } = await world.statements.during(() => getWith(authorization));
  expect(result.statusCode).toBe(401);
  expect(result.json()).toEqual(UNAUTHENTICATED);
  expect(result.headers['www-authenticate']).toBe('Bearer');
  expect(result.headers['content-type']).toBe('application/json; charset=utf-8');
  return statements;
}

describe('requests without a valid token', () => {
  test.each([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['another scheme', () => `Basic ${token}`],
    ['the scheme alone', () => 'Bearer'],
    ['the scheme and a blank', () => 'Bearer '],
    ['the token alone', () => token],
    ['a token with a blank inside', () => `Bearer ${token.slice(0, 20)} ${token.slice(20)}`],
    ['two tokens', () => `Bearer ${token},${token} x`],
    ['a token outside of ASCII', () => `Bearer ${token.slice(0, -1)}é`],
    ['more than 255 characters', () => `Bearer ${'x'.repeat(256)}`],
    ['fewer than 24 characters', () => `Bearer ${'x'.repeat(23)}`],
    ['a mistyped token', () => `Bearer ${mistyped(token)}`],
    ['a token cut short', () => `Bearer ${token.slice(0, -1)}`],
    ['a token with one character too many', () => `Bearer ${token}0`],
  ])('a request with %s is a 401, and costs no database statement', async (_name, authorization) =>
    expect(await expectUnauthenticated(authorization())).toEqual([]),
  );
});

test('an unknown token is refused', async () => {
  await expectUnauthenticated(`Bearer ${UNKNOWN_TOKEN}`);
  await expectUnauthenticated(`Bearer ${'x'.repeat(255)}`);
});

test('a revoked token is refused at the next request, also by another process', async () => {
  const other = await openTestApp({ url: world.url });
  try {
    const { id: teamId } = await buildTeam(world);
    const revoked = await buildToken(world, { teamId, name: 'Till' });
    expect((await world.get('/v1/me', revoked)).statusCode).toBe(200);
    expect((await other.get('/v1/me', revoked)).statusCode).toBe(200);
    await revokeToken(createSystemScope(world.services, teamId), 'Till');
    expect((await other.get('/v1/me', revoked)).statusCode).toBe(401);
    await expectUnauthenticated(`Bearer ${revoked}`);
  } finally {
    await other.close();
  }
});

test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  '])(
  'the authorization scheme "%s" is accepted',
  async (scheme) => {
    expect((await getWith(`${scheme} ${token}`)).statusCode).toBe(200);
  },
);

test('an unknown path is a 404 even without a token', async () => {
  const requests = [
    ['GET', '/'],
    ['GET', '/v1'],
    ['GET', '/v1/'],
    ['GET', '/v1/nothing'],
    ['GET', '/v1/me/'],
    ['GET', '/V1/me'],
    ['GET', '/v1/public'],
    ['GET', '/v1/public/harbour/nothing'],
    ['POST', '/livez'],
    ['OPTIONS', '/openapi.json'],
  ] as const;
  for (const [method, url] of requests) {
    const { result, statements } = await world.statements.during(() => world.app.inject({ method, url }));
    expect([method, url, result.statusCode, result.json(), statements]).toEqual([
      method,
      url,
      404,
      { message: 'There is nothing at this path and method.' },
      [],
    ]);
  }
});

test('public endpoints ignore tokens', async () => {
  const { slug } = await buildTeam(world);
  for (const authorization of [undefined, 'Bearer', `Bearer ${UNKNOWN_TOKEN}`, `Bearer ${token}`]) {
    expect((await getWith(authorization, `/v1/public/${slug}/listings`)).statusCode).toBe(200);
  }
});
