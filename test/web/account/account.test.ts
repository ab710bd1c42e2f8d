/** What people change about themselves. */

import { expect, test } from 'vitest';
import * as ownAccount from '../../../src/services/people/own-account.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { buildMember, openTeamPages, PASSWORD, visitorOf } from '../../helpers/pages.ts';

const NEW_PASSWORD = 'nine grey herons';
const ACCOUNT = '/app/account';

const world = await openSharedApp();

const changePassword = (visitor: ReturnType<typeof visitorOf>, password: string, new_password: string) =>
  visitor.post(`${ACCOUNT}/password`, { password, new_password });

test('the account page opens for everyone who is signed in, and after signing in', async () => {
  const { email, name } = await buildMember(world);
  const visitor = visitorOf(world);
  const away = await visitor.get(ACCOUNT);
  expect(away.headers.location).toBe(`/app/sign-in?next=${encodeURIComponent('/account')}`);
  await visitor.get(String(away.headers.location));
  const back = await visitor.post('/app/sign-in', { email, password: PASSWORD, next: '/account' });
  expect(back.headers.location).toBe(ACCOUNT);
  const { body } = await visitor.get(ACCOUNT);
  for (const shown of [email, `value="${name}"`]) expect(body).toContain(shown);
  expect((await visitorOf(world).post(`${ACCOUNT}/name`, { name: 'Nobody' })).headers.location).toBe(
    '/app/sign-in',
  );
});

test('a person’s name is changed wherever it is shown', async () => {
  const { visitor, members } = await openTeamPages(world);
  await visitor.get(ACCOUNT);
  const { body } = await visitor.submit(`${ACCOUNT}/name`, { name: ' Ana Reis ' });
  expect(body).toContain('Your name has been changed.');
  expect((await visitor.get(members)).body).toContain('<strong>Ana Reis</strong>');
  for (const [name, message] of [
    [' ', 'Name is required.'],
    ['a\x1b[2J', 'Name must not contain control characters.'],
    ['x'.repeat(256), 'Name must not have more than 255 characters.'],
  ] as const) {
    const refused = await visitor.post(`${ACCOUNT}/name`, { name });
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining(message)]);
  }
  expect((await visitor.get(members)).body).toContain('<strong>Ana Reis</strong>');
});

test('a person who knows their password can change it, and every other browser is signed out and forgotten', async () => {
  const { member, visitor, tokens } = await openTeamPages(world);
  const elsewhere = visitorOf(world);
  await elsewhere.signIn(member.email);
  await visitor.get(ACCOUNT);
  for (const [password, chosen, message] of [
    ['wrong', NEW_PASSWORD, 'That is not your present password.'],
    [PASSWORD, 'too short', 'New password must have at least 10 characters.'],
    [PASSWORD, member.email.toUpperCase(), 'Password must not be your email.'],
    ['', NEW_PASSWORD, 'Present password is required.'],
  ] as const) {
    const refused = await changePassword(visitor, password, chosen);
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining(message)]);
    expect(refused.body).not.toContain(NEW_PASSWORD);
  }
  const before = new Map(visitor.cookies);
  const changed = await changePassword(visitor, PASSWORD, NEW_PASSWORD);
  expect([changed.statusCode, changed.headers.location]).toEqual([303, ACCOUNT]);
  expect((await visitor.get(ACCOUNT)).body).toContain(
    'Your password has been changed, and you are signed out',
  );
  for (const name of ['innkeep-session', 'innkeep-device'])
    expect(visitor.cookies.get(name)).not.toBe(before.get(name));
  expect((await visitor.get(tokens)).statusCode).toBe(200);
  expect((await elsewhere.get(tokens)).statusCode).toBe(303);
  expect((await elsewhere.signIn(member.email)).statusCode).toBe(422);
  expect((await elsewhere.signIn(member.email, NEW_PASSWORD)).statusCode).toBe(303);
});

test('guessing the present password on the account page is slowed down like signing in', async () => {
  const { visitor } = await openTeamPages(world);
  await visitor.get(ACCOUNT);
  for (let count = 0; count < 5; count += 1) await changePassword(visitor, 'wrong', NEW_PASSWORD);
  const answer = await changePassword(visitor, PASSWORD, NEW_PASSWORD);
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '2']);
  expect(answer.body).toContain('Please wait 2 seconds');
});

test('of two changes of a password at once, one succeeds', async () => {
  const { member, visitor } = await openTeamPages(world);
  const person = { id: member.id, email: member.email, name: member.name };
  const attempts = ['first new password', 'second new password'].map((newPassword) =>
    ownAccount.changePassword(world.services, person, {
      password: PASSWORD,
      newPassword,
      device: null,
      address: '203.0.113.7',
    }),
  );
  const outcomes = (await Promise.allSettled(attempts)).map(({ status }) => status);
  expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await visitor.get(ACCOUNT)).statusCode).toBe(303);
});
