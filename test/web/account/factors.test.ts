/** A second factor of one's own (docs/rules.md, 27.10 to 27.14). */

import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { recoveryCodes } from '../../../src/db/schema/second-factors.ts';
import { people, sessions } from '../../../src/db/schema/teams.ts';
import { openSharedApp } from '../../helpers/app.ts';
import {
  addApp,
  codeOf,
  NEW_APP,
  recoveryCodesIn,
  sealedIn,
  secretIn,
  sendCode,
  signInWithCode,
  waitSteps,
} from '../../helpers/factors.ts';
import { expectPage, openTeamPages, PASSWORD, visitorOf } from '../../helpers/pages.ts';

const ACCOUNT = '/app/account';
const world = await openSharedApp();
beforeEach(() => {
  world.pauses.length = 0;
});

const withoutEscapes = (page: string): string =>
  page.replaceAll(/&#(\d+);/g, (_, number) => String.fromCharCode(Number(number)));

const sessionsOf = (personId: string) => world.db.$count(sessions, eq(sessions.personId, personId));
const removalIn = (page: string): string =>
  /href="(\/app\/account\/factors\/[^"]+\/remove)"/.exec(page)?.[1] ?? '';

test('a new app is shown as a QR code, as a secret in base32 and as an address, and counts once its code is typed', async () => {
  const { member, visitor } = await openTeamPages(world);
  const { body } = await visitor.get(NEW_APP);
  const secret = secretIn(body);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const address = `otpauth://totp/Innkeep:${encodeURIComponent(member.email)}?issuer=Innkeep&secret=${secret}&algorithm=SHA1&digits=6&period=30`;
  expect(withoutEscapes(body)).toContain(`href="${address}"`);
  expect(body).toMatch(/<svg class="qr" [^>]+><rect [^>]+\/><path fill="#000" d="M[^"]+"\/><\/svg>/);

  const sent = { sealed: sealedIn(body), name: 'Phone', password: PASSWORD };
  const refused = await visitor.post(`${ACCOUNT}/factors`, { ...sent, first_code: '000000' });
  expectPage(refused, 422, 'Code of the new app must be the one that the app shows now.');
  // The app that has read the code goes on working.
  expect(secretIn(refused.body)).toBe(secret);
  expect((await visitorOf(world).signIn(member.email)).statusCode).toBe(303);

  const added = await visitor.submit(`${ACCOUNT}/factors`, { ...sent, first_code: codeOf(world, secret) });
  expectPage(added, 200, 'Your recovery codes');
  expect(new Set(recoveryCodesIn(added.body)).size).toBe(10);
  const again = (await visitor.get(ACCOUNT)).body;
  expect(recoveryCodesIn(again)).toEqual([]);
  expect(again).toContain('Recovery codes that still work: 10.');
  expect(again).toContain('<span class="name">Phone</span>');
});

