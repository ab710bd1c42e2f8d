/** One code, many attempts at once, over two server processes; and what changes while a code is checked. */

import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { people, sessions } from '../../../src/db/schema/teams.ts';
import { completeSignIn } from '../../../src/services/people/factors/complete-sign-in.ts';
import { resetFactors } from '../../../src/services/people/factors/own-factors.ts';
import { changePassword } from '../../../src/services/people/own-account.ts';
import { resetPassword } from '../../../src/services/people/reset-password.ts';
import { signIn } from '../../../src/services/people/sessions.ts';
import { openSharedApp, openTestApp, type TestApp } from '../../helpers/app.ts';
import { addApp, codeOf, sendCode, waitSteps } from '../../helpers/factors.ts';
import { openTeamPages, PASSWORD, visitorOf } from '../../helpers/pages.ts';

let meanwhile: () => Promise<unknown> = async () => {};
const world = await openSharedApp({ onPause: () => meanwhile() });
beforeEach(() => {
  meanwhile = async () => {};
});

const sessionsOf = (personId: string) => world.db.$count(sessions, eq(sessions.personId, personId));

/** An attempt from each of many addresses, so that none is slowed down: its outcome, by name. */
async function tryAtOnce(servers: readonly TestApp[], email: string, code: string) {
  const attempts = servers.flatMap(({ services }, server) =>
    Array.from({ length: 5 }, async (_, index) => {
      const origin = { device: null, address: `198.51.${server}.${index}`, browser: null };
      const begun = await signIn(services, { email, password: PASSWORD, ...origin });
      if (!('pending' in begun)) return 'opened by the password alone';
      const { pending } = begun;
      return completeSignIn(services, { pending, code, ...origin }).then(
        () => 'opened',
        (error) => error.name,
      );
    }),
  );
  return (await Promise.all(attempts)).sort();
}

test('of ten attempts at once with one code, over two processes, one is accepted: an app’s and a recovery code', async () => {
  const { member, visitor } = await openTeamPages(world);
  const { secret, codes } = await addApp(world, visitor);
  const servers = await Promise.all([1, 2].map(() => openTestApp({ url: world.url, poolMax: 10 })));
  for (const server of servers) server.clock.set(world.clock.now().toISOString());
  for (const code of [codeOf(world, secret), codes[3] ?? ''])
    expect(await tryAtOnce(servers, member.email, code)).toEqual([...Array(9).fill('WrongCode'), 'opened']);
  for (const server of servers) await server.close();
  expect(await sessionsOf(member.id)).toBe(3);
});

/** A person whose next code from an unknown browser waits, because there were many wrong ones. */
async function openUnderAttack() {
  const { member, visitor } = await openTeamPages(world);
  const { secret } = await addApp(world, visitor);
  for (let host = 1; host <= 11; host += 1) {
    const other = visitorOf(world, {}, `203.0.113.${host}`);
    await other.signIn(member.email);
    await sendCode(other, '000000');
  }
  const attempt = visitorOf(world, {}, '198.51.100.7');
  await attempt.signIn(member.email);
  return { member, visitor, attempt, secret };
}

test.each([
  ['the password', (email: string) => resetPassword(world.services, email)],
  ['the second factor', (email: string) => resetFactors(world.services, email)],
  [
    'another factor',
    (email: string) =>
      world.db
        .update(people)
        .set({
          factors: sql`factors || jsonb_set(factors -> 0, '{id}', '"018f2f6e-0000-7000-8000-000000000000"')`,
        })
        .where(eq(people.email, email)),
  ],
] as const)('a sign-in opens no session if %s changes while its code is checked', async (_what, change) => {
  const { member, attempt, secret } = await openUnderAttack();
  const before = await sessionsOf(member.id);
  let changed = 0;
  meanwhile = async () => {
    changed += 1;
    await change(member.email);
  };
  const answer = await sendCode(attempt, codeOf(world, secret));
  expect([answer.statusCode, changed]).toEqual([422, 1]);
  expect(answer.body).toContain('Sign in again.');
  expect(await sessionsOf(member.id)).toBeLessThanOrEqual(before);
  expect(attempt.cookies.has('innkeep-session')).toBe(false);
});

test('a sign-in opens no session if a factor is added while its password is checked', async () => {
  const { member, visitor } = await openTeamPages(world);
  for (let host = 1; host <= 11; host += 1)
    await visitorOf(world, {}, `203.0.113.${host}`).signIn(member.email, 'wrong');
  meanwhile = async () => {
    meanwhile = async () => {};
    await addApp(world, visitor);
  };
  const attempt = visitorOf(world, {}, '198.51.100.7');
  expect((await attempt.signIn(member.email)).statusCode).toBe(200);
  expect(attempt.cookies.has('innkeep-session')).toBe(false);
  expect(await sessionsOf(member.id)).toBe(1);
});

test('a password is not changed, and no session opens, if a factor is added while the present one is checked', async () => {
  const { member, visitor } = await openTeamPages(world);
  for (let host = 1; host <= 11; host += 1)
    await visitorOf(world, {}, `203.0.113.${host}`).signIn(member.email, 'wrong');
  meanwhile = async () => {
    meanwhile = async () => {};
    await addApp(world, visitor);
  };
  const attempt = {
    password: PASSWORD,
    newPassword: 'nine grey herons',
    device: null,
    address: '198.51.100.7',
  };
  await expect(changePassword(world.services, member, attempt)).rejects.toMatchObject({ reason: 'changed' });
  expect(await sessionsOf(member.id)).toBe(1);
  expect((await visitorOf(world).signIn(member.email)).statusCode).toBe(200);
});

test('a wrong password takes the same statements and the same hashing with and without a second factor', async () => {
  const [plain, secured] = [await openTeamPages(world), await openTeamPages(world)];
  await addApp(world, secured.visitor);
  const countSteps = async (email: string) => {
    const attempt = { email, password: 'wrong', device: null, address: '198.51.100.99' };
    // What is logged beside the answers is not part of an attempt.
    await world.services.auditLog.flush();
    const { statements } = await world.statements.during(() =>
      signIn(world.services, attempt).catch((error) => error),
    );
    return statements.map((statement) => statement.replaceAll(/\$\d+/g, '$'));
  };
  const steps = await countSteps(plain.member.email);
  expect(steps.length).toBeGreaterThan(2);
  expect(await countSteps(secured.member.email)).toEqual(steps);
  const pages = await Promise.all(
    [plain, secured].map(async ({ member }) => {
      const visitor = visitorOf(world);
      const { statusCode, body } = await visitor.signIn(member.email, 'wrong');
      return [statusCode, body.replaceAll(member.email, '').replaceAll(/value="[^"]{30,}"/g, '')];
    }),
  );
  expect(pages[1]).toEqual(pages[0]);
});

test('two codes of one person at once, of two apps, both sign in', async () => {
  const { member, visitor } = await openTeamPages(world);
  const first = await addApp(world, visitor);
  const second = await addApp(world, visitor);
  waitSteps(world, 2);
  const answers = await Promise.all(
    [first, second].map(async ({ secret }) => {
      const other = visitorOf(world);
      await other.signIn(member.email);
      return (await sendCode(other, codeOf(world, secret))).statusCode;
    }),
  );
  expect(answers).toEqual([303, 303]);
});
