/** Wrong passwords slow an account's sign-in down, and nobody can keep another out (docs/rules.md, 21.6). */

import { beforeEach, expect, test } from 'vitest';
import { TooManyRequests, WrongPassword } from '../../src/services/errors.ts';
import { resetPassword } from '../../src/services/people/reset-password.ts';
import { signIn } from '../../src/services/people/sessions.ts';
import { openSharedApp, openTestApp, TEST_NOW } from '../helpers/app.ts';
import { buildMember, linkIn, openTeamPages, PASSWORD, visitorOf } from '../helpers/pages.ts';

const HERE = '198.51.100.7';

const world = await openSharedApp();
beforeEach(() => {
  world.clock.set(TEST_NOW);
  world.pauses.length = 0;
});

let seconds = 0;
beforeEach(() => {
  seconds = 0;
});
function wait(more: number) {
  seconds += more;
  world.clock.set(new Date(Date.parse(TEST_NOW) + seconds * 1_000).toISOString());
}

const attempt = (email: string, password: string, address = HERE, device: string | null = null) =>
  signIn(world.services, { email, password, address, device }).catch((error) => error);
const wrong = (email: string, address?: string) => attempt(email, 'wrong password', address);
const OPENED = { secret: expect.any(String) };
const TOO_EARLY = (retryAfterSeconds: number) => ({ name: 'TooManyRequests', retryAfterSeconds });

test('five wrong passwords are answered at once, and further attempts must wait ever longer, up to half a minute', async () => {
  const { email } = await buildMember(world);
  for (let count = 0; count < 5; count += 1) expect(await wrong(email)).toBeInstanceOf(WrongPassword);
  for (const gap of [2, 4, 8, 16, 30, 30, 30]) {
    expect(await attempt(email, PASSWORD)).toMatchObject(TOO_EARLY(gap));
    wait(gap - 1);
    expect(await attempt(email, PASSWORD)).toMatchObject(TOO_EARLY(1));
    wait(1);
    expect(await wrong(email)).toBeInstanceOf(WrongPassword);
  }
  wait(30);
  expect(await attempt(email, PASSWORD)).toMatchObject(OPENED);
  // A success starts the count again.
  expect(await wrong(email)).toBeInstanceOf(WrongPassword);
});

test('the sign-in page and Retry-After say how long to wait before the next attempt', async () => {
  const { email } = await buildMember(world);
  const visitor = visitorOf(world);
  await visitor.get('/app/sign-in');
  for (let count = 0; count < 5; count += 1) await visitor.post('/app/sign-in', { email, password: 'wrong' });
  const answer = await visitor.post('/app/sign-in', { email, password: PASSWORD });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '2']);
  expect(answer.body).toContain(
    'There were too many wrong passwords. Please wait 2 seconds, then try again.',
  );
});

test('after a quarter of an hour without attempts, wrong passwords are forgotten', async () => {
  const { email } = await buildMember(world);
  for (let count = 0; count < 5; count += 1) await wrong(email);
  wait(15 * 60);
  for (let count = 0; count < 5; count += 1) expect(await wrong(email)).toBeInstanceOf(WrongPassword);
  expect(await wrong(email)).toMatchObject(TOO_EARLY(2));
});

test('attempts for an unknown email are slowed down like those for a known one', async () => {
  for (let count = 0; count < 5; count += 1) await wrong('nobody@example.com');
  expect(await wrong('Nobody@example.com')).toMatchObject(TOO_EARLY(2));
});

test('forty guesses at once count as forty, over two server processes', async () => {
  const { email } = await buildMember(world);
  const servers = await Promise.all([1, 2].map(() => openTestApp({ url: world.url, poolMax: 20 })));
  const outcomes = await Promise.allSettled(
    servers.flatMap(({ services }, server) =>
      Array.from({ length: 20 }, (_, index) =>
        signIn(services, {
          email,
          password: `guess ${server} ${index}`,
          device: null,
          address: HERE,
        }),
      ),
    ),
  );
  for (const server of servers) await server.close();
  const reasons = outcomes
    .map((outcome) => (outcome.status === 'rejected' ? outcome.reason.name : 'ok'))
    .sort();
  expect(reasons).toEqual([...Array(35).fill('TooManyRequests'), ...Array(5).fill('WrongPassword')]);
});

test('failed attempts from one address keep nobody out who comes from another', async () => {
  const { email } = await buildMember(world);
  for (let count = 0; count < 40; count += 1) {
    await wrong(email);
    wait(30);
  }
  expect(await wrong(email)).toBeInstanceOf(WrongPassword);
  expect(await attempt(email, PASSWORD, '203.0.113.9')).toMatchObject(OPENED);
});

