/** Every page's headers and cookies, errors as pages, and no secret in the log. */

import { describe, expect, test } from 'vitest';
import { WrongPassword } from '../../src/services/errors.ts';
import { startSweeps } from '../../src/services/jobs/sweep.ts';
import { signIn } from '../../src/services/people/sessions.ts';
import { openSharedApp, openTestApp, TEST_NOW } from '../helpers/app.ts';
import {
  buildMember,
  expectPage,
  linkIn,
  openTeamPages,
  PASSWORD,
  tokenIn,
  visitorOf,
} from '../helpers/pages.ts';

const world = await openSharedApp();

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-request-id': expect.any(String),
};

test('every page of the team forbids features that it does not need, and must not be cached', async () => {
  const { visitor, tokens, members, base } = await openTeamPages(world);
  const answers = [
    await visitorOf(world).get('/app/sign-in'),
    await visitorOf(world).get(`/app/invitations/${'A'.repeat(43)}`),
    await visitor.get(tokens),
    await visitor.get(members),
    await visitor.get(`${base}/usage`),
    await visitor.get('/app/nothing'),
    await visitor.post(tokens, { form_token: '' }),
  ];
  for (const answer of answers) {
    expect(answer.headers).toMatchObject(PAGE_HEADERS);
    expect(answer.body).not.toMatch(/<style|<script>|\son\w+=| style=|javascript:/);
  }
  const redirect = await visitor.get('/app');
  const { 'content-type': _type, ...others } = PAGE_HEADERS;
  expect(redirect.headers).toMatchObject(others);
});

test('files of the team’s pages are named by their content, and may be cached for ever', async () => {
  const { body } = await visitorOf(world).get('/app/sign-in');
  const paths = [...body.matchAll(/(?:href|src)="(\/app\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect([...new Set(paths)].map((path) => path.replace(/-[0-9a-f]{16}\./, '.')).sort()).toEqual([
    '/app/assets/every-page.js',
    '/app/assets/icon.svg',
    '/app/assets/style.css',
  ]);
  for (const path of paths) {
    const { statusCode, headers } = await world.get(path);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(headers['content-type']).toMatch(/^(text\/css|text\/javascript|image\/svg\+xml); charset=utf-8$/);
    expect(headers['set-cookie']).toBeUndefined();
  }
  expect((await world.get('/app/assets/style.css')).statusCode).toBe(404);
  expect((await world.get('/app/assets/..%2f..%2fpages.ts')).statusCode).toBe(404);
});

describe('behind HTTPS', () => {
  test.each([
    ['by its public address', { publicUrl: 'https://stays.example' }, {}],
    ['as its proxy says', { trustProxy: true }, { 'x-forwarded-proto': 'https' }],
    ['as a proxy says that writes it large', { trustProxy: true }, { 'x-forwarded-proto': 'HTTPS' }],
  ])('behind HTTPS, cookies are bound to HTTPS and to this host, %s', async (_what, options, headers) => {
    const secure = await openTestApp({ url: world.url, ...options });
    const { email } = await buildMember(world);
    const visitor = visitorOf(secure, headers);
    const before = await visitor.get('/app/sign-in');
    const answer = await visitor.signIn(email);
    expect(answer.statusCode).toBe(303);
    const cookies = [...before.cookies, ...answer.cookies];
    expect(new Set(cookies.map(({ name }) => name))).toEqual(
      new Set(['__Host-innkeep-visitor', '__Host-innkeep-session', '__Host-innkeep-device']),
    );
    for (const cookie of cookies)
      expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' });
    // A cookie that a neighbouring host or an eavesdropper set has another name.
    const planted = visitorOf(secure, headers);
    planted.cookies.set('innkeep-session', visitor.cookies.get('__Host-innkeep-session') ?? '');
    expect((await planted.get('/app')).headers.location).toBe('/app/sign-in');
    await secure.close();
  });

  test('below a path of its host, cookies have a prefix that lets a proxy narrow their path', async () => {
    const below = await openTestApp({ url: world.url, publicUrl: 'https://stays.example/inn' });
    const { email } = await buildMember(world);
    const visitor = visitorOf(below);
    const { cookies } = await visitor.signIn(email);
    expect(cookies.map(({ name }) => name)).toContain('__Secure-innkeep-session');
    expect((await visitor.get('/app')).headers.location).not.toContain('sign-in');
    await below.close();
  });

  test('only a trusted proxy is believed about HTTPS', async () => {
    const answer = await visitorOf(world, { 'x-forwarded-proto': 'https' }).get('/app/sign-in');
    expect(answer.cookies.map(({ name }) => name)).toEqual(['innkeep-visitor']);
  });
});

