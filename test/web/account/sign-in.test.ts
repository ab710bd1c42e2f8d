/** Signing in and out, and sessions (docs/rules.md, 21.6). */

import { createHook } from 'node:async_hooks';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { memberships, sessions } from '../../../src/db/schema/teams.ts';
import { WrongPassword } from '../../../src/services/errors.ts';
import { hashSecret } from '../../../src/services/people/secret.ts';
import { signIn } from '../../../src/services/people/sessions.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { buildTeam } from '../../helpers/factories.ts';
import {
  buildMember,
  expectPage,
  joinTeam,
  openTeamPages,
  PASSWORD,
  visitorOf,
} from '../../helpers/pages.ts';
import { START_PAGE } from '../../registers/all.ts';

const world = await openSharedApp();

const later = (seconds: number) =>
  world.clock.set(new Date(Date.parse(TEST_NOW) + seconds * 1_000).toISOString());
const HOUR = 3_600;
const DAY = 24 * HOUR;

test('a visitor who is not signed in is sent to the sign-in, and then to the page that they opened', async () => {
  const { id: teamId, slug } = await buildTeam(world);
  const { email } = await buildMember(world, { teamId });
  const visitor = visitorOf(world);
  const away = await visitor.get(`/app/teams/${slug}/members`);
  expect([away.statusCode, away.headers.location]).toEqual([
    303,
    `/app/sign-in?next=${encodeURIComponent(`/teams/${slug}/members`)}`,
  ]);
  const form = await visitor.get(String(away.headers.location));
  expect(form.body).toContain(`name="next" value="/teams/${slug}/members"`);
  const back = await visitor.post('/app/sign-in', {
    email,
    password: PASSWORD,
    next: `/teams/${slug}/members`,
  });
  expect([back.statusCode, back.headers.location]).toEqual([303, `/app/teams/${slug}/members`]);
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/teams/x/tokens/../../../../evil',
  '/teams/x/tokens\r\nSet-Cookie: a=b',
  '/teams/x@evil.example/tokens',
  'javascript:alert(1)',
  '.evil.example',
])('nobody is led to %j after signing in', async (next) => {
  const { email } = await buildMember(world);
  const visitor = visitorOf(world);
  const form = await visitor.get(`/app/sign-in?next=${encodeURIComponent(next)}`);
  expect(form.body).toContain('name="next" value=""');
  const answer = await visitor.post('/app/sign-in', { email, password: PASSWORD, next });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/app']);
});

test('a wrong password, an unknown email and a person without a password get the same answer at the sign-in', async () => {
  const { email } = await buildMember(world);
  const without = await buildMember(world, { password: null });
  const bodies: string[] = [];
  for (const [who, password] of [
    [email, 'wrong password'],
    ['nobody@example.com', PASSWORD],
    [without.email, PASSWORD],
  ] as const) {
    const answer = await visitorOf(world).signIn(who, password);
    expect(answer.statusCode).toBe(422);
    expect(answer.cookies.map(({ name }) => name)).toEqual([]);
    bodies.push(answer.body.replaceAll(who, 'EMAIL').replace(/name="form_token" value="[^"]+"/, ''));
  }
  expect(bodies[0]).toContain('The email or password is wrong.');
  expect(bodies[0]).not.toContain('wrong password');
  expect(new Set(bodies).size).toBe(1);
});

test('signing in with an unknown email takes the same statements and the same hashing as with a known one', async () => {
  const { email } = await buildMember(world);
  const without = await buildMember(world, { password: null });
  const workFor = async (who: string) => {
    // The log is written beside the answers.
    await world.services.auditLog.flush();
    const jobs: string[] = [];
    const hook = createHook({ init: (_id, type) => void (/argon2/i.test(type) && jobs.push(type)) }).enable();
    const attempt = { email: who, password: 'wrong', device: null, address: '198.51.100.7' };
    const { statements } = await world.statements.during(() =>
      expect(signIn(world.services, attempt)).rejects.toThrow(WrongPassword),
    );
    hook.disable();
    return { statements, jobs };
  };
  await workFor('first@example.com');
  const known = await workFor(email);
  expect(known.jobs).toHaveLength(1);
  expect(await workFor('nobody@example.com')).toEqual(known);
  expect(await workFor(without.email)).toEqual(known);
});

test('missing fields of the sign-in have messages beside them, and everything typed is kept except the password', async () => {
  const visitor = visitorOf(world);
  await visitor.get('/app/sign-in');
  const answer = await visitor.post('/app/sign-in', { email: '', password: 'kept by nobody' });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain('<p class="error" id="email-error">Email is required.</p>');
  expect(answer.body).toContain('aria-describedby="email-error" aria-invalid="true"');
  expect(answer.body).not.toContain('kept by nobody');
  const twice = await visitor.post('/app/sign-in?x=1', {});
  expect(twice.body).toContain('Password is required.');
});

test.each([
  [
    'an email with a NUL',
    { email: 'a\0@example.com', password: PASSWORD },
    'Email must not contain a NUL character',
  ],
  [
    'an email without end',
    { email: 'x'.repeat(300), password: PASSWORD },
    'Email must not have more than 254',
  ],
  [
    'a password without end',
    { email: 'a@example.com', password: 'x'.repeat(1_001) },
    'Password is too long.',
  ],
])('at the sign-in, %s has its message beside its field', async (_what, fields, message) => {
  const visitor = visitorOf(world);
  await visitor.get('/app/sign-in');
  const answer = await visitor.post('/app/sign-in', fields);
  expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining(message)]);
});