test('a browser that its owner has used before is not slowed down, not even at the attacker’s address', async () => {
  const { email } = await buildMember(world);
  const visitor = visitorOf(world, {}, HERE);
  await visitor.signIn(email);
  await visitor.post('/app/sign-out');
  for (let count = 0; count < 40; count += 1) await wrong(email);
  world.pauses.length = 0;
  expect((await visitorOf(world, {}, HERE).signIn(email)).statusCode).toBe(429);
  expect((await visitor.signIn(email)).statusCode).toBe(303);
  expect(world.pauses).toEqual([]);
});

test('a browser that was used before guesses no faster, and is not exempt for another account or after a new password', async () => {
  const [mine, yours] = [await buildMember(world), await buildMember(world)];
  const opened = await attempt(mine.email, PASSWORD);
  const { device } = opened;
  for (let count = 0; count < 5; count += 1) await attempt(mine.email, 'wrong', HERE, device);
  expect(await attempt(mine.email, 'wrong', '203.0.113.1', device)).toMatchObject(TOO_EARLY(2));

  for (let count = 0; count < 5; count += 1) await wrong(yours.email);
  expect(await attempt(yours.email, PASSWORD, HERE, device)).toMatchObject(TOO_EARLY(2));
  const forged = `${device.split('.')[0]}.${'A'.repeat(43)}`;
  for (const other of [forged, 'x', '.', '']) {
    for (let count = 0; count < 5; count += 1) await wrong(mine.email);
    expect(await attempt(mine.email, PASSWORD, HERE, other)).toBeInstanceOf(TooManyRequests);
  }
  const password = (await resetPassword(world.services, mine.email)) ?? '';
  expect(await attempt(mine.email, password, HERE, device)).toBeInstanceOf(TooManyRequests);
});

test('a browser that was used before is forgotten once the password changes', async () => {
  const { email } = await buildMember(world);
  const opened = await attempt(email, PASSWORD);
  const { device } = opened;
  for (let count = 0; count < 5; count += 1) await wrong(email);
  expect(await attempt(email, PASSWORD, HERE, device)).toMatchObject(OPENED);
  const password = (await resetPassword(world.services, email)) ?? '';
  expect(await attempt(email, password, HERE, device)).toMatchObject(TOO_EARLY(2));
});

test('guesses from many addresses slow down every sign-in of that account, and of no other', async () => {
  const [mine, yours] = [await buildMember(world), await buildMember(world)];
  for (let host = 1; host <= 30; host += 1) await wrong(mine.email, `203.0.113.${host}`);
  expect(world.pauses).toEqual([
    250,
    500,
    750,
    1_000,
    1_250,
    1_500,
    1_750,
    2_000,
    2_250,
    2_500,
    2_750,
    ...Array(8).fill(3_000),
  ]);
  world.pauses.length = 0;
  expect(await attempt(mine.email, PASSWORD, '192.0.2.1')).toMatchObject(OPENED);
  expect(world.pauses).toEqual([3_000]);
  await attempt(yours.email, PASSWORD, '192.0.2.1');
  expect(world.pauses).toEqual([3_000]);
});

test('confirming a password by an invitation link is slowed down like signing in', async () => {
  const { visitor, members } = await openTeamPages(world);
  const { email } = await buildMember(world);
  const link = linkIn((await visitor.submit(members, { name: 'Known', email })).body);
  const guest = visitorOf(world, {}, HERE);
  await guest.get(link);
  for (let count = 0; count < 5; count += 1)
    expect((await guest.post(link, { password: 'wrong' })).statusCode).toBe(422);
  const answer = await guest.post(link, { password: PASSWORD });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '2']);
  expect(answer.body).toContain('Please wait 2 seconds');
  expect(await wrong(email)).toMatchObject(TOO_EARLY(2));
});

test('the counts of wrong passwords contain neither email nor address', async () => {
  await wrong('private@example.com');
  const { rows } = await world.db.execute('select * from sign_in_attempts');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/private|198\.51/);
});

test('attempts from an IPv6 network count together, and an IPv4 address may be written as IPv6', async () => {
  const { email } = await buildMember(world);
  const signIn = async (address: string, password = 'wrong password') => {
    const visitor = visitorOf(world, {}, address);
    await visitor.get('/app/sign-in');
    return (await visitor.post('/app/sign-in', { email, password })).statusCode;
  };
  const ofOneNetwork = (index: number) => `2001:db8:1:2::${index}`;
  for (let index = 1; index <= 5; index += 1) expect(await signIn(ofOneNetwork(index))).toBe(422);
  expect(await signIn('2001:DB8:1:2:3:4:5:6', PASSWORD)).toBe(429);
  expect(await signIn('2001:db8:1:3::1')).toBe(422);
  const written = ['198.51.100.9', '::ffff:198.51.100.9', '::ffff:c633:6409', '198.51.100.9', '198.51.100.9'];
  for (const address of written) expect(await signIn(address)).toBe(422);
  expect(await signIn('::ffff:198.51.100.9', PASSWORD)).toBe(429);
});