describe('error pages', () => {
  test('an unknown page among the team’s pages is a 404 page', async () => {
    for (const path of ['/app/nothing', '/app/teams', '/app/tokens']) {
      const answer = await world.get(path);
      expectPage(answer, 404, 'There is no such page');
    }
    for (const [method, url] of [
      ['POST', '/app/nothing'],
      ['PUT', '/app/sign-in'],
      ['DELETE', '/app'],
      ['OPTIONS', '/app/sign-in'],
    ] as const)
      expect([url, (await world.app.inject({ method, url })).statusCode]).toEqual([url, 404]);
    const api = await world.get('/v1/nothing');
    expect(api.json()).toEqual({ message: 'There is nothing at this path and method.' });
    expect(api.headers['content-security-policy']).not.toBe(PAGE_HEADERS['content-security-policy']);
  });

  test('a database that is away is a 503 page that says when to try again', async () => {
    const broken = await openTestApp({
      url: 'postgres://innkeep@127.0.0.1:1/innkeep',
      publicUrl: 'http://stays.example/base',
    });
    const answer = await broken.app.inject({
      url: '/app',
      headers: { cookie: `innkeep-session=${'A'.repeat(43)}` },
    });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(answer.headers).toMatchObject(PAGE_HEADERS);
    expect(answer.body).toContain('Please try again in a moment');
    expect(broken.log.join('')).toContain('"msg":"request failed"');
    for (const [, path] of answer.body.matchAll(/(?:href|src)="(\/[^"]*)"/g))
      expect(path).toMatch(/^\/base\/(app|docs)/);
    await broken.close();
  });

  test('an unexpected error is a 500 page with the id of the request, and without the cause', async () => {
    const broken = await openTestApp({
      url: world.url,
      extend: (_app, services) => {
        services.clock = () => {
          throw new Error('secret cause');
        };
      },
    });
    const answer = await broken.app.inject({
      url: '/app',
      headers: { cookie: `innkeep-session=${'A'.repeat(43)}`, 'x-request-id': 'my-request' },
    });
    expectPage(answer, 500, 'under my-request');
    expect(answer.body).not.toContain('secret cause');
    expect(broken.log.join('')).toContain('secret cause');
    await broken.close();
  });
});

test('the log of the team’s pages contains no password, link, token, email, cookie or form token', async () => {
  const pages = await openTeamPages(world);
  const { visitor, tokens, members, member } = pages;
  const token =
    tokenIn((await visitor.submit(tokens, { name: 'Logged token', scope: 'read-only' })).body) ?? '';
  const link = linkIn(
    (await visitor.submit(members, { name: 'Logged name', email: 'logged@example.com' })).body,
  );
  const guest = visitorOf(world);
  await guest.get(link);
  const formToken = guest.formToken();
  await guest.post(link, { password: 'a logged password' });
  await guest.get(link.replace(/.$/, '!'));
  await visitorOf(world).signIn(member.email, 'another logged password');
  const log = world.log.join('');
  expect(log).toContain('/app/invitations/:secret');
  const secrets = [
    token,
    link.split('/').at(-1) ?? '',
    member.email,
    'logged@',
    'logged password',
    'Logged',
    PASSWORD,
    formToken,
  ];
  for (const secret of [...secrets, ...visitor.cookies.values(), ...guest.cookies.values()]) {
    expect(secret.length).toBeGreaterThan(5);
    expect(log).not.toContain(secret);
  }
});

test('the log of the team’s pages says whose request it was, as far as that is known', async () => {
  const { team, visitor, tokens, base } = await openTeamPages(world);
  const teamOf = async (path: string) => {
    await visitor.get(path);
    return JSON.parse(world.log.at(-1) ?? '').team;
  };
  expect(await teamOf(tokens)).toBe(team.id);
  expect(await teamOf(`${base}/tokens/nothing`)).toBe(team.id);
  expect(await teamOf('/app/sign-in')).toBeNull();
  expect(await teamOf('/app/teams/nobody/tokens')).toBeNull();
});

/** Runs the server's work of every minute once. */
async function sweepAt(time: number): Promise<void> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const services = { ...world.services, clock: () => new Date(time) };
  await startSweeps({
    ...services,
    optionSweeps: [],
    guestRetentionMonths: null,
    onError,
  }).stop();
  expect(errors).toEqual([]);
}

test('a job removes expired sessions and links, and no others', async () => {
  const pages = await openTeamPages(world);
  const link = linkIn(
    (await pages.visitor.submit(pages.members, { name: 'X', email: 'forgotten@example.com' })).body,
  );
  await expect(
    signIn(world.services, {
      email: 'nobody@example.com',
      password: 'x',
      device: null,
      address: '192.0.2.1',
    }),
  ).rejects.toThrow(WrongPassword);
  const count = async (table: string) =>
    Number((await world.db.execute<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);
  const TABLES = ['sessions', 'invitations', 'sign_in_attempts'];
  await sweepAt(Date.parse(TEST_NOW));
  for (const table of TABLES) expect(await count(table)).toBeGreaterThan(0);
  expect((await pages.visitor.get(pages.tokens)).statusCode).toBe(200);
  expect((await visitorOf(world).get(link)).statusCode).toBe(200);
  await sweepAt(Date.parse(TEST_NOW) + 73 * 3_600_000);
  for (const table of TABLES) expect([table, await count(table)]).toEqual([table, 0]);
});