test('a password may contain anything else, also a NUL and spaces at its ends', async () => {
  const { email } = await buildMember(world);
  for (const password of ['a\0b', ' ', `${PASSWORD} `])
    expect((await visitorOf(world).signIn(email, password)).body).toContain('password is wrong');
});

describe('a session', () => {
  test('a session is stored as a hash, in a cookie that no script and no other website gets', async () => {
    const { email } = await buildMember(world);
    const visitor = visitorOf(world);
    const answer = await visitor.signIn(email);
    const cookie = answer.cookies.find(({ name }) => name === 'innkeep-session');
    expect(cookie).toEqual({
      name: 'innkeep-session',
      value: expect.stringMatching(/^[\w-]{43}$/),
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
    });
    const stored = await world.db
      .select()
      .from(sessions)
      .where(eq(sessions.secretHash, hashSecret(cookie?.value ?? '')));
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(cookie?.value);
  });

  test('signing in makes a new session, and ends the one before it', async () => {
    const { email } = await buildMember(world);
    const visitor = visitorOf(world);
    await visitor.signIn(email);
    const first = visitor.cookies.get('innkeep-session') ?? '';
    // The form of a page opened earlier in the same browser.
    await visitor.get('/app/nothing');
    await visitor.post('/app/sign-in', { email, password: PASSWORD });
    const second = visitor.cookies.get('innkeep-session');
    expect(second).not.toBe(first);
    const thief = visitorOf(world);
    thief.cookies.set('innkeep-session', first);
    expect((await thief.get('/app')).headers.location).toBe('/app/sign-in');
  });

  test('signing in never uses a session id that the browser sent', async () => {
    const { email } = await buildMember(world);
    const visitor = visitorOf(world);
    const planted = 'A'.repeat(43);
    visitor.cookies.set('innkeep-session', planted);
    visitor.cookies.set('innkeep-visitor', planted);
    await visitor.signIn(email);
    expect(visitor.cookies.get('innkeep-session')).not.toBe(planted);
    const attacker = visitorOf(world);
    attacker.cookies.set('innkeep-session', planted);
    expect((await attacker.get('/app')).headers.location).toBe('/app/sign-in');
  });

  test('signing out ends the session, for every copy of its cookie', async () => {
    const { visitor, tokens } = await openTeamPages(world);
    const copy = visitorOf(world);
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    expect((await copy.get(tokens)).statusCode).toBe(200);
    const out = await visitor.submit('/app/sign-out');
    expect(out.body).toContain('You are signed out.');
    expect((await copy.get(tokens)).statusCode).toBe(303);
    const created = await copy.post(tokens, { name: 'Late', scope: 'read-only' });
    expect(created.headers.location).toBe('/app/sign-in');
  });

  test('a session ends after twelve hours without a request', async () => {
    const { visitor, tokens } = await openTeamPages(world);
    later(11 * HOUR);
    expect((await visitor.get(tokens)).statusCode).toBe(200);
    later(22 * HOUR);
    expect((await visitor.get(tokens)).statusCode).toBe(200);
    later(34 * HOUR + 1);
    expect((await visitor.get(tokens)).statusCode).toBe(303);
  });

  test('a session ends after thirty days, however often it is used', async () => {
    const { visitor, tokens } = await openTeamPages(world);
    for (let at = 0; at < 30 * DAY; at += 11 * HOUR) {
      later(at);
      expect((await visitor.get(tokens)).statusCode).toBe(200);
    }
    later(30 * DAY);
    expect((await visitor.get(tokens)).statusCode).toBe(303);
  });

  test('the last use of a session is written once a minute at most', async () => {
    const { visitor, tokens } = await openTeamPages(world);
    later(59);
    await visitor.get(tokens);
    later(61);
    const { statements } = await world.statements.during(async () => {
      await visitor.get(tokens);
      await visitor.get(tokens);
    });
    expect(statements.filter((sql) => sql.startsWith('update "sessions"'))).toHaveLength(1);
  });
});

describe('signing in and teams', () => {
  test('a member of one team is led straight to its day page', async () => {
    const { visitor, base } = await openTeamPages(world);
    const start = `${base}/${START_PAGE}`;
    expect((await visitor.get('/app')).headers.location).toBe(start);
    expect((await visitor.get('/app/')).headers.location).toBe(start);
    expect((await visitor.get('/app/sign-in')).headers.location).toBe('/app');
    expect((await visitor.get(start)).body).not.toContain('Switch team');
  });

  test('a member of several teams chooses one, and can switch', async () => {
    const { visitor, member, team, tokens } = await openTeamPages(world);
    const other = await buildTeam(world);
    await joinTeam(world, member.id, other.id);
    const { body } = await visitor.get('/app');
    expect(body).toContain('Choose a team');
    for (const { slug, name } of [team, other])
      expect(body).toContain(`<a href="/app/teams/${slug}/${START_PAGE}"><strong>${name}</strong>`);
    expect((await visitor.get(tokens)).body).toContain('<a href="/app">Switch team</a>');
  });

  test('a person without a team cannot sign in, and learns why only with the right password', async () => {
    const { id, email } = await buildMember(world);
    await world.db.delete(memberships).where(eq(memberships.personId, id));
    const right = await visitorOf(world).signIn(email);
    expectPage(right, 422, 'You are not a member of any team');
    const wrong = await visitorOf(world).signIn(email, 'wrong');
    expect(wrong.body).not.toContain('member of any team');
  });
});