test('neither the secret nor a recovery code is stored as it is', async () => {
  const { member, visitor } = await openTeamPages(world);
  const { secret, codes } = await addApp(world, visitor);
  const [person] = await world.db.select().from(people).where(eq(people.id, member.id));
  const stored = JSON.stringify([
    person,
    await world.db.select().from(recoveryCodes).where(eq(recoveryCodes.account, member.id)),
  ]);
  expect(person?.factors).toHaveLength(1);
  expect(codes).toHaveLength(10);
  for (const shown of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(stored).not.toContain(shown);
  expect(world.log.join('')).not.toContain(secret);
});

test('a person with an app signs in with the password and a code, and the password alone opens nothing', async () => {
  const { member, visitor, tokens } = await openTeamPages(world);
  const { secret } = await addApp(world, visitor);
  const other = visitorOf(world);
  const asked = await other.signIn(member.email);
  expectPage(asked, 200, 'autocomplete="one-time-code"');
  expect([await sessionsOf(member.id), other.cookies.has('innkeep-session')]).toEqual([1, false]);
  expect((await other.get(tokens)).statusCode).toBe(303);
  expectPage(await other.get('/app/sign-in/code?next=/account'), 200, 'value="/account"');
  expectPage(await sendCode(other, '000000'), 422, 'That code is wrong');
  const code = codeOf(world, secret);
  const entered = await sendCode(other, `${code.slice(0, 3)} ${code.slice(3)}`, '/account');
  expect([entered.statusCode, entered.headers.location]).toEqual([303, ACCOUNT]);
  expect((await other.get(tokens)).statusCode).toBe(200);
  expect(await sessionsOf(member.id)).toBe(2);
  expect((await other.get('/app/sign-in/code')).headers.location).toBe('/app/sign-in');
});

test('an accepted code closes its step and all earlier ones, and one step of drift is allowed either way', async () => {
  const { member, visitor } = await openTeamPages(world);
  const { secret } = await addApp(world, visitor);
  const signIn = async (steps: number) =>
    (await signInWithCode(visitorOf(world), member, codeOf(world, secret, steps))).statusCode;
  waitSteps(world, 10);
  for (const steps of [-2, 2]) expect(await signIn(steps)).toBe(422);
  expect(await signIn(-1)).toBe(303);
  expect(await signIn(-1)).toBe(422);
  expect(await signIn(1)).toBe(303);
  for (const steps of [-1, 0, 1]) expect(await signIn(steps)).toBe(422);
  waitSteps(world, 2);
  expect(await signIn(0)).toBe(303);
});

test('the code that has confirmed a new app signs nobody in', async () => {
  const { member, visitor } = await openTeamPages(world);
  const { secret } = await addApp(world, visitor);
  expect((await signInWithCode(visitorOf(world), member, codeOf(world, secret, -1))).statusCode).toBe(422);
});

test('each recovery code signs in once, however it is typed, and new ones end those from before', async () => {
  const { member, visitor } = await openTeamPages(world);
  const { secret, codes } = await addApp(world, visitor);
  const [first = '', second = '', third = ''] = codes;
  const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
  expect((await signInWithCode(visitorOf(world), member, typed)).statusCode).toBe(303);
  expect((await signInWithCode(visitorOf(world), member, first)).statusCode).toBe(422);
  expect((await signInWithCode(visitorOf(world), member, second)).statusCode).toBe(303);
  expect((await visitor.get(ACCOUNT)).body).toContain('Recovery codes that still work: 8.');

  expectPage(await visitor.get(`${ACCOUNT}/recovery-codes`), 200, 'Make new recovery codes?');
  expectPage(await visitor.post(`${ACCOUNT}/recovery-codes`), 422, 'Password is required, or a code.');
  const made = await visitor.submit(`${ACCOUNT}/recovery-codes`, { code: codeOf(world, secret) });
  const renewed = recoveryCodesIn(made.body);
  expect(renewed).toHaveLength(10);
  expect((await signInWithCode(visitorOf(world), member, third)).statusCode).toBe(422);
  expect((await signInWithCode(visitorOf(world), member, renewed[0] ?? '')).statusCode).toBe(303);
});

test('adding and removing an app asks for the password or a code again, and ends the other sessions', async () => {
  const { member, visitor, tokens } = await openTeamPages(world);
  const elsewhere = visitorOf(world);
  await elsewhere.signIn(member.email);
  const { body } = await visitor.get(NEW_APP);
  const sent = { sealed: sealedIn(body), name: 'Phone', first_code: codeOf(world, secretIn(body)) };
  expectPage(await visitor.post(`${ACCOUNT}/factors`, sent), 422, 'Password is required');
  expectPage(
    await visitor.post(`${ACCOUNT}/factors`, { ...sent, password: 'wrong' }),
    422,
    'That is not your password.',
  );
  expect((await elsewhere.get(tokens)).statusCode).toBe(200);
  const { secret, codes } = await addApp(world, visitor);
  expect((await elsewhere.get(tokens)).statusCode).toBe(303);
  expect((await visitor.get(tokens)).statusCode).toBe(200);

  // A second app, by a code of the first. Both sign in.
  const second = await addApp(world, visitor, { code: codeOf(world, secret) });
  expect(second.codes).toEqual([]);
  waitSteps(world);
  await signInWithCode(elsewhere, member, codeOf(world, second.secret));
  expect((await elsewhere.get(tokens)).statusCode).toBe(200);
  const removal = removalIn((await visitor.get(ACCOUNT)).body);
  expectPage(await visitor.get(removal), 200, 'Remove the app');
  expectPage(await visitor.post(removal, { code: '000000' }), 422, 'That code is wrong');
  expect((await elsewhere.get(tokens)).statusCode).toBe(200);
  expectPage(await visitor.submit(removal, { code: codes[0] ?? '' }), 200, 'The app has been removed.');
  expect((await elsewhere.get(tokens)).statusCode).toBe(303);
  expect((await visitor.post(removal, { password: PASSWORD })).statusCode).toBe(404);
  waitSteps(world, 5);
  expect((await signInWithCode(visitorOf(world), member, codeOf(world, secret))).statusCode).toBe(422);
  expect((await signInWithCode(visitorOf(world), member, codeOf(world, second.secret))).statusCode).toBe(303);

  // Without the last one, the password is enough, and the recovery codes have ended.
  const last = removalIn((await visitor.get(ACCOUNT)).body);
  await visitor.submit(last, { password: PASSWORD });
  expect((await visitorOf(world).signIn(member.email)).statusCode).toBe(303);
  expect(await world.db.$count(recoveryCodes, eq(recoveryCodes.account, member.id))).toBe(0);
});

test('at most five apps can be added, and a form that is sent twice adds one', async () => {
  const { member, visitor } = await openTeamPages(world);
  const { body } = await visitor.get(NEW_APP);
  const sent = {
    sealed: sealedIn(body),
    name: 'Phone',
    first_code: codeOf(world, secretIn(body)),
    password: PASSWORD,
  };
  const answers = await Promise.all([1, 2].map(() => visitor.post(`${ACCOUNT}/factors`, sent)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
  const countApps = async () =>
    (await world.db.select().from(people).where(eq(people.id, member.id)))[0]?.factors.length;
  expect(await countApps()).toBe(1);
  for (let count = 2; count <= 5; count += 1) await addApp(world, visitor);
  expect(await countApps()).toBe(5);
  const page = (await visitor.get(NEW_APP)).body;
  const sixth = { ...sent, sealed: sealedIn(page), first_code: codeOf(world, secretIn(page)) };
  expectPage(await visitor.post(`${ACCOUNT}/factors`, sixth), 422, 'You can have at most 5 apps.');
  expect(await countApps()).toBe(5);
});

test('the secret of an app that is being added is bound to its person and ends after an hour', async () => {
  const [mine, yours] = [await openTeamPages(world), await openTeamPages(world)];
  const { body } = await mine.visitor.get(NEW_APP);
  const sent = () => ({
    sealed: sealedIn(body),
    name: 'Phone',
    first_code: codeOf(world, secretIn(body)),
    password: PASSWORD,
  });
  await yours.visitor.get(NEW_APP);
  const changed = 'Something has changed in the meantime.';
  expectPage(await yours.visitor.post(`${ACCOUNT}/factors`, sent()), 422, changed);
  for (const sealed of ['', 'x', 'x.y.z', `0${sealedIn(body)}`])
    expectPage(await mine.visitor.post(`${ACCOUNT}/factors`, { ...sent(), sealed }), 422, changed);
  waitSteps(world, 120);
  expectPage(await mine.visitor.post(`${ACCOUNT}/factors`, sent()), 422, changed);
});

test('wrong codes are slowed down like wrong passwords, and counted apart from them', async () => {
  const { member, visitor } = await openTeamPages(world);
  const { secret } = await addApp(world, visitor);
  const other = visitorOf(world, {}, '198.51.100.7');
  await other.signIn(member.email);
  for (let count = 0; count < 5; count += 1) expect((await sendCode(other, '000000')).statusCode).toBe(422);
  const early = await sendCode(other, codeOf(world, secret));
  expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '2']);
  expect(early.body).toContain('There were too many wrong codes. Please wait 2 seconds, then try again.');
  // A right password changes nothing in the count of codes, nor do wrong codes slow the password down.
  expect((await other.signIn(member.email)).statusCode).toBe(200);
  expect((await sendCode(other, codeOf(world, secret))).statusCode).toBe(429);
  const third = visitorOf(world, {}, '203.0.113.9');
  await third.signIn(member.email);
  expect((await sendCode(third, codeOf(world, secret))).statusCode).toBe(303);
});

test('wrong codes from many addresses slow down further codes of that person from unknown browsers', async () => {
  const { member, visitor } = await openTeamPages(world);
  const { secret } = await addApp(world, visitor);
  for (let host = 1; host <= 12; host += 1) {
    const other = visitorOf(world, {}, `203.0.113.${host}`);
    await other.signIn(member.email);
    await sendCode(other, '000000');
  }
  expect(world.pauses).toEqual([250]);
  await visitor.post('/app/sign-out');
  // A browser that its owner has used before is not slowed down.
  expect((await signInWithCode(visitor, member, codeOf(world, secret))).statusCode).toBe(303);
  expect(world.pauses).toEqual([250]);
});

test('a sign-in without its code ends after ten minutes', async () => {
  const { member, visitor } = await openTeamPages(world);
  const { secret } = await addApp(world, visitor);
  const other = visitorOf(world);
  await other.signIn(member.email);
  waitSteps(world, 20);
  expectPage(await sendCode(other, codeOf(world, secret)), 422, 'Sign in again.');
  for (const pending of ['', 'x', `${member.id}.9999999999999.${'A'.repeat(43)}`]) {
    other.cookies.set('innkeep-pending', pending);
    expectPage(await sendCode(other, codeOf(world, secret)), 422, 'Sign in again.');
  }
  expect(await sessionsOf(member.id)).toBe(1);
});

test('a form that was sent after the session had ended is kept through both steps', async () => {
  const { member, visitor, members } = await openTeamPages(world);
  const { secret } = await addApp(world, visitor);
  await visitor.get(members);
  await world.db.delete(sessions).where(eq(sessions.personId, member.id));
  const from = { origin: 'http://localhost' };
  const kept = await visitor.post(members, { name: 'Una Berg', email: 'una@harbour.example' }, from);
  const carried = withoutEscapes(/name="kept" value="([^"]+)"/.exec(kept.body)?.[1] ?? '');
  expect(carried).toContain('Una Berg');
  const asked = await visitor.post('/app/sign-in', {
    email: member.email,
    password: PASSWORD,
    kept: carried,
  });
  expect(asked.body).toContain('name="kept"');
  const shown = await visitor.post('/app/sign-in/code', { code: codeOf(world, secret), kept: carried });
  expectPage(shown, 200, 'Send it now');
});

test('a link to join asks a person with an app for its code too', async () => {
  const host = await openTeamPages(world);
  const { member, visitor } = await openTeamPages(world);
  const { secret } = await addApp(world, visitor);
  const { body } = await host.visitor.submit(host.members, { name: 'Ana', email: member.email });
  const link = /\/app\/invitations\/[\w.-]{43,}/.exec(body)?.[0] ?? '';
  const guest = visitorOf(world);
  await guest.get(link);
  const joined = await guest.post(link, { password: PASSWORD });
  expect([joined.statusCode, String(joined.headers.location)]).toEqual([
    303,
    expect.stringMatching(/^\/app\/sign-in\/code\?next=/),
  ]);
  expect(guest.cookies.has('innkeep-session')).toBe(false);
  const page = await guest.get(String(joined.headers.location));
  expectPage(page, 200, 'You are now a member of');
  const next = /name="next" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  expect((await sendCode(guest, codeOf(world, secret), next)).headers.location).toContain(`/app${next}`);
});
