/** The limits of the pages, which other sites cannot use up for anybody. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMember } from '../../src/services/people/members.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { buildMember, linkIn, openTeamPages, PASSWORD, visitorOf } from '../helpers/pages.ts';

const FOREIGN = [
  ['a browser that says so', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour’s page', { 'sec-fetch-site': 'same-site' }],
  ['an older browser', { origin: 'https://evil.example' }],
] as const;

let world: TestApp;
beforeEach(async () => {
  world = await openTestApp({ limits: { public: 3, token: 12, signIn: 2 } });
});
afterEach(() => world.close());

const statuses = async (count: number, ask: () => Promise<{ statusCode: number }>) => {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await ask()).statusCode);
  return found;
};
const withSession = (secret: string) => {
  const visitor = visitorOf(world);
  visitor.cookies.set('innkeep-session', secret);
  return visitor;
};

describe('pages of other websites', () => {
  test.each(FOREIGN)(
    'a page of another website cannot keep anybody from signing in by sending forms: %s',
    async (_what, headers) => {
      const { email } = await buildMember(world);
      const { result, statements } = await world.statements.during(() =>
        statuses(10, () => visitorOf(world).post('/app/sign-in', { email, password: 'wrong' }, headers)),
      );
      expect([new Set(result), statements]).toEqual([new Set([403]), []]);
      // Nor can forms without this browser's token.
      expect(await statuses(10, () => visitorOf(world).post('/app/sign-in', { email }))).not.toContain(429);
      expect((await visitorOf(world).signIn(email)).statusCode).toBe(303);
    },
  );

  test('a page of another website cannot use up a visitor’s limit by embedding pages, and may link to them', async () => {
    const inside = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    const frame = { ...inside, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
    for (const headers of [inside, frame])
      expect(await statuses(5, () => visitorOf(world, headers).get('/app/invitations/x'))).not.toContain(429);
    const link = { ...inside, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await visitorOf(world, link).get('/app/sign-in')).statusCode).toBe(200);
    expect((await visitorOf(world).get('/app/invitations/x')).statusCode).toBe(404);
  });
});

test('sessions and links that do not exist count against the address, and cost no statement beyond the limit', async () => {
  const guess = () => withSession('A'.repeat(43)).get('/app/sign-in');
  expect(await statuses(3, guess)).toEqual([200, 200, 200]);
  const { result, statements } = await world.statements.during(() =>
    visitorOf(world).get('/app/invitations/x'),
  );
  expect([result.statusCode, statements]).toEqual([429, []]);
  expect(result.body).toContain(`Please wait ${result.headers['retry-after']} seconds`);
  expect((await visitorOf(world, {}, '203.0.113.8').get('/app/invitations/x')).statusCode).toBe(404);
});

test('requests of a signed-in person are counted by person, from whatever address', async () => {
  const { team, visitor, tokens } = await openTeamPages(world);
  expect(await statuses(14, () => visitor.get(tokens))).toEqual([...Array(11).fill(200), 429, 429, 429]);
  const colleague = await buildMember(world, { teamId: team.id });
  const other = visitorOf(world);
  await other.signIn(colleague.email);
  expect((await other.get(tokens)).statusCode).toBe(200);
});

test('beyond the limit of attempts the sign-in says how long to wait, and keeps what was typed', async () => {
  const visitor = visitorOf(world);
  await visitor.get('/app/sign-in');
  const attempt = (password: string) =>
    visitor.post('/app/sign-in', { email: 'Ana@example.com', password, next: '/teams/x/tokens' });
  expect(await statuses(2, () => attempt('wrong'))).toEqual([422, 422]);
  const { body, statusCode, headers } = await attempt('right');
  expect([statusCode, headers['retry-after']]).toEqual([429, expect.stringMatching(/^(60|5\d)$/)]);
  for (const kept of [
    'value="Ana@example.com"',
    'name="next" value="/teams/x/tokens"',
    `Please wait ${headers['retry-after']} seconds`,
  ])
    expect(body).toContain(kept);
  expect(body).not.toContain('right');
});

test('opening an invitation link counts as an attempt like signing in', async () => {
  const { visitor, members, team } = await openTeamPages(world);
  const known = await buildMember(world);
  const link = linkIn((await visitor.submit(members, { name: 'Known', email: known.email })).body);
  const guest = visitorOf(world, {}, '203.0.113.9');
  await guest.get(link);
  const join = (password: string) => guest.post(link, { password });
  expect(await statuses(2, () => join('wrong'))).toEqual([422, 422]);
  // Of the limit for attempts, and not of the one for reading.
  expect(await join(PASSWORD)).toMatchObject({ statusCode: 429, headers: { 'ratelimit-limit': '2' } });
  expect(await findMember({ db: world.services.db, teamId: team.id }, known.id)).toBeNull();
});
